(* The constants of reference/, as its theorems have them. Each has the name of the C++ constant or
   function of reference/ that it stands in; tests/whole/proof_constants_test.py compares them.

   They are notations, so that a theorem is about the number itself. *)
From Coq Require Import Reals ZArith.
From Flocq Require Import Core.
Open Scope R_scope.

Notation "2^ e" := (bpow radix2 e) (at level 0, e at level 0, format "2^ e").

(* plus *)
Notation plus_error := (2^(-104)).

(* compensated_error *)
Notation compensated_unit := (2^(-106)).

(* Of the same names, and where ordinary and ordinary_total begin and end *)
Notation ratio_error_max := (2^(-56)).
Notation product_error := (2^(-99)).
Notation clear_of_tolerance := (2^12).
Notation ordinary_least := (2^(-960)).
Notation ordinary_total_least := (2^(-700)).
Notation ordinary_most := (2^960).
Notation ordinary_total_most := (2^900).

(* ratio_of *)
Notation quotient_error := (2^(-99)).
Notation ratio_of_factor := (101 / 100).

(* product_rest *)
Notation splitter := (2^27 + 1).

(* share_of *)
Notation share_of_underflow := (2^(-950)).

(* add_near *)
Notation add_near_margin := (2^(-20)).
Notation add_near_factor := 4.
Notation add_near_part := 2.

(* is_inside: how far within what `partition` decided *)
Notation check_line_margin := (2^(-45)).

(* find_fraction *)
Notation find_fraction_unit := (2^(-48)).
Notation find_fraction_least := (2^(-900)).

(* least_addends: how near to a bound a claimant counts on either side of it *)
Notation least_addends_margin := (2^(-48)).

(* additions_max *)
Notation additions_max_least := 4096%Z.
Notation additions_max_block := 1024%Z.
Notation additions_max_more := 64%Z.

(* Of the same names, and of sum_in_blocks: up to how many claimants, as a power of 2 *)
Notation block_vectors := 1024%Z.
Notation group_blocks := 128%Z.
Notation sum_in_blocks_bits := 31%Z.

(* without_decided: how far two ratios must differ *)
Notation without_decided_margin := (2^(-44)).

(* find_rounded_quotient *)
Notation rounded_quotient_doubt := 8%Z.
Notation rounded_quotient_least := 1000%Z.
Notation rounded_quotient_most := 900%Z.

(* ratio_key: bits of a digit, what is added to the exponent, and how far the parts are shifted *)
Notation ratio_key_digit := 53%Z.
Notation ratio_key_bias := 4096%Z.
Notation ratio_key_exponent := 51%Z.
Notation ratio_key_cut := 2%Z.
Notation ratio_key_fraction := 62%Z.
Notation ratio_key_second := 9%Z.

(* find_product *)
Notation filter_least := (2^(-900)).
Notation filter_error := (2^(-98)).

(* whole: the bits of its number, of a significand, and of a word *)
Notation whole_bits := 128%Z.
Notation whole_significand := 53%Z.
Notation whole_word := 64%Z.

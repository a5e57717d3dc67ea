(* The proved functions as an OCaml program.

   Trusted, and not proved: Coq's extraction; its own mapping of Z and positive to the integers of
   zarith (ExtrOcamlZBigInt); and the line below, which maps the greatest common divisor with both
   cofactors to that of GMP. Without it, reducing fractions takes nearly all of the time. *)
From Coq Require Import QArith.
From Coq Require Extraction ExtrOcamlBasic ExtrOcamlZBigInt.
From Fairshare Require Import Fairness Intervals Violation Flaw TreeFlaw Oracle.

Extract Constant Z.ggcd =>
  "(fun a b ->
    let g = Big_int_Z.gcd_big_int a b in
    if Big_int_Z.sign_big_int g = 0 then (g, (a, b))
    else (g, (Big_int_Z.div_big_int a g, Big_int_Z.div_big_int b g)))".

Extraction "proved.ml" report_on judge judge_reported judge_certificate judge_tree.

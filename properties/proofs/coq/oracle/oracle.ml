(* The extracted solver and checkers, one question a line of standard input.

     TOTAL;WEIGHT MIN MAX;...           -> allocation R SHARE... | overcommitted X | surplus X
     with --check:
     TOTAL;WEIGHT MIN MAX SHARE;...     -> fair | unfair
     with --reported, where TOTAL and REPORTED are intervals, [4,5) or (4,5] or [4,4]:
     TOTAL;WEIGHT MIN MAX REPORTED;...  -> fair | below_min I | above_max I
                                           | unequal RICHER POORER NEEDS ALLOWS
                                           | wrong_total TOTALS
     with --certificate, where CLAIM is 'allocation R', 'allocation R LEAST GREATEST',
     'overcommitted X' or 'surplus X', and BRANCH is at_min, proportional or at_max:
     TOTAL;CLAIM;WEIGHT MIN MAX BRANCH;...
                                        -> holds | negative_ratio | wrong_branch I | wrong_sum X
                                           | wrong_end least | wrong_end greatest
     with --tree, where PARENT is an index, REPORTED is - or 'shares SHARE...', one a node, and each
     CERTIFICATE is CLAIM;BRANCH;...:
     TOTAL;WEIGHT MIN MAX PARENT;...|REPORTED|CERTIFICATE|...
                                        -> holds | does_not_fit
                                           | FLAW at top of X | FLAW at I of X
     where FLAW is one of those above, wrong_share I X or shares_of_nothing

   Numbers are integers or p/q, MAX, GREATEST and PARENT are - where there is none, and I, RICHER
   and POORER count claimants from 0; those behind `at`, and PARENT, count nodes. Other answers:
   `defect` (a negative number, a maximum below the minimum, an interval without a number, a parent
   behind its child, or not one share a node), `malformed` (not such a line), `unchecked` (an answer that did not pass the
   proved checker; a theorem says that this never happens).

   Nothing is decided here: lines are read and answers written. *)

exception Malformed

let is_digits text =
  text <> "" && String.for_all (fun c -> '0' <= c && c <= '9') text

let integer text =
  let digits =
    if text <> "" && text.[0] = '-' then String.sub text 1 (String.length text - 1) else text
  in
  if is_digits digits then Z.of_string text else raise Malformed

let number text =
  let make numerator denominator =
    if Z.sign denominator <= 0 then raise Malformed
    else
      let divisor = Z.gcd numerator denominator in
      { Proved.qnum = Z.divexact numerator divisor; qden = Z.divexact denominator divisor }
  in
  match String.split_on_char '/' text with
  | [ whole ] -> make (integer whole) Z.one
  | [ above; below ] when is_digits below -> make (integer above) (integer below)
  | _ -> raise Malformed

let claimant weight min_share max_share =
  {
    Proved.weight = number weight;
    min_share = number min_share;
    max_share = (if max_share = "-" then None else Some (number max_share));
  }

let claimant_of field =
  match String.split_on_char ' ' field with
  | [ weight; min_share; max_share ] -> claimant weight min_share max_share
  | _ -> raise Malformed

(* A claimant and what stands behind its bounds. *)
let claimant_with read field =
  match String.split_on_char ' ' field with
  | [ weight; min_share; max_share; last ] -> (claimant weight min_share max_share, read last)
  | _ -> raise Malformed

let interval text =
  let size = String.length text in
  if size < 2 then raise Malformed;
  let is_open at opening closing =
    if text.[at] = opening then true else if text.[at] = closing then false else raise Malformed
  in
  match String.split_on_char ',' (String.sub text 1 (size - 2)) with
  | [ low; high ] ->
      {
        Proved.low = number low;
        high = number high;
        low_open = is_open 0 '(' '[';
        high_open = is_open (size - 1) ')' ']';
      }
  | _ -> raise Malformed

let branch = function
  | "at_min" -> Proved.At_min
  | "proportional" -> Proved.Proportional
  | "at_max" -> Proved.At_max
  | _ -> raise Malformed

let claim text =
  match String.split_on_char ' ' text with
  | [ "allocation"; ratio ] -> Proved.Says_divided (number ratio, None)
  | [ "allocation"; ratio; least; greatest ] ->
      let greatest = if greatest = "-" then None else Some (number greatest) in
      Proved.Says_divided (number ratio, Some { Proved.least = number least; greatest })
  | [ "overcommitted"; excess ] -> Proved.Says_overcommitted (number excess)
  | [ "surplus"; unclaimed ] -> Proved.Says_surplus (number unclaimed)
  | _ -> raise Malformed

let rec nat_of n = if n = 0 then Proved.O else Proved.S (nat_of (n - 1))

let divider text =
  if text = "-" then None
  else if is_digits text && String.length text < 7 then Some (nat_of (int_of_string text))
  else raise Malformed

let node field =
  let claims, parent = claimant_with divider field in
  { Proved.claims; parent }

let reported text =
  match String.split_on_char ' ' text with
  | [ "-" ] -> None
  | "shares" :: shares -> Some (List.map number shares)
  | _ -> raise Malformed

let statement text =
  match String.split_on_char ';' text with
  | says :: branches -> { Proved.says = claim says; branches = List.map branch branches }
  | [] -> raise Malformed

(* "10" and "10;" are the problem without claimants. *)
let fields line =
  match String.split_on_char ';' line with
  | [ total ] | [ total; "" ] -> (total, [])
  | total :: claimants -> (total, claimants)
  | [] -> raise Malformed

let text { Proved.qnum; qden } =
  if Z.equal qden Z.one then Z.to_string qnum else Z.to_string qnum ^ "/" ^ Z.to_string qden

let rec count = function Proved.O -> 0 | Proved.S before -> 1 + count before

let index claimant = string_of_int (count claimant)

let interval_text { Proved.low; high; low_open; high_open } =
  String.concat ""
    [ (if low_open then "(" else "["); text low; ","; text high; (if high_open then ")" else "]") ]

let solve line =
  let total, claimants = fields line in
  match Proved.report_on (number total) (List.map claimant_of claimants) with
  | Proved.Fair_shares (ratio, shares) ->
      String.concat " " ("allocation" :: text ratio :: List.map text shares)
  | Proved.Too_little excess -> "overcommitted " ^ text excess
  | Proved.Too_much unclaimed -> "surplus " ^ text unclaimed
  | Proved.Defective -> "defect"
  | Proved.Unchecked -> "unchecked"

let check line =
  let total, claimants = fields line in
  let claimants, shares = List.split (List.map (claimant_with number) claimants) in
  match Proved.judge (number total) claimants shares with
  | Proved.Is_fair -> "fair"
  | Proved.Is_unfair -> "unfair"
  | Proved.Not_a_problem -> "defect"

let violation_text = function
  | Proved.Below_min claimant -> "below_min " ^ index claimant
  | Proved.Above_max claimant -> "above_max " ^ index claimant
  | Proved.Unequal (richer, poorer, needs, allows) ->
      String.concat " " [ "unequal"; index richer; index poorer; text needs; text allows ]
  | Proved.Wrong_total totals -> "wrong_total " ^ interval_text totals

let judge_reported line =
  let total, reported = fields line in
  match Proved.judge_reported (interval total) (List.map (claimant_with interval) reported) with
  | Proved.Nothing_wrong -> "fair"
  | Proved.Violates violation -> violation_text violation
  | Proved.Not_reported -> "defect"

let flaw_text = function
  | Proved.Negative_ratio -> "negative_ratio"
  | Proved.Wrong_branch claimant -> "wrong_branch " ^ index claimant
  | Proved.Wrong_sum sum -> "wrong_sum " ^ text sum
  | Proved.Wrong_end is_greatest -> "wrong_end " ^ if is_greatest then "greatest" else "least"

let judge_certificate line =
  match fields line with
  | total, says :: claimants ->
      let claimants, branches = List.split (List.map (claimant_with branch) claimants) in
      let statement = { Proved.says = claim says; branches } in
      (match Proved.judge_certificate (number total) claimants statement with
      | Proved.Holds -> "holds"
      | Proved.Refused flaw -> flaw_text flaw
      | Proved.Of_no_problem -> "defect")
  | _ -> raise Malformed

let tree_flaw_text { Proved.flaw_at; flaw_total; flaw_is } =
  let flaw =
    match flaw_is with
    | Proved.In_division flaw -> flaw_text flaw
    | Proved.Wrong_share (claimant, share) ->
        String.concat " " [ "wrong_share"; index claimant; text share ]
    | Proved.Shares_of_nothing -> "shares_of_nothing"
  in
  let place = match flaw_at with None -> "top" | Some node -> index node in
  String.concat " " [ flaw; "at"; place; "of"; text flaw_total ]

let judge_tree line =
  match String.split_on_char '|' line with
  | tree :: shares :: certificates ->
      let total, nodes = fields tree in
      let tree = { Proved.total = number total; nodes = List.map node nodes } in
      (match Proved.judge_tree tree (reported shares) (List.map statement certificates) with
      | Proved.Tree_holds -> "holds"
      | Proved.Tree_refused flaw -> tree_flaw_text flaw
      | Proved.Does_not_fit -> "does_not_fit"
      | Proved.Of_no_tree -> "defect")
  | _ -> raise Malformed

let () =
  let answer =
    match Array.to_list Sys.argv with
    | [ _ ] -> solve
    | [ _; "--check" ] -> check
    | [ _; "--reported" ] -> judge_reported
    | [ _; "--certificate" ] -> judge_certificate
    | [ _; "--tree" ] -> judge_tree
    | _ ->
        prerr_endline "usage: oracle [--check | --reported | --certificate | --tree] < LINES";
        exit 2
  in
  try
    while true do
      let line = input_line stdin in
      print_endline (try answer line with Malformed -> "malformed")
    done
  with End_of_file -> ()

(* The extracted solver and checker, one problem a line of standard input.

     TOTAL;WEIGHT MIN MAX;...           -> allocation R SHARE... | overcommitted X | surplus X
     with --check:
     TOTAL;WEIGHT MIN MAX SHARE;...     -> fair | unfair

   Numbers are integers or p/q, and MAX is - where there is none. Other answers: `defect` (a
   negative number, or a maximum below the minimum), `malformed` (not such a line), `unchecked` (an
   answer that did not pass the proved checker; a theorem says that this never happens).

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

let claimant_and_share_of field =
  match String.split_on_char ' ' field with
  | [ weight; min_share; max_share; share ] ->
      (claimant weight min_share max_share, number share)
  | _ -> raise Malformed

(* "10" and "10;" are the problem without claimants. *)
let fields line =
  match String.split_on_char ';' line with
  | [ total ] | [ total; "" ] -> (number total, [])
  | total :: claimants -> (number total, claimants)
  | [] -> raise Malformed

let text { Proved.qnum; qden } =
  if Z.equal qden Z.one then Z.to_string qnum else Z.to_string qnum ^ "/" ^ Z.to_string qden

let solve line =
  let total, claimants = fields line in
  match Proved.report_on total (List.map claimant_of claimants) with
  | Proved.Fair_shares (ratio, shares) ->
      String.concat " " ("allocation" :: text ratio :: List.map text shares)
  | Proved.Too_little excess -> "overcommitted " ^ text excess
  | Proved.Too_much unclaimed -> "surplus " ^ text unclaimed
  | Proved.Defective -> "defect"
  | Proved.Unchecked -> "unchecked"

let check line =
  let total, claimants = fields line in
  let claimants, shares = List.split (List.map claimant_and_share_of claimants) in
  match Proved.judge total claimants shares with
  | Proved.Is_fair -> "fair"
  | Proved.Is_unfair -> "unfair"
  | Proved.Not_a_problem -> "defect"

let () =
  let answer =
    match Array.to_list Sys.argv with
    | [ _ ] -> solve
    | [ _; "--check" ] -> check
    | _ ->
        prerr_endline "usage: oracle [--check] < LINES";
        exit 2
  in
  try
    while true do
      let line = input_line stdin in
      print_endline (try answer line with Malformed -> "malformed")
    done
  with End_of_file -> ()

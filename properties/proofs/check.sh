#!/usr/bin/env bash
# Runs every proof that is kept as a file: SMT-LIB with z3 and cvc5, Gappa, Coq.
#
#   check.sh [BUILD-DIR]    for what Coq compiles; build/proofs of the tree if none is given
#
# Prints one line per proof; the last line is 'N proved, N failed'. The exit status is 0 if nothing
# failed, 1 if something did, and 3 if a tool is missing. Without an answer within 60 s there is no proof.
set -euo pipefail

here=$(dirname -- "$(readlink -f -- "${BASH_SOURCE[0]}")")
build=$(realpath -m -- "${1:-$here/../../build/proofs}")
proved=0
failed=0

for tool in z3 cvc5 gappa coqc coqchk; do
  command -v "$tool" >/dev/null && continue
  echo "check.sh: $tool is missing; ./check --proofs installs it" >&2
  exit 3
done
mkdir -p -- "$build/floating_point"

# count STATUS LINE
count() {
  if (($1 == 0)); then
    proved=$((proved + 1))
    echo "$2"
  else
    failed=$((failed + 1))
    echo "$2   FAILED"
  fi
}

# The answers that a file expects, one per line, from its comments '; expect: sat  WHAT'. Every query has one.
expected_answers() {
  awk '/^; expect: / { wanted = $3; print wanted }
       /^\(check-sat\)/ { if (wanted == "") print "a query without an expectation"; wanted = "" }' "$1"
}

# answers_as_expected FILE SOLVER...: prints the seconds; differences go to standard error.
answers_as_expected() {
  local file=$1 begin end status=0
  shift
  begin=$(date +%s%N)
  diff <(expected_answers "$file") <("$@" "$file" 2>&1) >"$build/difference" || status=1
  end=$(date +%s%N)
  printf '%6.2f s' "$(((end - begin) / 10000000))e-2"
  # A file without expectations proves nothing.
  grep -q '^; expect: ' "$file" || status=1
  if ((status != 0)); then sed "s|^|${file##*/}: $1: |" "$build/difference" >&2; fi
  return "$status"
}

check_smt_lib() {
  local file status z3_time cvc5_time
  printf '%-48s %8s %8s\n' 'SMT-LIB' z3 cvc5
  for file in "$here"/smt-lib/*.smt2; do
    status=0
    z3_time=$(answers_as_expected "$file" z3 -t:60000) || status=1
    cvc5_time=$(answers_as_expected "$file" cvc5 --incremental --tlimit-per=60000) || status=1
    count "$status" "$(printf '%-48s %s %s' "$(basename -- "$file" .smt2)" "$z3_time" "$cvc5_time")"
  done
}

# Each script names a control, '# control: OLD -> NEW': after that change it must not be provable.
check_gappa() {
  local file status old new changed
  printf '\nGappa\n'
  for file in "$here"/floating_point/*.g; do
    status=0
    timeout 60 gappa "$file" || status=1
    read -r old new < <(sed -n 's/^# control: \([^ ]*\) -> \([^ ]*\)$/\1 \2/p' "$file")
    changed=$(sed "/^#/!s/$old/$new/g" "$file")
    if [[ $changed == "$(<"$file")" ]] || timeout 60 gappa <<<"$changed" >/dev/null 2>&1; then
      echo "${file##*/}: its control does not fail" >&2
      status=1
    fi
    count "$status" "$(basename -- "$file" .g)"
  done
}

# axioms_of MODULE THEOREM...: lines 'THEOREM AXIOM', one for each axiom that it uses; AXIOM is 'none'
# if Coq says so.
axioms_of() {
  local module=$1
  shift
  { echo "Require $module." && printf "Print Assumptions $module.%s.\n" "$@"; } \
    >"$build/floating_point/Ask.v"
  (cd "$build/floating_point" && coqc -q -R . "" Ask.v) | awk -v names="$*" '
    BEGIN { split(names, name, " ") }
    /^Closed under the global context/ { print name[++asked], "none"; next }
    /^Axioms:/ { ++asked; next }
    /^[A-Za-z_]/ { print name[asked], $1 }'
}

# coqchk reads every compiled module again, including those of Flocq and of Coq's library that they
# need. They must rest on the axioms of axioms.txt, and on nothing else of coqchk's list.
run_coqchk() {
  local modules=("$@") report=$build/coqchk.txt status=0 axioms
  (cd "$build/floating_point" && coqchk -silent -o -R . "" "${modules[@]}") >"$report" 2>&1 || status=1
  axioms=$(sed -n '/^\* Axioms:/,/^\* /s/^    Coq\.[A-Za-z]*\.//p' "$report" | sort)
  if [[ $axioms != "$(grep -v '^#' "$here/floating_point/axioms.txt" | sort)" ||
    $(grep -c '^\* [A-Z].*: <none>$' "$report") != 3 || $(grep -c '^\* ' "$report") != 5 ]]; then
    status=1
  fi
  if ((status != 0)); then cat "$report" >&2; fi
  count "$status" "$(printf '%-48s %s' "coqchk: ${#modules[@]} modules" "$(wc -l <<<"$axioms")")"
}

# Every theorem of floating_point/ has a control that names it.
check_controls() {
  local folder=$here/floating_point theorems controlled status=0
  theorems=$(cd "$folder" && find . -name '*.v' ! -name 'Controls*.v' -print0 |
    xargs -0 sed -n 's/^ *Theorem \([a-z_0-9]*\).*/\1/p' | sort)
  controlled=$(sed -n 's/^(\* Control of \([a-z_0-9]*\):.*/\1/p' "$folder"/Controls*.v | sort -u)
  diff <(echo "$theorems") <(echo "$controlled") >"$build/difference" || status=1
  if ((status != 0)); then
    sed -n 's/^< /without a control: /p
            s/^> /controlled, but no theorem: /p' "$build/difference" >&2
  fi
  count "$status" "$(printf '%-48s %s' 'controls' "$(wc -l <<<"$theorems")")"
}

check_flocq() {
  local file module theorems theorem used unknown status modules=()
  { echo none && grep -v '^#' "$here/floating_point/axioms.txt"; } >"$build/allowed"
  rm -f -- "$build"/floating_point/*.v
  cp -- "$here"/floating_point/*.v "$build/floating_point/"
  # A file comes after those that it requires.
  for file in $(cd "$build/floating_point" && coqdep -sort -R . "" ./*.v); do
    module=$(basename -- "$file" .v)
    mapfile -t theorems < <(sed -n 's/^ *Theorem \([a-z_0-9]*\).*/\1/p' "$here/floating_point/$module.v")
    if ((${#theorems[@]})); then
      printf '\nCoq, %s: theorems, and how many axioms of the reals they use\n' "floating_point/$module.v"
    fi
    if ! (cd "$build/floating_point" && timeout 600 coqc -q -R . "" "$module.v"); then
      count 1 "$module"
      continue
    fi
    modules+=("$module")
    ((${#theorems[@]})) || continue
    axioms_of "$module" "${theorems[@]}" >"$build/axioms"
    for theorem in "${theorems[@]}"; do
      status=0
      used=$(sed -n "s/^$theorem //p" "$build/axioms")
      unknown=$(grep -vxFf "$build/allowed" <<<"$used" | xargs) || true
      if [[ -z $used || -n $unknown ]]; then
        echo "$theorem rests on ${unknown:-what Coq does not say}" >&2
        status=1
      fi
      count "$status" "$(printf '%-48s %s' "$theorem" "$(grep -vcx none <<<"$used")")"
    done
  done
  printf '\nCoq, floating_point/: read again with all that it needs, and the axioms of it all\n'
  run_coqchk "${modules[@]}"
  check_controls
}

check_coq() {
  local status=0
  printf '\nCoq, coq/\n'
  "$here/coq/check.sh" "$build/coq" || status=$?
  ((status != 3)) || exit 3
  count "$status" 'coq/check.sh'
}

check_smt_lib
check_gappa
check_flocq
check_coq
printf '\n%s proved, %s failed\n' "$proved" "$failed"
((failed == 0))

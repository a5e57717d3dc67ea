#!/usr/bin/env bash
# Checks the Coq development from scratch: builds it, lets coqchk read every module again, prints each
# theorem with what it assumes, and builds the oracle, the extracted program. Every theorem has a
# control in Controls.v: with a weaker premise or a stronger conclusion it is false.
#
# The exit status is 0 if all of that holds and no theorem assumes anything, 1 if not, 2 for wrong
# arguments, and 3 if Coq or OCaml is not installed.
set -euo pipefail
# The order of files, and so of the theorems, must not depend on where this runs.
export LC_ALL=C

sources=$(dirname -- "$(readlink -f -- "${BASH_SOURCE[0]}")")

usage() {
  cat <<'END'
usage: check.sh [DIRECTORY]
       check.sh --list

Builds in DIRECTORY (build/proofs/coq at the repository's root by default) and writes nothing
elsewhere. The oracle is DIRECTORY/oracle. --list prints what theorems.txt must be: a line for each
theorem, its name, file, for which n, and statement, as the comment above it says.
END
}

# list KIND: the theorems whose comment begins with that word, "Theorem" or "Control of NAME". They
# are for every n, except for those that begin with, for example, "Theorem (n = 3)".
list() {
  (cd -- "$sources" && awk -v kind="$1" '
    /^\(\* / { comment = ""; reading = 1 }
    reading  { comment = comment " " $0 }
    /\*\)$/  { reading = 0 }
    /^Theorem / {
      text = comment
      n = "every n"
      if (match(text, /^ *[(][*] Theorem [(]n = [0-9, ]+[)]: /)) {
        n = substr(text, RSTART, RLENGTH)
        gsub(/^.*n = |[)]: $/, "", n)
        sub(/ [(]n = [0-9, ]+[)]: /, ": ", text)
      }
      if (sub("^ *[(][*] " kind ": ", "", text)) {
        sub(/ *\*\)$/, "", text)
        gsub(/ +/, " ", text)
        name = $2
        sub(/:$/, "", name)
        printf "%s\t%s\t%s\t%s%s\n", name, FILENAME, n, toupper(substr(text, 1, 1)), substr(text, 2)
      }
      comment = ""
    }' ./*.v | sed 's|\t\./|\t|')
}

fail() {
  printf 'FAILED: %s\n' "$*" >&2
  exit 1
}

need() {
  local tool
  for tool in coqc coqdep coqchk ocamlfind; do
    command -v "$tool" >/dev/null && continue
    echo "check.sh: $tool is not installed: the Coq proofs need the packages coq, ocaml-nox," \
      'ocaml-findlib and libzarith-ocaml-dev' >&2
    exit 3
  done
}

build_modules() {
  local file
  order=$(coqdep -sort -Q . Fairshare ./*.v)
  for file in $order; do
    coqc -q -Q . Fairshare "$file" || fail "$file does not compile"
  done
}

# coqchk does not run tactics: it reads the compiled modules, and says what they rest on.
run_coqchk() {
  local modules
  modules=$(for file in $order; do basename "$file" .v; done | sed 's/^/Fairshare./')
  # shellcheck disable=SC2086
  coqchk -silent -o -Q . Fairshare $modules >coqchk.txt 2>&1 || fail "coqchk: $(cat coqchk.txt)"
  # There must be no axioms, type-in-type, unsafe fixpoints or assumed positivity.
  [[ $(grep -c '^\* [A-Z].*: <none>$' coqchk.txt) == 4 && $(grep -c '^\* ' coqchk.txt) == 5 ]] ||
    fail "coqchk: $(cat coqchk.txt)"
  printf 'coqchk: %s modules, no axioms\n' "$(wc -w <<<"$modules")"
}

# print_theorems: one line per theorem, and what it assumes.
print_theorems() {
  local name file
  {
    for file in $order; do echo "From Fairshare Require $(basename "$file" .v)."; done
    while IFS=$'\t' read -r name file _; do
      echo "Print Assumptions Fairshare.${file%.v}.$name."
    done <all.txt
  } >print/assumptions.v
  coqc -q -Q . Fairshare print/assumptions.v >assumptions.txt ||
    fail 'a theorem that is listed is not there'
  if grep -v '^Closed under the global context$' assumptions.txt >&2; then
    fail 'a theorem assumes what is printed above'
  fi
  [[ $(wc -l <assumptions.txt) == $(wc -l <all.txt) ]] || fail 'a theorem was not printed'
  cut -f 1,2 all.txt | paste - assumptions.txt
}

# Every theorem has a control, and every control belongs to a theorem.
check_controls() {
  local without unknown
  cut -f 1 theorems.txt | sort >names.txt
  sed -n 's/^(\* Control of \([a-z_0-9]*\): .*/\1/p' Controls.v | sort -u >controlled.txt
  without=$(comm -23 names.txt controlled.txt | xargs)
  unknown=$(comm -13 names.txt controlled.txt | xargs)
  [[ -z $without ]] || fail "without a control: $without"
  [[ -z $unknown ]] || fail "a control of what is not a theorem: $unknown"
}

# The list for docs/theorems.md is what the sources say, and no theorem is missing from it.
check_lists() {
  list Theorem >theorems.txt
  list 'Control of [a-z_0-9]*' >controls.txt
  cat theorems.txt controls.txt >all.txt
  [[ $(wc -l <all.txt) == $(cat ./*.v | grep -c '^Theorem ') ]] ||
    fail 'a Theorem has no comment that begins with "Theorem: " or "Control of NAME: "'
  diff -u "$sources/theorems.txt" theorems.txt ||
    fail 'theorems.txt is not what check.sh --list prints'
  check_controls
}

# Checks an answer of the oracle: expect ARGUMENT... <<< 'QUESTION = ANSWER'
expect() {
  local question answer
  while IFS='=' read -r question answer; do
    [[ $(./oracle "$@" <<<"${question% }") == "${answer# }" ]] ||
      fail "the oracle's answer to '$question' is not '$answer'"
  done
}

build_oracle() {
  ocamlfind ocamlopt -package zarith -linkpkg proved.mli proved.ml oracle.ml -o oracle ||
    fail 'the oracle does not compile'
  expect <<'END'
100;1 0 -;2 0 30;3 60 - = allocation 40/3 40/3 80/3 60
10;1 8 -;1 8 - = overcommitted 6
10;1 0 3;0 4 - = surplus 3
5;1 5 9;1 0 0 = allocation 0 5 0
0 = allocation 0
1/3;1 0 -;1/7 0 - = allocation 7/24 7/24 1/24
10;1 5 3 = defect
10;-1 5 - = defect
10;1 5 = malformed
END
  expect --check <<'END'
100;1 0 - 40/3;2 0 30 80/3;3 60 - 60 = fair
100;1 0 - 10;2 0 30 30;3 60 - 60 = unfair
5;0 0 5 5 = unfair
0 = fair
END
  expect --reported <<'END'
[100,100];1 0 - [10,10];2 0 30 [30,30];3 60 - [60,60] = unequal 1 0 15 10
[100,100];1 0 - [40/3,40/3];2 0 30 [80/3,80/3];3 60 - [60,60] = fair
[10,10];1 0 - [4,5);1 0 - [4,5);1 0 - [4,5) = wrong_total [12,15)
[12,12];1 0 - [4,5);1 0 - (4,5];1 0 - [3,4] = unequal 1 2 4 4
[2,3);1 2 - [2,3];1 5 - (4,5) = below_min 1
5;0 0 5 5 = malformed
[5,5];0 0 5 [5,5] = above_max 0
(5,5];0 0 5 [5,5] = defect
[0,0] = fair
END
  expect --certificate <<'END'
100;allocation 40/3 40/3 40/3;1 0 - proportional;2 0 30 proportional;3 60 - at_min = holds
100;allocation 40/3;1 0 - proportional;2 0 30 at_max;3 60 - at_min = wrong_branch 1
100;allocation 12;1 0 - proportional;2 0 30 proportional;3 60 - at_min = wrong_sum 96
5;allocation 0 0 5;1 5 9 at_min;1 0 0 at_max = holds
5;allocation 0 0 -;1 5 9 at_min;1 0 0 at_max = wrong_end greatest
5;allocation 5 1 5;1 5 9 at_min;1 0 0 at_max = wrong_end least
5;allocation -1;1 5 9 at_min;1 0 0 at_max = negative_ratio
10;overcommitted 6;1 8 - at_min;1 8 - at_min = holds
10;surplus 3;1 0 3 at_max;0 4 - at_min = holds
10;surplus 3;1 0 3 at_max;0 4 - at_max = wrong_branch 1
10;surplus 3;1 0 3 = malformed
END
  local tree='100;3 0 - -;1 0 - 0;2 0 - 0;1 0 - -;1 0 20 3'
  local first='allocation 25;proportional;proportional' last='surplus 5;at_max'
  expect --tree <<END
$tree|-|$first|$first|$last = holds
$tree|-|$first|allocation 20;proportional;proportional|$last = wrong_sum 60 at 0 of 75
$tree|-|$first|$first|surplus 5;proportional = wrong_branch 0 at 3 of 25
$tree|-|$first|overcommitted 1;at_min;at_min = wrong_sum 0 at 0 of 75
$tree|-|$first|$first = does_not_fit
$tree|shares 75 25 50 25 20|$first|$first|$last = shares_of_nothing at 3 of 25
$tree|shares 75 25 50 20 25|$first|$first|$last = wrong_share 1 25 at top of 100
$tree|shares 75|$first|$first|$last = defect
10;1 0 - -;1 0 - 0|shares 10 10|allocation 10;proportional|allocation 10;proportional = holds
10;1 0 - 1;1 0 - -|-|allocation 10;proportional|allocation 10;proportional = defect
0|shares|allocation 0 0 - = holds
0|1|allocation 0 0 - = malformed
1 = malformed
END
  printf 'oracle: built, 46 examples\n'
}

case ${1:-} in
  --help | -h) usage && exit ;;
  --list) list Theorem && exit ;;
  -*) usage >&2 && exit 2 ;;
esac
if (($# > 1)); then usage >&2 && exit 2; fi
need
directory=${1:-$sources/../../../build/proofs/coq}
mkdir -p -- "$directory"
cd -- "$directory"
# Files of an earlier run must not count as this one's.
rm -rf -- ./*.v ./*.vo ./*.vos ./*.vok ./*.glob ./proved.* ./oracle* print
mkdir print
cp -- "$sources"/*.v "$sources"/oracle/oracle.ml .
check_lists
build_modules
print_theorems
build_oracle
run_coqchk
printf '%d theorems and %d controls, all closed under the global context\n' \
  "$(wc -l <theorems.txt)" "$(wc -l <controls.txt)"

#!/usr/bin/env bash
# Compares the checkers with those that Coq extracted: on every vector and recording, and on the adversary's
# problems. A wrong oracle, made from the right one by changing its questions or answers, must be noticed.
#
#   proved_checkers_test.sh PROGRAM ORACLE     build/release/tests/proved_checkers build/proofs/coq/oracle
#
# The exit status is 1 if something differs, or if a wrong oracle passes.
set -euo pipefail

program=$(realpath -- "$1")
oracle=$(realpath -- "$2")
root=$(dirname -- "$(dirname -- "$(dirname -- "$(realpath -- "${BASH_SOURCE[0]}")")")")
folder=$(mktemp -d)
trap 'rm -rf -- "$folder"' EXIT
cd -- "$root"

# Each vector's record on a separate line.
sed -n 's/^ *"record": \({"id".*}\),$/\1/p' vectors/*.json >"$folder/vectors.ndjson"
"$program" --oracle "$oracle" "$folder/vectors.ndjson" vectors/recorded/*.ndjson
"$program" --oracle "$oracle" --cases 10000

# is_noticed STATUS WHAT CHANGE-OF-QUESTIONS CHANGE-OF-ANSWERS: both are scripts of sed -E.
is_noticed() {
  local status=0
  cat >"$folder/wrong" <<END
#!/usr/bin/env bash
set -o pipefail
sed -E '$3' | '$oracle' "\$@" | sed -E '$4'
END
  chmod +x -- "$folder/wrong"
  "$program" --oracle "$folder/wrong" --cases 400 "$folder/vectors.ndjson" >"$folder/said" 2>&1 || status=$?
  ((status == $1)) && return
  printf 'FAILED: %s is not noticed: exit status %s instead of %s; %s\n' "$2" "$status" "$1" \
    "$(tail -n 1 "$folder/said")" >&2
  exit 1
}

is_noticed 0 'no change, which is no difference,' '' ''
is_noticed 1 'a checker that takes open ends as closed' 's/\(/[/g; s/\)/]/g' ''
is_noticed 1 'a checker that forgets maximums' 's/;([^ ;]+ [^ ;]+) [^ ;]+ /;\1 - /g' ''
is_noticed 1 'a checker that forgets minimums' 's/;([^ ;]+) [^ ;]+ ([^ ;]+ [^ ;]+)/;\1 0 \2/g' ''
is_noticed 1 'a checker that does not ask for all ratios' 's/;(allocation [^ ;]+) [^;]+/;\1/' ''
is_noticed 1 'a checker that believes each branch' '' 's/^wrong_branch .*/holds/'
is_noticed 1 'a checker that never adds up' '' 's/^wrong_(total|sum) .*/fair/'
is_noticed 1 'a pair the wrong way round' '' 's/^unequal ([0-9]+) ([0-9]+)/unequal \2 \1/'
is_noticed 1 'other totals' '' 's/^(wrong_total .*).$/\1]/; s/^wrong_total ./wrong_total [/'
is_noticed 1 'one wrong answer' '' '7s/.*/fair/; 7s/$/?/'
is_noticed 1 'a checker of trees that takes each node for the top' '/\|/s/(;[^ ;|]+ [^ ;|]+ [^ ;|]+) [0-9]+/\1 -/g' ''
is_noticed 1 'a checker of trees that believes all below the top' '' 's/.* at [0-9]+ of .*/holds/'
is_noticed 1 'a checker of trees that names another node' '' 's/ at [0-9]+ of / at top of /'
is_noticed 1 'a checker of trees that divides another total' '' 's/( at [0-9]+ of ).*/\11/'
is_noticed 1 'a checker of trees that takes certificates of any number' '' 's/^does_not_fit$/holds/'
is_noticed 1 'a checker of trees that does not compare shares' 's/\|shares [^|]*\|/|-|/' ''
is_noticed 2 'an answer too few' '' "\$d"
is_noticed 2 'an oracle that fails' '' 'q1'
printf '17 wrong oracles, each noticed\n'

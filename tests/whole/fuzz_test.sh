#!/usr/bin/env bash
# A fuzz target for a second, from some of its seeds, in a corpus of its own.
#
#   fuzz_test.sh FOLDER TARGET    FOLDER has the program fuzz_TARGET, linked with libFuzzer
#
# The canary is the opposite: it must fail within a minute, and the input must be printed as a record and kept as a
# file on which it fails again.
set -uo pipefail

program=$(realpath -- "$1")/fuzz_$2
cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../.." || exit 2
work=$(mktemp -d)
trap 'rm -rf -- "$work"' EXIT
read -r _ length dictionary _ < <(grep -E "^$2 " fuzz/targets/targets.txt)
options=(-timeout=25 -rss_limit_mb=2048 -max_len="$length" -artifact_prefix="$work/finding-")
if [[ $dictionary != - ]]; then options+=(-dict="fuzz/$dictionary"); fi

# fail WHY
fail() {
  tail -n 60 "$work/log"
  printf 'FAILED: %s\n' "$1"
  exit 1
}

# Is there a record on a separate line after the oracle that does not hold?
has_record() {
  grep -aA 1 'it does not hold that the canary divides fairly, for' "$1" |
    tail -n 1 | python3 -c 'import json, sys; assert len(json.loads(sys.stdin.read())["claimants"]) > 1'
}

if [[ $2 == canary ]]; then
  "$program" -max_total_time=60 "${options[@]}" >"$work/log" 2>&1 && fail 'nothing was found in a minute'
  grep -aq 'ERROR: libFuzzer: deadly signal' "$work/log" || fail 'it ended in another way'
  has_record "$work/log" || fail 'no record was printed'
  "$program" "$work"/finding-* >"$work/again" 2>&1 && fail 'the file that was kept does not fail'
  has_record "$work/again" || fail 'the file that was kept prints no record'
  exit
fi

python3 fuzz/make_corpus.py --most 50 "$work/seeds" "$2" || exit 2
mkdir "$work/corpus"
"$program" -max_total_time=1 -print_final_stats=1 "${options[@]}" "$work/corpus" "$work/seeds/$2" \
  >"$work/log" 2>&1 || fail "$2 found something"
runs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$work/log")
((runs > 50)) || fail "$2 ran only $runs inputs"
printf '%s: %s inputs\n' "$2" "$runs"

#!/usr/bin/env bash
# Builds the fuzz targets and runs each of them; needs clang's libFuzzer (libclang-rt-14-dev).
#
#   run.sh [SECONDS]   for that long each; 60 where nothing is said
#
# The exit status is 1 where anything was found: a crash, an oracle that does not hold, more than 10 s
# or 2 GB for one input. Findings, logs and what was learnt about inputs stay in build/fuzz/work.
set -euo pipefail

seconds=${1:-60}
targets=(scheduler_record snapshot orchid)
options=(-timeout=10 -rss_limit_mb=2048 -max_len=8192 -print_final_stats=1 -dict=fuzz/records.dict)

cd -- "$(dirname -- "$(readlink -f -- "${BASH_SOURCE[0]}")")/.."
work=build/fuzz/work

# prepare TARGET: of the seeds those that show something new. Only once, since it takes a minute.
prepare() {
  [[ -d $work/$1/corpus ]] && return
  python3 fuzz/make_corpus.py "$work/seeds"
  mkdir -p "$work/$1/first"
  "build/fuzz/fuzz/fuzz_$1" -merge=1 "${options[@]}" -artifact_prefix="$work/$1/findings/" \
    "$work/$1/first" "$work/seeds/$1" >"$work/$1/merge.log" 2>&1 || return
  mv -- "$work/$1/first" "$work/$1/corpus"
}

# run TARGET
run() {
  mkdir -p "$work/$1/findings"
  prepare "$1" || { echo "$1: preparing the seeds failed, see $work/$1/merge.log" && return 1; }
  local status=0 log=$work/$1/run.log
  "build/fuzz/fuzz/fuzz_$1" -max_total_time="$seconds" "${options[@]}" \
    -artifact_prefix="$work/$1/findings/" "$work/$1/corpus" >"$log" 2>&1 || status=$?
  printf '%s: %s executions, slowest %s s\n' "$1" \
    "$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")" \
    "$(sed -n 's/^stat::slowest_unit_time_sec: *//p' "$log")"
  [[ $status -eq 0 && -z $(ls -A "$work/$1/findings") ]] && return
  tail -n 40 "$log"
  echo "$1: see $work/$1/findings"
  return 1
}

cmake --preset fuzz >/dev/null
cmake --build --preset fuzz -j "$(nproc)"
found=no
for target in "${targets[@]}"; do
  run "$target" || found=yes
done
[[ $found == no ]]

#!/usr/bin/env bash
# Builds the fuzz targets and runs them, as many at a time as there are cores.
#
#   run.sh [OPTION...] SECONDS [TARGET...]
#
#   SECONDS      time for each target; default targets: all but the canary
#   --in-all     SECONDS is the total for all targets on all cores
#   --afl        use AFL++ (afl-clang-fast++), not libFuzzer
#   --build DIR  use the targets already built as DIR/fuzz_NAME
#   --jobs N     run N targets at a time; default: one a core
#
# Exit status: 0 nothing found; 1 something found: a crash, an oracle that fails, or more than 25 s or 2 GB
# for one input; 2 the targets cannot be built or run. Corpus, findings and logs stay in build/fuzz/TARGET
# and serve both engines.
set -euo pipefail

usage() {
  sed -n '2,/^set /{/^#/s/^# \{0,1\}//p}' "$0"
  exit "$1"
}

engine=libfuzzer in_all=no binaries='' jobs=$(nproc)
while [[ ${1:-} == --* ]]; do
  case $1 in
    --afl) engine=afl ;;
    --in-all) in_all=yes ;;
    --build) binaries=$(realpath -- "$2") && shift ;;
    --jobs) jobs=$2 && shift ;;
    --help) usage 0 ;;
    *) usage 2 ;;
  esac
  shift
done
[[ ${1:-} =~ ^[0-9]+$ ]] || usage 2
seconds=$1
shift

cd -- "$(dirname -- "$(readlink -f -- "${BASH_SOURCE[0]}")")/.."
declare -A length dictionary
names=()
while read -r name bytes words _; do
  [[ $name =~ ^[a-z] ]] || continue
  length[$name]=$bytes dictionary[$name]=$words
  [[ $name == canary ]] || names+=("$name")
done <fuzz/targets/targets.txt
targets=("$@")
if ((${#targets[@]} == 0)); then targets=("${names[@]}"); fi
for target in "${targets[@]}"; do
  [[ -v length[$target] ]] || { echo "unknown target '$target'; known: ${names[*]}" >&2 && exit 2; }
done
if [[ $in_all == yes ]]; then seconds=$((seconds * jobs / ${#targets[@]})); fi

# build: sets `binaries`.
build() {
  local folder=build/dev-clang log=build/fuzz/build.log
  if [[ $engine == afl ]]; then
    folder=build/afl
    AFL_QUIET=1 cmake -S . -B "$folder" -G Ninja -DCMAKE_CXX_COMPILER=afl-clang-fast++ -DCMAKE_BUILD_TYPE=Release \
      -DCMAKE_CXX_FLAGS_RELEASE=-O2 -DFAIRSHARE_TESTS=OFF -DFAIRSHARE_CLI=ON -DFAIRSHARE_FUZZ=ON
  else
    cmake --preset dev-clang
  fi >"$log" 2>&1 || return
  AFL_QUIET=1 cmake --build "$folder" --target "${targets[@]/#/fuzz_}" -j "$jobs" >>"$log" 2>&1 || return
  binaries=$folder/fuzz/targets
}

# options_of TARGET: for libFuzzer, in `options`.
options_of() {
  options=(-timeout=25 -report_slow_units=25 -rss_limit_mb=2048 -max_len="${length[$1]}" -print_final_stats=1
    -artifact_prefix="$work/findings/")
  if [[ ${dictionary[$1]} != - ]]; then options+=(-dict="fuzz/${dictionary[$1]}"); fi
}

# prepare TARGET: selects the seeds that show something new. Only once, since it can take a minute.
prepare() {
  [[ ! -d $work/corpus ]] || return 0
  python3 fuzz/make_corpus.py build/fuzz/seeds "$1"
  rm -rf -- "$work/first"
  mkdir -p "$work/first"
  if [[ $engine == afl ]]; then
    cp -r -- "build/fuzz/seeds/$1/." "$work/first"
  else
    "$binaries/fuzz_$1" -merge=1 "${options[@]}" "$work/first" "build/fuzz/seeds/$1" >"$work/merge.log" 2>&1 ||
      return
  fi
  # libFuzzer can begin without a seed; AFL++ needs one.
  [[ -n $(ls -A "$work/first") ]] || printf 'fair' >"$work/first/fair"
  mv -- "$work/first" "$work/corpus"
}

# run_libfuzzer TARGET: sets `executions` to the number of inputs that it ran, and `slowest` to the slowest.
run_libfuzzer() {
  local status=0
  "$binaries/fuzz_$1" -max_total_time="$seconds" "${options[@]}" "$work/corpus" >"$work/run.log" 2>&1 || status=$?
  executions=$(sed -n 's/^stat::number_of_executed_units: *//p' "$work/run.log")
  slowest=$(sed -n 's/^stat::slowest_unit_time_sec: *//p' "$work/run.log")
  return "$status"
}

# run_afl TARGET: the same. A finding there is a file in crashes/ or hangs/, whatever the exit status.
run_afl() {
  local words=() stats=$work/afl/default/fuzzer_stats
  if [[ ${dictionary[$1]} != - ]]; then words=(-x "fuzz/${dictionary[$1]}"); fi
  rm -rf -- "$work/afl"
  AFL_SKIP_CPUFREQ=1 AFL_I_DONT_CARE_ABOUT_MISSING_CRASHES=1 AFL_NO_UI=1 AFL_NO_AFFINITY=1 AFL_SKIP_CRASHES=1 \
    AFL_IGNORE_SEED_PROBLEMS=1 \
    afl-fuzz -i "$work/corpus" -o "$work/afl" -V "$seconds" -t 25000 -m none -G "${length[$1]}" "${words[@]}" \
    -- "$binaries/fuzz_$1" >"$work/run.log" 2>&1 || return
  executions=$(sed -n 's/^execs_done *: *//p' "$stats")
  slowest=$(sed -n 's/^slowest_exec_ms *: *//p' "$stats")
  slowest="$((${slowest:-0} / 1000))"
  local file
  for file in "$work"/afl/default/{crashes,hangs}/id*; do
    if [[ -e $file ]]; then cp -- "$file" "$work/findings/$(sha1sum <"$file" | cut -c 1-16)"; fi
  done
  # libFuzzer also uses what AFL++ has learnt.
  for file in "$work"/afl/default/queue/id*; do
    if [[ -e $file ]]; then cp -n -- "$file" "$work/corpus/$(sha1sum <"$file" | cut -d ' ' -f 1)"; fi
  done
}

# run TARGET
run() {
  local work=build/fuzz/$1 options=() executions='' slowest='' status=0
  mkdir -p "$work/findings"
  options_of "$1"
  prepare "$1" || { echo "$1: preparing the seeds failed, see $work/merge.log" && return 1; }
  "run_$engine" "$1" || status=$?
  if [[ $status -eq 0 && -z $(ls -A "$work/findings") ]]; then
    printf '%s: %s executions in %s s, slowest %s s\n' "$1" "$executions" "$seconds" "$slowest"
    return
  fi
  # The record, or the line, that fails: AFL++ does not show it, but the target does.
  local first shown=''
  first=$(find "$work/findings" -type f | LC_ALL=C sort | head -n 1)
  if [[ -n $first ]]; then
    shown=$(timeout 60 "$binaries/fuzz_$1" "$first" 2>&1 | grep -aA 1 'it does not hold') || true
  fi
  printf '%s\n' "${shown:-$(tail -n 30 "$work/run.log")}"
  echo "$1: see $work/findings and $work/run.log"
  return 1
}

mkdir -p build/fuzz
if [[ -z $binaries ]]; then
  build || { tail -n 40 build/fuzz/build.log >&2 && exit 2; }
fi
# One line for each target when it is done, and a file for each that found something.
rm -f build/fuzz/found.*
for target in "${targets[@]}"; do
  while (($(jobs -rp | wc -l) >= jobs)); do wait -n || true; done
  { run "$target" || : >"build/fuzz/found.$target"; } &
done
wait
! compgen -G 'build/fuzz/found.*' >/dev/null

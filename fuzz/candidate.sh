#!/usr/bin/env bash
# Fuzzes a division of another project, led by the coverage of its code: libFuzzer or AFL++.
#
#   candidate.sh [OPTION...] SECONDS FILE...
#
#   FILE          what exports fairshare_candidate (fuzz/harness/candidate.h): sources in C or C++, objects, libraries.
#                 Sources are compiled here, with CFLAGS or CXXFLAGS; the rest must have been compiled by
#                 clang -fsanitize=fuzzer-no-link, or for AFL++ by afl-clang-fast
#   --afl         use AFL++, not libFuzzer
#   --sanitize    with AddressSanitizer and UndefinedBehaviorSanitizer, which take four times as long
#   --save FOLDER save the record that fails there; default: fairshare-found
#
# Exit status: 0 nothing found in that time; 1 a failure was found, and its record is saved; 2 it cannot be built or
# run. Corpus and logs stay in build/candidate/ENGINE, and are used again; remove it where FILE is another one.
set -euo pipefail

usage() {
  sed -n '2,/^set /{/^#/s/^# \{0,1\}//p}' "$0"
  exit "$1"
}

engine=libfuzzer save=fairshare-found sanitizers=
while [[ ${1:-} == --* ]]; do
  case $1 in
    --afl) engine=afl ;;
    --sanitize) sanitizers=,address,undefined ;;
    --save) save=$2 && shift ;;
    --help) usage 0 ;;
    *) usage 2 ;;
  esac
  shift
done
[[ ${1:-} =~ ^[1-9][0-9]*$ && $# -ge 2 ]] || usage 2
seconds=$1
shift

root=$(dirname -- "$(dirname -- "$(readlink -f -- "${BASH_SOURCE[0]}")")")
folder=$root/build/candidate work=$root/build/candidate/$engine
log=$work/build.log
mkdir -p -- "$work/corpus" "$work/findings" "$work/objects"

if [[ $engine == afl ]]; then
  if [[ -n $sanitizers ]]; then export AFL_USE_ASAN=1 AFL_USE_UBSAN=1; fi
  cc=(afl-clang-fast) cxx=(afl-clang-fast++) afl=$(dirname -- "$(find /usr/lib /usr/local/lib -name libAFLDriver.a | head -n 1)")
  linked="${sanitizers:+-fsanitize=${sanitizers#,} }$afl/libAFLDriver.a $afl/afl-compiler-rt.o -Wl,--export-dynamic -lm"
  # Splits comparisons of doubles, so that AFL++ sees how near they come.
  export AFL_QUIET=1 AFL_LLVM_LAF_ALL=1
else
  cc=(clang "-fsanitize=fuzzer-no-link$sanitizers") cxx=(clang++ "-fsanitize=fuzzer-no-link$sanitizers")
  linked=-fsanitize=fuzzer$sanitizers
fi

# compile_files FILE...: sets `objects` to their objects; a file that is not a source already is one.
compile_files() {
  local file object
  objects=()
  for file in "$@"; do
    object=$work/objects/${file##*/}.o
    # shellcheck disable=SC2086  # flags are words
    case $file in
      *.c) "${cc[@]}" -O1 -g -I "$root" ${CFLAGS:-} -c "$file" -o "$object" ;;
      *.cc | *.cpp | *.cxx) "${cxx[@]}" -O1 -g -std=c++20 -I "$root" ${CXXFLAGS:-} -c "$file" -o "$object" ;;
      *) object=$(realpath -- "$file") ;;
    esac || return
    objects+=("$object")
  done
}

# Our code is compiled by clang itself: only the other project's code is to be followed.
build() {
  compile_files "$@" || return
  cmake -S "$root" -B "$folder" -G Ninja -DCMAKE_CXX_COMPILER=clang++ -DCMAKE_BUILD_TYPE=Release \
    -DCMAKE_CXX_FLAGS_RELEASE=-O2 -DFAIRSHARE_TESTS=OFF -DFAIRSHARE_CLI=ON -DFAIRSHARE_FUZZ=ON \
    -DFAIRSHARE_FUZZING_ENGINE="$linked" -DFAIRSHARE_CANDIDATE="$(IFS=';' && echo "${objects[*]}")" || return
  rm -f -- "$folder/fuzz/targets/fuzz_candidate"
  cmake --build "$folder" --target fuzz_candidate -j "$(nproc)"
}

build "$@" >"$log" 2>&1 || { tail -n 40 -- "$log" >&2 && exit 2; }
program=$folder/fuzz/targets/fuzz_candidate
options=(-timeout=10 -rss_limit_mb=2048 -max_len=512 -use_counters=0 -print_final_stats=1 -artifact_prefix="$work/findings/")
rm -f -- "$work/findings"/*

run_libfuzzer() {
  "$program" -max_total_time="$seconds" "${options[@]}" "$work/corpus" >"$work/run.log" 2>&1 || true
  executions=$(sed -n 's/^stat::number_of_executed_units: *//p' "$work/run.log")
}

# The first finding ends AFL++, as it ends libFuzzer.
run_afl() {
  [[ -n $(ls -A "$work/corpus") ]] || printf 'fairshare' >"$work/corpus/first"
  rm -rf -- "$work/afl"
  AFL_SKIP_CPUFREQ=1 AFL_I_DONT_CARE_ABOUT_MISSING_CRASHES=1 AFL_NO_UI=1 AFL_NO_AFFINITY=1 AFL_BENCH_UNTIL_CRASH=1 \
    afl-fuzz -i "$work/corpus" -o "$work/afl" -V "$seconds" -t 10000 -m none -G 512 -- "$program" >"$work/run.log" 2>&1 || true
  executions=$(sed -n 's/^execs_done *: *//p' "$work/afl/default/fuzzer_stats" 2>/dev/null || true)
  find "$work/afl" -path '*/crashes/id*' -exec cp -- {} "$work/findings" \; 2>/dev/null || true
  find "$work/afl" -path '*/queue/id*' -exec cp -- {} "$work/corpus" \; 2>/dev/null || true
}

started=$SECONDS
"run_$engine"
[[ -n $executions ]] || { tail -n 40 -- "$work/run.log" >&2 && exit 2; }
first=$(find "$work/findings" -type f | LC_ALL=C sort | head -n 1)
said="$executions problems in $((SECONDS - started)) s by $engine"
if [[ -z $first ]]; then
  echo "$said: nothing found"
  exit 0
fi

# The last thing that it prints is the record that was asked, whatever happens then.
mkdir -p -- "$save"
file=$save/candidate-$(sha1sum <"$first" | cut -c 1-8).ndjson
FAIRSHARE_PRINT=1 timeout 60 "$program" "$first" 2>"$work/finding.log" | grep '^{' | tail -n 1 >"$file" || true
grep -a -A 30 'it does not hold' "$work/finding.log" | sed '/^==/,$d' | head -n 40 ||
  grep -a -m 1 'ERROR' "$work/finding.log" || true
echo "$said: a failure, saved as $file"
exit 1

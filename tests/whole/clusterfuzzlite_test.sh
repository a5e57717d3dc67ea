#!/usr/bin/env bash
# Does .clusterfuzzlite/build.sh make what ClusterFuzzLite runs? Two targets that build quickly, in a folder with
# the same name as there, by clang and its libFuzzer.
set -uo pipefail

root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf -- "$work"' EXIT
mkdir -p "$work/src" "$work/out"
ln -s -- "$root" "$work/src/fairshare"
failures=0

# expect WHAT COMMAND...
expect() {
  local what=$1
  shift
  "$@" >"$work/log" 2>&1 && return
  tail -n 40 "$work/log"
  printf 'FAILED: %s\n' "$what"
  failures=$((failures + 1))
}

# has_seeds ZIP
has_seeds() { python3 -c 'import sys, zipfile; assert len(zipfile.ZipFile(sys.argv[1]).namelist()) > 20' "$1"; }

# runs TARGET: the target reads its seeds, then goes on to a thousand inputs, and sees their coverage.
runs() {
  mkdir -p "$work/seeds/$1" "$work/corpus/$1"
  python3 -m zipfile -e "$work/out/fuzz_$1_seed_corpus.zip" "$work/seeds/$1"
  "$work/out/fuzz_$1" -runs=1000 -max_len=256 "$work/corpus/$1" "$work/seeds/$1" >"$work/run" 2>&1
  local status=$?
  cat "$work/run"
  ((status == 0)) && grep -q '^#1000.*DONE.* cov: [1-9]' "$work/run"
}

# needs_its_libraries TARGET: the target finds them next to itself.
needs_its_libraries() { ldd "$work/out/fuzz_$1" | grep -F "$work/out/lib/libgmp.so"; }

export SRC=$work/src OUT=$work/out WORK=$work/work
export CC=clang CXX=clang++ LIB_FUZZING_ENGINE=-fsanitize=fuzzer FAIRSHARE_FUZZ_TARGETS='numbers apportion'
# As in ClusterFuzzLite, which builds with libc++. That is not installed here, so the option must be left out.
export CFLAGS='-O0' CXXFLAGS='-O0 -fsanitize=fuzzer-no-link,address -stdlib=libc++'
expect 'build.sh builds' "$root/.clusterfuzzlite/build.sh"
for target in $FAIRSHARE_FUZZ_TARGETS; do
  expect "$target runs" runs "$target"
  expect "$target has seeds" has_seeds "$OUT/fuzz_${target}_seed_corpus.zip"
  expect "$target has options" grep -q '^max_len = [1-9]' "$OUT/fuzz_$target.options"
  expect "$target finds its libraries" needs_its_libraries "$target"
done
expect 'numbers has a dictionary' test -s "$OUT/fuzz_numbers.dict"
expect 'nothing else is built, and no canary' \
  test "$(find "$OUT" -maxdepth 1 -type f -perm -u+x | wc -l)" -eq 2

# What a target needs is also built if it is the only target. This `cmake` only prints what it is asked.
mkdir -p "$work/tools"
printf '#!/bin/sh\necho "$*"\nexit 1\n' >"$work/tools/cmake"
chmod +x "$work/tools/cmake"
asks_for_formats() {
  grep -e '-DFAIRSHARE_CLI=ON' < <(PATH=$work/tools:$PATH FAIRSHARE_FUZZ_TARGETS=$1 "$root/.clusterfuzzlite/build.sh")
}
while read -r target _ _ rooms; do
  if [[ $target =~ ^[a-z] && ! $rooms =~ ^(fuzz|reference|properties|schedulers|\ )*$ ]]; then
    expect "$target alone has the formats" asks_for_formats "$target"
  fi
done <"$root/fuzz/targets/targets.txt"
((failures == 0))

#!/usr/bin/env bash
# Builds the fuzz targets as ClusterFuzzLite and OSS-Fuzz expect them. They set CC, CXX, CFLAGS,
# CXXFLAGS, LIB_FUZZING_ENGINE and
#
#   SRC   the project is in $SRC/fairshare
#   OUT   gets fuzz_NAME, fuzz_NAME_seed_corpus.zip, fuzz_NAME.dict, fuzz_NAME.options; libraries in lib/
#   WORK  for intermediate files; a temporary folder if it is not set
#
#   FAIRSHARE_FUZZ_TARGETS  "NAME NAME...": only these
#   FAIRSHARE_CANARY        1: also the canary, which always fails
set -euo pipefail

: "${SRC:?}" "${OUT:?}" "${CXX:?}" "${LIB_FUZZING_ENGINE:?}"
root=$SRC/fairshare
if [[ -z ${WORK:-} ]]; then
  WORK=$(mktemp -d)
  trap 'rm -rf -- "$WORK"' EXIT
fi

# is_wanted TARGET
is_wanted() {
  [[ $1 != canary || ${FAIRSHARE_CANARY:-} == 1 ]] || return 1
  [[ -z ${FAIRSHARE_FUZZ_TARGETS:-} || " $FAIRSHARE_FUZZ_TARGETS canary " == *" $1 "* ]]
}

targets=() formats=OFF
declare -A length dictionary
while read -r name bytes words rooms; do
  if ! [[ $name =~ ^[a-z] ]] || ! is_wanted "$name"; then continue; fi
  targets+=("$name")
  length[$name]=$bytes dictionary[$name]=$words
  if [[ " $rooms " =~ \ (formats|harness|preemption|tables|c_static)\  ]]; then formats=ON; fi
done <"$root/fuzz/targets/targets.txt"

# The system's libraries were built with libstdc++, not with libc++.
export CXXFLAGS="${CXXFLAGS:-}"
CXXFLAGS=${CXXFLAGS//-stdlib=libc++/}
cmake -S "$root" -B "$WORK/build" -G Ninja -DCMAKE_BUILD_TYPE=None \
  -DFAIRSHARE_TESTS=OFF -DFAIRSHARE_CLI="$formats" -DFAIRSHARE_FUZZ=ON \
  -DFAIRSHARE_FUZZING_ENGINE="$LIB_FUZZING_ENGINE" \
  -DFAIRSHARE_FUZZ_TARGETS="$(IFS=';' && echo "${targets[*]}")" \
  -DCMAKE_BUILD_RPATH="\$ORIGIN/lib"
cmake --build "$WORK/build" --target fuzz_targets -j "$(nproc)"

# The machine that runs the targets has none of these libraries.
# libraries_of PROGRAM
libraries_of() {
  ldd "$1" | awk '$3 ~ /^\// && $1 ~ /^lib(gmp|fmt|pugixml|yaml-0|csv|stdc\+\+)\.so/ { print $3 }'
}

python3 "$root/fuzz/make_corpus.py" "$WORK/seeds" "${targets[@]}"
mkdir -p "$OUT/lib"
for target in "${targets[@]}"; do
  program=$WORK/build/fuzz/targets/fuzz_$target
  libraries_of "$program" | xargs -r cp -n -L -t "$OUT/lib"
  cp -- "$program" "$OUT/"
  printf '[libfuzzer]\nmax_len = %s\ntimeout = 25\nrss_limit_mb = 2048\n' "${length[$target]}" \
    >"$OUT/fuzz_$target.options"
  if [[ ${dictionary[$target]} != - ]]; then
    cp -- "$root/fuzz/${dictionary[$target]}" "$OUT/fuzz_$target.dict"
  fi
  (cd -- "$WORK/seeds/$target" && find . -type f -printf '%f\n' | LC_ALL=C sort |
    xargs -r python3 -m zipfile -c "$OUT/fuzz_${target}_seed_corpus.zip")
done

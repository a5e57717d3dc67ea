#!/usr/bin/env bash
# Builds the explorer: build/web/index.html, one file that loads nothing. Needs the group `explorer` of
# apt-packages.txt.
set -euo pipefail

root=$(dirname -- "$(dirname -- "$(readlink -f -- "${BASH_SOURCE[0]}")")")
solver=$root/build/web/solver
cmake -S "$root/web/solver" -B "$solver" -G Ninja -DCMAKE_TOOLCHAIN_FILE="$root/web/solver/wasm32.cmake" \
  -DCMAKE_BUILD_TYPE=None >"$root/build/web.log"
cmake --build "$solver" -j "$(nproc)" >>"$root/build/web.log" || { cat "$root/build/web.log" >&2 && exit 1; }
wasm-opt -Oz --enable-sign-ext --enable-mutable-globals --enable-reference-types --enable-multivalue \
  --enable-bulk-memory --enable-nontrapping-float-to-int "$solver/solver.wasm" -o "$solver/solver.opt.wasm"
node "$root/web/build.mjs"

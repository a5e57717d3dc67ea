#!/usr/bin/env bash
# Compares SimGrid's weighted max-min with exact/ (README.md). A wrong weight, maximum or total must also be noticed.
#
#   run.sh BUILD     build/release, whose libraries it needs
#
# The exit status is 1 if SimGrid differs, if something wrong passes, or if the finding is gone.
set -euo pipefail

build=$(realpath -- "$1")
cd -- "$(dirname -- "$(realpath -- "${BASH_SOURCE[0]}")")/../.."
folder=$(mktemp -d)
trap 'rm -rf -- "$folder"' EXIT
compare=$folder/compare
"${CXX:-c++}" -std=c++20 -O1 -Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wshadow -Werror -I include -I . \
  tests/simgrid/compare.cpp "$build/fuzz/libfairshare_fuzz.a" "$build/libfairshare_exact.a" -lsimgrid -lfmt -lgmp -o "$compare"

# ends STATUS WHAT OPTION...: prints what was counted.
ends() {
  local status=0
  "$compare" "${@:3}" >"$folder/said" || status=$?
  printf '%s: %s\n' "$2" "$(tail -n 1 "$folder/said")"
  ((status == $1)) && return
  printf 'FAILED: %s: exit status %s instead of %s\n' "$2" "$status" "$1" >&2
  head -n 5 "$folder/said" >&2
  exit 1
}

ends 0 'SimGrid, totals from 0.1 to 1e15' --cases 5000
ends 1 'with a wrong weight' --cases 200 --spoil weight
ends 1 'with a wrong maximum' --cases 200 --spoil bound
ends 1 'with a wrong total' --cases 200 --spoil total
ends 1 'with a total of 0.001' --cases 1000 --total 0.001
ends 0 'with that total and maxmin/precision at 1e-12' --cases 1000 --total 0.001 --precision 1e-12

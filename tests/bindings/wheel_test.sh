#!/usr/bin/env bash
# Does the wheel work in a fresh environment, without a network? wheel_test.sh LIBRARY
set -euo pipefail
root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf -- "$work"' EXIT
"$root/bindings/python/build.sh" "$1" "$work"
/usr/bin/python3 -m venv "$work/fresh"
"$work/fresh/bin/pip" install --quiet --no-index --find-links "$work" fairshare
cd -- "$work"
said=$(env -u FAIRSHARE_LIBRARY -u PYTHONPATH fresh/bin/python -c 'import fairshare
print(fairshare.solve(100, [1, 2, 3], [0, 0, 60], [None, 30, None]).shares)
print(fairshare.check(fairshare.Problem("1", [1, 1]), ["1/3", "2/3"]).code)')
[[ $said == $'[13.333333333333334, 26.666666666666668, 60.0]\nFS204' ]] || {
  echo "the wheel says $said" >&2
  exit 1
}

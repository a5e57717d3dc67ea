#!/usr/bin/env bash
# Builds the wheel: build.sh LIBRARY FOLDER, with the libfairshare.so of a build. It needs the system's GMP,
# fmt, libyaml and pugixml.
set -euo pipefail
here=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)
library=$(realpath -- "$1") folder=$(realpath -m -- "$2")
work=$(mktemp -d)
trap 'rm -rf -- "$work"' EXIT
cp -r -- "$here/." "$work/"
cp -L -- "$library" "$work/fairshare/libfairshare.so.0"
cd -- "$work"
/usr/bin/python3 -m build --wheel --no-isolation --outdir "$folder" . >"$work/log" || {
  cat -- "$work/log"
  exit 1
}

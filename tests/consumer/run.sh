#!/usr/bin/env bash
# Is fairshare usable from outside? run.sh BUILD: builds the consumer against what BUILD installs, and
# again with the sources as a part of its own tree, which uses -ffast-math. Both must print the same known shares.
set -euo pipefail

here=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)
source_root=$(cd -- "$here/../.." && pwd)
build=$1

work=$(mktemp -d)
trap 'rm -rf -- "$work"' EXIT

# 40/3 is not a double, so the right side is what the stream prints for the nearest one.
expected='40/3 = 13.3333
80/3 = 26.6667
60 = 60'

# consume NAME CMAKE-ARGUMENT...
consume() {
  local name=$1 printed
  shift
  cmake -S "$here" -B "$work/$name" -G Ninja -DCMAKE_BUILD_TYPE=Release "$@"
  cmake --build "$work/$name" -j "$(nproc)" --target consumer
  printed=$("$work/$name/consumer")
  if [[ $printed != "$expected" ]]; then
    printf '%s: expected\n%s\nbut it printed\n%s\n' "$name" "$expected" "$printed" >&2
    exit 1
  fi
  printf '%s: as expected\n' "$name"
}

# An installed tree must not depend on where it was built or installed, so it is moved.
cmake --install "$build" --prefix "$work/first" >"$work/install.log"
mv "$work/first" "$work/installed-tree"
consume installed -DCMAKE_PREFIX_PATH="$work/installed-tree" -DCMAKE_FIND_USE_PACKAGE_REGISTRY=OFF
consume added -DFAIRSHARE_SOURCE="$source_root" -DCMAKE_CXX_FLAGS=-ffast-math

# As a part of another tree, it builds nothing that is not linked, and needs no package that is not installed.
cmake --build "$work/added"
if compgen -G "$work/added/fairshare/libfairshare_schedulers*" >/dev/null; then
  echo 'a library that nothing links was built' >&2
  exit 1
fi
cmake -S "$here" -B "$work/bare" -G Ninja -DFAIRSHARE_SOURCE="$source_root" -DCMAKE_DISABLE_FIND_PACKAGE_hwy=ON \
  -DCMAKE_DISABLE_FIND_PACKAGE_Boost=ON
cmake --build "$work/bare"
"$work/bare/of_model"

python3 "$here/examples.py" "$work/installed-tree"

# Every installed header finds the headers that it includes.
(cd "$work/installed-tree/include" && find . -name '*.h' -print0 |
  xargs -0 -n 1 -P "$(nproc)" g++ -std=c++20 -fsyntax-only -I .)

# With these flags, and without the build's own, it must not compile.
for flag in -ffast-math -ffinite-math-only; do
  if g++ -std=c++20 "$flag" -I "$source_root/include" -fsyntax-only "$source_root/reference/rounding.cpp" 2>"$work/refused"; then
    echo "reference/rounding.cpp compiles with $flag" >&2
    exit 1
  fi
  grep -q 'needs IEEE 754 arithmetic' "$work/refused"
done

if grep -rIF -e "$source_root" "$work/installed-tree" >&2; then
  echo 'the installed tree speaks of the sources' >&2
  exit 1
fi

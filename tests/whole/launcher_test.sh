#!/usr/bin/env bash
# Does ./fairshare do what it promises? Tries the script on a command of three lines, in its own tree and with its
# own packages, since the real ones must not be touched.
set -uo pipefail

root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf -- "$work"' EXIT
failures=0

# expect WHAT ACTUAL EXPECTED
expect() {
  [[ $2 == "$3" ]] && return
  printf '%s: expected\n%s\nbut it was\n%s\n' "$1" "$3" "$2"
  failures=$((failures + 1))
}

# expect_within WHAT TEXT PART
expect_within() {
  [[ $2 == *"$3"* ]] && return
  printf '%s: expected to find\n%s\nin\n%s\n' "$1" "$3" "$2"
  failures=$((failures + 1))
}

tree="$work/a place [with] spaces"
elsewhere="$work/else where"
mkdir -p "$tree/cmake" "$elsewhere" "$work/tools"
cp "$root/fairshare" "$tree/"
cp "$root/cmake/shell.sh" "$tree/cmake/"
printf '%s\n' '# run: made up' 'one-package' '# check: more' 'another-package' >"$tree/apt-packages.txt"
cat >"$tree/CMakeLists.txt" <<'END'
cmake_minimum_required(VERSION 3.25)
project(made_up LANGUAGES CXX)
add_executable(fairshare_cli main.cpp)
set_target_properties(fairshare_cli PROPERTIES OUTPUT_NAME fairshare)
END
cat >"$tree/CMakePresets.json" <<'END'
{"version": 6, "configurePresets": [
  {"name": "run", "generator": "Ninja", "binaryDir": "${sourceDir}/build/run"}]}
END
cat >"$tree/main.cpp" <<'END'
#include <fstream>
#include <iostream>

int main(int count, char** arguments) {
  for (int i = 1; i < count; ++i) std::cout << '[' << arguments[i] << ']';
  std::cout << std::cin.rdbuf() << std::ifstream("here.txt").rdbuf() << '\n';
  return 7;
}
END
echo 'relative path' >"$elsewhere/here.txt"
ln -s "$tree/fairshare" "$elsewhere/by symlink"

# The package tools of a system; the file `installed` says what is installed, and `calls` which tools were called.
cat >"$work/tools/dpkg-query" <<END
#!/bin/sh
cat "$work/installed"
END
cat >"$work/tools/apt-get" <<END
#!/bin/sh
echo "\$*" >>"$work/calls"
case "\$*" in *install*) echo 'one-package installed' >"$work/installed" ;; esac
echo 'apt talks'
read -r taken && echo "apt took \$taken" >>"$work/calls"
exit 0
END
cat >"$work/tools/sudo" <<'END'
#!/bin/sh
exec "$@"
END
chmod +x "$work/tools"/*
: >"$work/installed"
: >"$work/calls"
export PATH=$work/tools:$PATH
unset FAIRSHARE_INSTALL

# run NAME ARGUMENT...: sets printed, told and status.
run() {
  local name=$1
  shift
  printed=$(cd -- "$elsewhere" && "$name" "$@" 2>"$work/told")
  status=$?
  told=$(<"$work/told")
}

run './by symlink' 'a b' '' '*' --x <<<'input'
expect 'first run: standard output' "$printed" $'[a b][][*][--x]input\nrelative path'
expect 'first run: exit status' "$status" 7
expect_within 'first run: standard error' "$told" 'installing one-package'
expect_within 'first run: standard error' "$told" 'building (first run'
expect 'first run: lines on standard error' "$(wc -l <"$work/told")" 2
expect_within 'first run: apt' "$(<"$work/calls")" 'install --no-install-recommends one-package'
expect 'first run: apt and its input' "$(grep -c 'another-package\|apt took' "$work/calls")" 0

: >"$work/calls"
run "$tree/fairshare" <<<'again'
expect 'second run: standard output' "$printed" $'again\nrelative path'
expect 'second run: standard error' "$told" ''
expect 'second run: apt' "$(<"$work/calls")" ''

echo '{}' >"$tree/failures.ndjson"
mkdir "$tree/mine" && echo 'pass' >"$tree/mine/adapter.py"
: >"$work/calls"
: >"$work/installed"
run "$tree/fairshare" <<<'with files of a user'
expect 'files of a user: standard output' "$printed" $'with files of a user\nrelative path'
expect 'files of a user: apt' "$(<"$work/calls")" ''
echo 'one-package installed' >"$work/installed"

sed -i 's/return 7/return 8/' "$tree/main.cpp"
run "$tree/fairshare" <<<''
expect 'edited: exit status' "$status" 8

echo 'so this is an error' >>"$tree/main.cpp"
run "$tree/fairshare" <<<''
expect 'a broken build: exit status' "$status" 3
expect 'a broken build: standard output' "$printed" ''
expect_within 'a broken build: standard error' "$told" 'error:'
sed -i '$d' "$tree/main.cpp"

mv -- "$tree" "$work/moved"
sed -i 's/return 8/return 9/' "$work/moved/main.cpp"
run "$work/moved/fairshare" <<<''
expect 'a moved tree: exit status' "$status" 9

rm -rf -- "$work/moved/build"
: >"$work/calls"
: >"$work/installed"
"$work/moved/fairshare" first </dev/null >"$work/first" 2>/dev/null &
"$work/moved/fairshare" second </dev/null >"$work/second" 2>/dev/null &
wait
expect 'two first runs: the one' "$(<"$work/first")" '[first]'
expect 'two first runs: the other' "$(<"$work/second")" '[second]'
expect 'two first runs: apt' "$(grep -c install "$work/calls")" 1

# Without apt, the script names what is needed. Everything else that it calls is still there.
mkdir "$work/bin"
for tool in bash env readlink dirname find mkdir flock awk rm cat; do
  ln -s "$(command -v "$tool")" "$work/bin/"
done
rm -rf -- "$work/moved/build"
told=$(PATH=$work/bin "$work/moved/fairshare" 2>&1 </dev/null)
expect 'no apt: exit status' "$?" 3
expect_within 'no apt' "$told" 'packages are missing: one-package;'

# Every group that a script of this tree installs has packages.
for group in $(grep -ohE 'install_packages [a-z0-9 ]+' "$root/check" "$root/bench/run" | sed 's/install_packages//'); do
  told=$(source "$root/cmake/shell.sh" && packages_of "$group")
  expect "group $group has packages" "${told:+yes}" yes
done

((failures == 0))

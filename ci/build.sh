#!/usr/bin/env bash
# Puts the command `fairshare` into a folder that continuous integration can keep: FOLDER/fairshare, and in
# FOLDER/lib the libraries that another machine may lack.
#
#   build.sh FOLDER    builds it there, or does nothing where FOLDER has it, for the same key
#   build.sh --key     prints what FOLDER depends on, as one word: this tree, the system, the processor's kind
#
# Exit status: 0; 3 if it cannot be built.
set -euo pipefail

root=$(dirname -- "$(dirname -- "$(readlink -f -- "${BASH_SOURCE[0]}")")")

print_key() {
  local system=unknown tree
  if [[ -r /etc/os-release ]]; then system=$(. /etc/os-release && printf '%s-%s' "${ID:-unknown}" "${VERSION_ID:-0}"); fi
  # The files that the command is made of, including the pages that `explain` prints. Other pages and tests
  # do not count.
  tree=$(cd -- "$root" && find . -type f \( -name '*.h' -o -name '*.cpp' -o -name '*.cmake' -o -name CMakeLists.txt \
    -o -name CMakePresets.json -o -name build.sh -o -name apt-packages.txt -o -path './docs/codes/*' \) \
    -not -path './build/*' -not -path './tests/*' -not -path './.git/*' -print0 |
    LC_ALL=C sort -z | xargs -0 sha256sum | sha256sum | cut -c 1-16)
  printf '%s-%s-%s\n' "$system" "$(uname -m)" "$tree"
}

# libraries_of PROGRAM: the libraries that a system without our packages may lack.
libraries_of() { ldd "$1" | awk '$3 ~ /^\// && $1 ~ /^lib(gmp|fmt|pugixml|yaml-0|csv)\.so/ { print $3 }'; }

case ${1:-} in
  --key) print_key && exit ;;
  '' | -*) sed -n '2,/^set /{/^#/s/^# \{0,1\}//p}' "$0" >&2 && exit 2 ;;
esac
folder=$1
key=$(print_key)
if [[ -f $folder/key && $(<"$folder/key") == "$key" ]] && "$folder/fairshare" --version >/dev/null 2>&1; then exit; fi

# The command looks for its libraries next to itself first. The quotes are for the shell that links.
LDFLAGS="${LDFLAGS:-} '-Wl,-rpath,\$ORIGIN/lib'" "$root/fairshare" --version
mkdir -p -- "$folder/lib"
cp -- "$root/build/run/fairshare" "$folder/"
libraries_of "$folder/fairshare" | xargs -r cp -L -t "$folder/lib"
"$folder/fairshare" --version >/dev/null
printf '%s\n' "$key" >"$folder/key"

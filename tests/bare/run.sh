#!/usr/bin/env bash
# Does the README work on a bare Debian 12? Makes one, copies the tree into it, and does what the
# README says. debian.sh says what it needs.
set -euo pipefail

root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../.." && pwd)
# shellcheck source=tests/bare/debian.sh
source "$root/tests/bare/debian.sh"
tree=$bare/srv/fairshare

# The files of the repository as they are in the work tree; without a repository, everything that is not built.
copy_tree() {
  mkdir -p -- "$tree"
  cd -- "$root"
  if git -c safe.directory='*' rev-parse --git-dir >/dev/null 2>&1; then
    git -c safe.directory='*' ls-files -z --cached --others --exclude-standard |
      while IFS= read -r -d '' file; do [[ ! -e $file ]] || printf '%s\0' "$file"; done |
      tar -c --null --files-from=- | tar -x --no-same-owner -C "$tree"
  else
    tar -c --exclude=./build . | tar -x --no-same-owner -C "$tree"
  fi
}

# in_tree COMMAND...
in_tree() { in_bare -C /srv/fairshare "$@"; }

# A user without root and sudo is told which packages are missing.
try_without_root() {
  local status=0
  chown -R 65534:65534 "$tree"
  as_user=(--userspec=65534:65534)
  in_tree ./fairshare --help >"$log" 2>&1 || status=$?
  as_user=()
  rm -rf -- "$tree/build"
  chown -R 0:0 "$tree"
  ((status == 3)) || fail "exit status $status, not 3, where nothing can be installed"
  grep -q 'missing: g++ cmake' "$log" || fail 'without root, the missing packages are not named'
}

# A second run builds nothing and calls no package manager: a tool that is called leaves a trace, and fails.
try_again() {
  local name started
  # shellcheck disable=SC2016  # $0 is the caller's business
  for name in apt-get dpkg-query cmake ninja g++; do
    printf '#!/bin/sh\necho "$0" >>/called\nexit 1\n' >"$bare/usr/local/bin/$name"
    chmod +x "$bare/usr/local/bin/$name"
  done
  started=${EPOCHREALTIME/./}
  in_tree ./fairshare --help >"$log" 2>&1 || fail 'a second run'
  step "a second run of ./fairshare took $(((${EPOCHREALTIME/./} - started) / 1000)) ms"
  ((${EPOCHREALTIME/./} - started < 1000000)) || fail 'a second run is not quick'
  in_tree tests/whole/readme_test.sh >"$log" 2>&1 || fail 'the README, a second time'
  [[ ! -e $bare/called ]] || fail "a second run called $(sort -u "$bare/called" | xargs)"
}

make_debian
copy_tree
step 'without root and sudo'
try_without_root
step 'the commands of the README: installing, building, comparing'
in_tree tests/whole/readme_test.sh >"$log" 2>&1 || fail 'the README'
sed 's/^/       /' "$log"
step 'again'
try_again
step 'the README works on a bare Debian 12'

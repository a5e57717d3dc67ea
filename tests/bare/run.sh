#!/usr/bin/env bash
# Does the README work on a bare Debian 12? Makes one, copies the tree into it, and does what it says.
#
# Needs root (asks sudo), debootstrap, and an apt here that knows Debian 12: the same sources are used.
# Elsewhere set FAIRSHARE_BARE_MIRROR to a Debian mirror. Nothing stays behind.
set -euo pipefail

root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../.." && pwd)

if ((EUID != 0)); then
  exec sudo --preserve-env=FAIRSHARE_BARE_MIRROR,http_proxy,https_proxy,no_proxy "$0" "$@"
fi
# In namespaces of its own, whatever is mounted or started here ends with this script.
if [[ ${1:-} != inside ]]; then
  exec unshare --mount --propagation private --pid --fork --kill-child "$0" inside
fi

work=$(mktemp -d -p /var/tmp)
bare=$work/debian
tree=$bare/srv/fairshare
log=$work/log
trap 'umount -q "$bare/proc" || true; rm -rf --one-file-system -- "$work"' EXIT

step() { printf '%3d s  %s\n' "$SECONDS" "$*"; }

fail() {
  step "FAILED: $*"
  tail -n 60 -- "$log" 2>/dev/null
  exit 1
}

# setting NAME: of the apt here, such as its proxy.
setting() { apt-config shell value "$1" 2>/dev/null | sed "s/^value='\(.*\)'\$/\1/"; }

# Lines "URI suite component" of the Debian 12 sources here, in whichever way they are written.
list_sources() {
  if [[ -n ${FAIRSHARE_BARE_MIRROR:-} ]]; then
    echo "$FAIRSHARE_BARE_MIRROR bookworm main"
  else
    # shellcheck disable=SC2016  # apt fills these in
    apt-get indextargets --format '$(REPO_URI) $(RELEASE) $(COMPONENT)' 'Created-By: Packages' |
      awk '$2 ~ /^bookworm(-updates|-security)?$/ && $3 == "main"' | sort -u
  fi
}

# Debian itself and nothing that anybody installs: no compiler, no sudo, not even certificates.
make_bare() {
  local mirror proxy options=(--variant=minbase)
  mirror=$(awk '$2 == "bookworm" { print $1; exit }' "$work/sources")
  [[ -n $mirror ]] || fail 'the apt here knows no Debian 12; set FAIRSHARE_BARE_MIRROR'
  [[ $mirror != https:* ]] || options+=(--include=ca-certificates)
  proxy=$(setting Acquire::http::Proxy)
  [[ -z $proxy ]] || export http_proxy=${http_proxy:-$proxy}
  debootstrap "${options[@]}" bookworm "$bare" "$mirror" >"$log" 2>&1 || fail debootstrap
}

# It reaches its packages the same way as we do here: sources, keys, and how apt acquires.
configure_apt() {
  sed 's/^/deb /' "$work/sources" >"$bare/etc/apt/sources.list"
  cp -R /etc/apt/trusted.gpg.d/. "$bare/etc/apt/trusted.gpg.d/"
  cp -L /etc/resolv.conf /etc/hosts "$bare/etc/"
  apt-config dump | grep -E '^Acquire::(https?|ftp|Retries|Check-|Languages|ForceIPv)' \
    >"$bare/etc/apt/apt.conf.d/99as-outside" || true
  mount -t proc proc "$bare/proc"
}

# The files of the repository as they stand in the work tree; without a repository, all but what is built.
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

# in_bare COMMAND...: in the tree, without our environment but the proxies.
in_bare() {
  chroot "${as_user[@]}" "$bare" /usr/bin/env -i -C /srv/fairshare HOME=/root TERM=dumb \
    PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
    ${http_proxy:+http_proxy="$http_proxy"} ${https_proxy:+https_proxy="$https_proxy"} \
    ${no_proxy:+no_proxy="$no_proxy"} "$@"
}
as_user=()

# A user without root and sudo is told which packages are missing.
try_without_root() {
  local status=0
  chown -R 65534:65534 "$tree"
  as_user=(--userspec=65534:65534)
  in_bare ./fairshare --help >"$log" 2>&1 || status=$?
  as_user=()
  rm -rf -- "$tree/build"
  chown -R 0:0 "$tree"
  ((status == 3)) || fail "exit status $status, not 3, where nothing can be installed"
  grep -q 'missing: g++ cmake' "$log" || fail 'without root, the missing packages are not named'
}

# A second run builds nothing and asks no package manager: a tool that is called leaves a trace, and fails.
try_again() {
  local name started
  # shellcheck disable=SC2016  # $0 is the caller's business
  for name in apt-get dpkg-query cmake ninja g++; do
    printf '#!/bin/sh\necho "$0" >>/called\nexit 1\n' >"$bare/usr/local/bin/$name"
    chmod +x "$bare/usr/local/bin/$name"
  done
  started=${EPOCHREALTIME/./}
  in_bare ./fairshare --help >"$log" 2>&1 || fail 'a second run'
  step "a second run of ./fairshare took $(((${EPOCHREALTIME/./} - started) / 1000)) ms"
  ((${EPOCHREALTIME/./} - started < 1000000)) || fail 'a second run is not quick'
  in_bare tests/whole/readme_test.sh >"$log" 2>&1 || fail 'the README, a second time'
  [[ ! -e $bare/called ]] || fail "a second run called $(sort -u "$bare/called" | xargs)"
}

list_sources >"$work/sources"
step 'making a bare Debian 12'
make_bare
configure_apt
copy_tree
step 'without root and sudo'
try_without_root
step 'the commands of the README: installing, building, comparing'
in_bare tests/whole/readme_test.sh >"$log" 2>&1 || fail 'the README'
sed 's/^/       /' "$log"
step 'again'
try_again
step 'the README works on a bare Debian 12'

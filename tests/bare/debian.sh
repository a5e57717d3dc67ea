# A bare Debian 12 in a folder, for tests. A script that sources this, with `root` set, continues as root in its
# own namespaces.
#
# Needs root (asks sudo), debootstrap, and an apt here that knows Debian 12: the same sources are used.
# On other systems, set FAIRSHARE_BARE_MIRROR to a Debian mirror. Nothing stays behind.
# shellcheck shell=bash disable=SC2154

if ((EUID != 0)); then
  exec sudo --preserve-env=FAIRSHARE_BARE_MIRROR,http_proxy,https_proxy,no_proxy "$0" "$@"
fi
# In its own namespaces, everything that is mounted or started here ends with this script.
if [[ ${1:-} != inside ]]; then
  exec unshare --mount --propagation private --pid --fork --kill-child "$0" inside "$@"
fi

work=$(mktemp -d -p /var/tmp)
bare=$work/debian
log=$work/log
shift
trap 'umount -q "$bare/proc" || true; rm -rf --one-file-system -- "$work"' EXIT

step() { printf '%3d s  %s\n' "$SECONDS" "$*"; }

fail() {
  step "FAILED: $*"
  tail -n 60 -- "$log" 2>/dev/null
  exit 1
}

# setting NAME: a setting of the apt here, such as its proxy.
setting() { apt-config shell value "$1" 2>/dev/null | sed "s/^value='\(.*\)'\$/\1/"; }

# Lines "URI suite component" of the Debian 12 sources here, in whatever format they are written.
list_sources() {
  if [[ -n ${FAIRSHARE_BARE_MIRROR:-} ]]; then
    echo "$FAIRSHARE_BARE_MIRROR bookworm main"
  else
    # shellcheck disable=SC2016  # apt fills these in
    apt-get indextargets --format '$(REPO_URI) $(RELEASE) $(COMPONENT)' 'Created-By: Packages' |
      awk '$2 ~ /^bookworm(-updates|-security)?$/ && $3 == "main"' | sort -u
  fi
}

# Debian itself, without anything that users install: no compiler, no sudo, not even certificates.
make_bare() {
  local mirror proxy options=(--variant=minbase)
  mirror=$(awk '$2 == "bookworm" { print $1; exit }' "$work/sources")
  [[ -n $mirror ]] || fail 'the apt here knows no Debian 12; set FAIRSHARE_BARE_MIRROR'
  [[ $mirror != https:* ]] || options+=(--include=ca-certificates)
  proxy=$(setting Acquire::http::Proxy)
  [[ -z $proxy ]] || export http_proxy=${http_proxy:-$proxy}
  debootstrap "${options[@]}" bookworm "$bare" "$mirror" >"$log" 2>&1 || fail debootstrap
}

# It gets packages the same way as this system: sources, keys, and how apt acquires.
configure_apt() {
  sed 's/^/deb /' "$work/sources" >"$bare/etc/apt/sources.list"
  cp -R /etc/apt/trusted.gpg.d/. "$bare/etc/apt/trusted.gpg.d/"
  cp -L /etc/resolv.conf /etc/hosts "$bare/etc/"
  apt-config dump | grep -E '^Acquire::(https?|ftp|Retries|Check-|Languages|ForceIPv)' \
    >"$bare/etc/apt/apt.conf.d/99as-outside" || true
  mount -t proc proc "$bare/proc"
}

# in_bare [-C FOLDER] COMMAND...: without our environment, except for the proxies; as root, unless `as_user` says
# otherwise.
in_bare() {
  local folder=/
  if [[ $1 == -C ]]; then
    folder=$2
    shift 2
  fi
  chroot "${as_user[@]}" "$bare" /usr/bin/env -i -C "$folder" HOME=/root TERM=dumb \
    PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
    ${http_proxy:+http_proxy="$http_proxy"} ${https_proxy:+https_proxy="$https_proxy"} \
    ${no_proxy:+no_proxy="$no_proxy"} "$@"
}
as_user=()

make_debian() {
  list_sources >"$work/sources"
  step 'making a bare Debian 12'
  make_bare
  configure_apt
}

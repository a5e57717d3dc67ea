# What ./fairshare and ./check share; they source it. Needs `root`, the root of the tree. Nothing
# that runs here gets standard input, which belongs to the command.
# shellcheck shell=bash disable=SC2154

say() { printf '%s: %s\n' "${0##*/}" "$*" >&2; }

give_up() {
  say "$*"
  exit 3
}

# quietly LOG COMMAND...: the output goes to LOG. Standard error gets a line of it every 20 seconds, and
# all of it if the command fails. The command only inherits the three usual files, so that a daemon that
# an installation starts cannot keep our lock.
quietly() {
  local log=$1 line shown=$SECONDS
  shift
  : >"$log"
  if "$@" 9>&- </dev/null 2>&1 | while IFS= read -r line; do
    printf '%s\n' "$line" >>"$log"
    if ((SECONDS - shown >= 20)); then
      say "$line"
      shown=$SECONDS
    fi
  done; then
    return 0
  fi
  cat -- "$log" >&2
  return 1
}

# lock_tree PURPOSE: waits until no other run has the lock of that name in this tree. The lock ends
# with this process, or with `exec 9>&-`.
lock_tree() {
  if ! { mkdir -p -- "$root/build" && exec 9>"$root/build/$1.lock"; } 2>/dev/null; then
    give_up "cannot write to $root/build"
  fi
  command -v flock >/dev/null || return 0
  flock -n 9 && return 0
  say 'another run is building; waiting for it…'
  flock 9
}

# packages_of GROUP...: the names in those groups of apt-packages.txt.
packages_of() {
  awk -v groups=" $* " '
    /^# *[a-z0-9]+:/ { group = $2; sub(/:.*/, "", group); next }
    /^ *(#|$)/ { next }
    index(groups, " " group " ") { print $1 }' "$root/apt-packages.txt"
}

# is_in NAME LIST...
is_in() {
  local name=$1 each
  shift
  for each in "$@"; do
    [[ $each == "$name" ]] && return 0
  done
  return 1
}

# missing_among PACKAGE...: those that are not installed; all of them if there is no dpkg to ask.
missing_among() {
  local installed=() package
  if command -v dpkg-query >/dev/null; then
    mapfile -t installed < <(dpkg-query -W -f '${Package} ${db:Status-Status}\n' "$@" 2>/dev/null |
      awk '$2 == "installed" { print $1 }')
  fi
  for package in "$@"; do
    is_in "$package" "${installed[@]}" || printf '%s\n' "$package"
  done
}

# install_packages GROUP...: installs what is missing from those groups; calls apt only if something
# is. FAIRSHARE_INSTALL=no installs nothing, for systems that have the same packages under other names.
install_packages() {
  [[ ${FAIRSHARE_INSTALL:-yes} != no ]] || return 0
  local wanted missing as_root=() log=$root/build/install.log
  mapfile -t wanted < <(packages_of "$@")
  mapfile -t missing < <(missing_among "${wanted[@]}")
  ((${#missing[@]} > 0)) || return 0

  local needed="these Debian 12 packages are missing: ${missing[*]}"
  local otherwise='if you have them from another source, set FAIRSHARE_INSTALL=no'
  command -v apt-get >/dev/null || give_up "apt-get not found; $needed; $otherwise"
  if ((EUID != 0)); then
    command -v sudo >/dev/null || give_up "neither root nor sudo is available; $needed; $otherwise"
    as_root=(sudo)
  fi

  say "installing ${missing[*]}…"
  local apt=("${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -y -o DPkg::Lock::Timeout=300)
  # One unreachable source must not block the others, so `update` may fail.
  quietly "$log" "${apt[@]}" update || say 'apt-get update failed; trying the existing lists'
  quietly "$log" "${apt[@]}" install --no-install-recommends "${missing[@]}" ||
    give_up "apt-get failed; $needed"
}

# What the tests of the command share; they source it, with the command as their first argument. It sets $binary,
# $root (of the tree) and $folder, an empty folder that is removed at their end.
# shellcheck shell=bash disable=SC2034
set -uo pipefail

binary=$(realpath -- "$1")
root=$(dirname -- "$(dirname -- "$(dirname -- "$(realpath -- "${BASH_SOURCE[0]}")")")")
passed=0
failed=0
folder=$(mktemp -d)
trap 'rm -rf -- "$folder"' EXIT
unset NO_COLOR

# is SENTENCE EXPECTED ACTUAL
is() {
  if [[ $2 == "$3" ]]; then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
    printf 'FAILED: %s\n  expected: %s\n  actual:   %s\n' "$1" "$2" "$3"
  fi
}

# has SENTENCE PART TEXT
has() {
  if [[ $3 == *"$2"* ]]; then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
    printf 'FAILED: %s\n  expected to contain: %s\n  actual: %s\n' "$1" "$2" "$3"
  fi
}

# run ARGS...: sets $out, $err and $status, and writes files of these names in $folder. Standard input is the
# caller's.
run() {
  "$binary" "$@" >"$folder/out" 2>"$folder/err"
  status=$?
  out=$(<"$folder/out") err=$(<"$folder/err")
}

# shown PAGE: runs each "$ fairshare ..." in the page's blocks, in the tree, and compares the output with what
# follows.
shown() {
  local page=$1 line command='' expected=''
  compare() {
    [[ -n $command ]] || return 0
    # shellcheck disable=SC2086  # the page's words are words
    (cd -- "$root" && eval "${command//fairshare/\"\$binary\"}") >"$folder/shown" 2>&1 </dev/null
    is "$page: $command" "$expected" "$(<"$folder/shown")"
    command='' expected=''
  }
  local in_block=false
  while IFS= read -r line; do
    if [[ $line == '```'* ]]; then
      compare
      [[ $in_block == true ]] && in_block=false || in_block=true
    elif [[ $in_block == true && $line == '$ '* ]]; then
      compare
      command=${line#\$ }
    elif [[ $in_block == true && -n $command ]]; then
      expected+=${expected:+$'\n'}$line
    fi
  done <"$root/$page"
}

# finish: the last line of a test.
finish() {
  echo "$passed passed, $failed failed"
  ((failed == 0))
}

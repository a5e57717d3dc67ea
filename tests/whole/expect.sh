# What the tests of the command have in common; they source it, with the command as their first argument.
# It leaves them $binary, $root (of the tree) and $folder, an empty one that is removed at their end.
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

# run ARGS...: leaves $out, $err and $status, and files of these names in $folder. Standard input is
# the caller's.
run() {
  "$binary" "$@" >"$folder/out" 2>"$folder/err"
  status=$?
  out=$(<"$folder/out") err=$(<"$folder/err")
}

# finish: the last line of a test.
finish() {
  echo "$passed passed, $failed failed"
  ((failed == 0))
}

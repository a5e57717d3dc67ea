#!/usr/bin/env bash
# Do the README and the pages of docs/ that show a console say the truth?
#
#   readme_test.sh [BINARY]
#
# The README's example in Python must be a file that python_test.py and packaging/check.sh run. ```console blocks are
# replayed: each `$ command` must print to standard output what is shown below it, where a line `…` stands for any
# lines and `…` in a line for any text. Each must succeed, unless `$ echo $?` comes next and shows its exit status.
# With a BINARY, that is what ./fairshare is; without one, the script at the root installs and builds.
set -uo pipefail

root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../.." && pwd)
page=README.md
failures=0
commands=0

fail() {
  printf '%s:%s: %s\n' "$page" "$1" "$2"
  failures=$((failures + 1))
}

# print_blocks LANGUAGE: "number:line" for each line of the page's blocks in that language; a block
# ends with "number:" and a form feed.
print_blocks() {
  awk -v fence="\`\`\`$1" '
    inside && /^```/ { print NR ":\f"; inside = 0; next }
    inside { print NR ":" $0 }
    $0 == fence { inside = 1 }' "$root/$page"
}

# check_example LANGUAGE FILE
check_example() {
  local shown
  shown=$(print_blocks "$1" | sed '/^[0-9]*:\f$/,$d; s/^[0-9]*://')
  if [[ $shown != "$(<"$root/$2")" ]]; then
    fail 1 "its first block in $1 is not $2"
    diff "$root/$2" - <<<"$shown"
  fi
}

# matches TEXT EXPECTED
matches() {
  local pattern
  pattern=$(sed 's/[][\\*?()|]/\\&/g; s/…/*/g' <<<"$2")
  # shellcheck disable=SC2053  # a pattern is meant
  [[ $1 == $pattern ]]
}

# The state of the block being replayed: a command, its line, what is expected, and the last status.
command='' command_line=0 expected='' status=0 status_line=0

finish_command() {
  [[ -n $command ]] || return 0
  commands=$((commands + 1))
  if ((status != 0)) && [[ $command != 'echo $?' ]]; then
    fail "$status_line" "exit status $status is nowhere told"
  fi
  local printed
  printed=$(cd -- "$place" && (exit "$status"); eval "$command")
  status=$? status_line=$command_line
  if ! matches "$printed" "${expected%$'\n'}"; then
    fail "$command_line" "\$ $command"
    diff <(printf '%s' "$expected") <(printf '%s\n' "$printed")
  fi
  command='' expected=''
}

replay() {
  local number line unfinished=no
  while IFS= read -r line; do
    number=${line%%:*} line=${line#*:}
    if [[ $line == $'\f' ]]; then
      finish_command
      ((status == 0)) || fail "$status_line" "exit status $status is nowhere told"
      status=0
    elif [[ $unfinished == yes ]]; then
      command+=${line#> }
    elif [[ $line == '$ '* ]]; then
      finish_command
      command=${line#'$ '} command_line=$number
    else
      expected+=$line$'\n'
    fi
    unfinished=no
    if [[ -z $expected && $command == *\\ ]]; then
      command=${command%\\} unfinished=yes
    fi
  done < <(print_blocks console)
}

# The commands' files stay in this folder.
place=$(mktemp -d)
trap 'rm -rf -- "$place"' EXIT
ln -s -- "$root"/* "$place"
if (($# > 0)); then ln -sfn -- "$(realpath -- "$1")" "$place/fairshare"; fi

check_example python examples/languages/shares.py
for page in README.md $(cd -- "$root" && grep -lx '```console' docs/*.md); do
  before=$commands
  replay
  ((commands > before)) || fail 1 "no command to replay"
done
printf '%s commands replayed, %s failures\n' "$commands" "$failures"
((failures == 0))

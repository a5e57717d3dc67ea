#!/usr/bin/env bash
# Does `fairshare fuzz` keep its times, and end when it is told to? Most of this test's time is waiting.
# fuzz_times_cli_test.sh BINARY

# shellcheck source=tests/whole/fuzzing.sh
source "$(dirname -- "${BASH_SOURCE[0]}")/fuzzing.sh"

fuzz --cases 64 --seed 3 -- "${misbehaving[@]}" hangs-once '{}' "$folder/hung"
is 'a hang that does not come again is no failure' 0 "$status"
has 'and is told' '1 answer came late, but in time when asked again' "$output"
fuzz --cases 64 --seed 3 -- "${misbehaving[@]}" slow-at-first
is 'a slow first answer is no failure' 0 "$status"
has 'nor one after a restart' ': nothing found' "$output"
fuzz --cases 32 --seed 3 --first --first-deadline 1s -- "${misbehaving[@]}" slow-at-first
has 'though it has a time of its own only' 'no answer within 500 ms, nor a first one within 1000 ms' "$output"

# ends_within SECONDS SENTENCE COMMAND...: sets `ended`, its status.
ends_within() {
  local begin=$EPOCHREALTIME most=$1 sentence=$2
  shift 2
  "$@"
  ended=$?
  is "$sentence" yes "$(python3 -c 'import sys; a, b, most = map(float, sys.argv[1:]); print("yes" if b - a < most else b - a)' \
    "$begin" "$EPOCHREALTIME" "$most")"
}

# interrupted SIGNAL ARGUMENT...: sets `output` and `status` of a run that gets SIGNAL after its first answers.
interrupted() {
  local signal=$1
  shift
  "$binary" fuzz --save '' --deadline 10s --time 60s "$@" -- "${misbehaving[@]}" slow >"$folder/interrupted" 2>&1 &
  sleep 4
  kill -s "$signal" $!
  wait $!
  status=$?
  output=$(<"$folder/interrupted")
}

deadline=10s ends_within 10 'the time is over though answers take 1.5 s' fuzz --time 4s -- "${misbehaving[@]}" slow
is 'and that is no failure' 0 "$status"
ends_within 8 'an interruption is obeyed' interrupted TERM
is 'its status says which signal it was' 143 "$status"
has 'it is said how far it came' ' of 60.0 s' "$output"
has 'and that it was interrupted' 'slow 1: interrupted: ' "$output"
interrupted INT --format json
is 'in JSON too' '130 True 60.0' "$status $(query 'r["interrupted"], r["planned_seconds"]' | tr -d '(),')"
interrupted TERM --format junit
has 'in JUnit too' '<failure type="unfinished" message="interrupted after ' "$output"

"$binary" fuzz -- sleep 1000 2>"$folder/interrupted" &
sleep 1
kill -s TERM $!
ends_within 8 'it is obeyed before there is a hello' wait $!
is 'and the status says so' 143 "$ended"
has 'and a warning' 'interrupted before its hello' "$(<"$folder/interrupted")"

# However the command ends, what it has started ends, too: the adapter, and a process that the adapter started.
(
  "$binary" fuzz --save '' --time 60s -- sh -c 'sleep 1000 & echo "$$ $!" >"$0"; exec "$@"' \
    "$folder/pids" "${misbehaving[@]}" slow >/dev/null 2>&1 &
  echo $! >"$folder/command"
)
for ((i = 0; i < 100; ++i)); do [[ -s $folder/pids ]] && break || sleep 0.1; done
kill -s KILL "$(<"$folder/command")"
read -r -a pids <"$folder/pids"
is 'there are two of them' 2 "${#pids[@]}"
# running: how many of them are running, without zombies.
running() { ps -o stat= -p "${pids[0]},${pids[1]}" | grep -vc Z; }
for ((i = 0; i < 100; ++i)); do [[ $(running) == 0 ]] && break || sleep 0.1; done
is 'the adapter dies with the command, though that is killed' 0 "$(running)"

ends_within 60 'an adapter that never ends its line is soon seen' \
  fuzz --cases 32 --seed 3 --first -- sh -c 'read -r hello; echo "{\"name\":\"flood\"}"; yes | tr -d "\n"'
has 'and told' 'FS503] the answer is an endless line without a newline' "$output"

deadline=10s fuzz --time 1s -- sh -c 'read -r hello; echo "{\"name\":\"silent\"}"; sleep 1000'
is 'no answer at all is no success' 2 "$status"
is 'and it is said why' 'error[FS107] nothing was judged: the adapter gave no answer in N s; its first answer may take up to --first-deadline; pass --allow-empty to accept that' \
  "$(grep FS107 <<<"$output" | sed 's/ [0-9.]* s;/ N s;/')"

finish

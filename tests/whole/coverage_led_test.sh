#!/usr/bin/env bash
# Does fuzz/candidate.sh find what random problems do not? coverage_led_test.sh COMMAND [SECONDS]
#
# Both get SECONDS, by default 180, for examples/coverage/tiers.c.

# shellcheck source=tests/whole/expect.sh
source "$(dirname -- "${BASH_SOURCE[0]}")/expect.sh"
cd -- "$root" || exit 2
seconds=${2:-180}

cc -O2 -shared -fPIC -I . -o "$folder/tiers.so" examples/coverage/tiers.c || exit 2
output=$("$binary" fuzz --time "${seconds}s" --jobs "$(nproc)" --seed 1 --save "$folder/random" --shared-object "$folder/tiers.so")
is 'random problems do not find it' 0 "$?"
tail -n 1 <<<"$output"

rm -rf build/candidate/libfuzzer
output=$(fuzz/candidate.sh --save "$folder/led" "$seconds" examples/coverage/tiers.c)
is 'coverage finds it' 1 "$?"
tail -n 1 <<<"$output"
record=$(cat "$folder"/led/*.ndjson)
has 'in the configuration that the code knows' '"weight":100' "$record"
run fuzz --replay "$folder"/led/*.ndjson --save '' --shared-object "$folder/tiers.so"
is 'the record that it saves fails again' 1 "$status"
run fuzz --replay "$folder"/led/*.ndjson --save '' -- python3 examples/adapters/fair.py
is 'and is divided fairly by another' 0 "$status"

finish

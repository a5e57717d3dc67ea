#!/usr/bin/env bash
# Does `fairshare fuzz` do what docs/fuzzing.md says? fuzz_cli_test.sh BINARY

# shellcheck source=tests/whole/fuzzing.sh
source "$(dirname -- "${BASH_SOURCE[0]}")/fuzzing.sh"

fuzz --cases 160 --seed 1 --format json -- "${misbehaving[@]}" behaves
is 'a fair adapter passes' 0 "$status"
is 'nothing is found in it' '160 [] behaves 1 fair' \
  "$(query 'r["cases"], r["found"], r["name"], r["version"], r["scheduler"]' | tr -d "(),'")"
is 'every family had its part' 16 "$(query 'len(r["families"])')"

# misbehaves MODE CODE CLAIMANTS [OPTION...]: found, shrunk to so many, 1-minimal.
misbehaves() {
  local mode=$1 code=$2 claimants=$3
  shift 3
  fuzz --cases 192 --seed 3 --format json "$@" -- "${misbehaving[@]}" "$mode"
  is "$mode has status 1" 1 "$status"
  local found="min((f for f in r['found'] if f['code'] == '$code'), key=lambda f: f['claimants'])"
  is "$mode is found and shrunk" "$claimants True" \
    "$(query "$found['claimants'], $found['minimal']" | tr -d '(),')"
  file=$(query "$found['file']")
  "$binary" fuzz --deadline 500ms --replay "$file" -- "${misbehaving[@]}" "$mode" >/dev/null
  is "$mode fails again when it is replayed" 1 "$?"
}

misbehaves hangs FS501 2
misbehaves crashes FS502 1
misbehaves exits FS502 4
misbehaves garbage FS503 2
misbehaves floods FS503 2
misbehaves wrong-seq FS503 0
misbehaves nan FS503 1
misbehaves too-few FS503 3
misbehaves refuses FS505 0
misbehaves random FS504 2 --within 2
misbehaves no-maximums FS103 2
fuzz --replay "$file" -- "${misbehaving[@]}" behaves
is 'what it fails on, a fair adapter does not' 0 "$status"
has 'a replay says how many problems it asked' "1 problem of $file asked again" "$output"
has 'and that none of them failed' ': none failed' "$output"
cat "$file" "$file" >"$folder/both.ndjson"
fuzz --replay "$folder/both.ndjson" -- "${misbehaving[@]}" no-maximums
is 'a replay says how many of them failed' 1 "$(grep -c '2 problems of .* asked again in .* s: 2 failed' <<<"$output")"
has 'and which' "problem 2 of $folder/both.ndjson, 2 claimants" "$output"
fuzz --replay "$folder/both.ndjson" --format json -- "${misbehaving[@]}" no-maximums
is 'in JSON too' "$folder/both.ndjson 2 2" "$(query 'r["replayed"], r["cases"], len(r["found"])' | tr -d "(),'")"
has 'the record is one that verify takes' 'unfair' "$("$binary" verify --format json "$file")"
misbehaves first-gets-more FS204 2
misbehaves first-gets-more FS207 2 --families ties
misbehaves grudging FS206 2
misbehaves crowded FS208 1
fuzz --cases 800 --seed 1 --format json -- "${misbehaving[@]}" two-defects
is 'two defects of one code are both told, the largest deviation first' '[0.25, 1e-15]' \
  "$(query '[f["deviation"] for f in r["found"] if f["code"] == "FS101"]')"
misbehaves infeasible-is-zero FS012 1 --infeasible

fuzz --cases 64 --seed 3 --infeasible -- "${misbehaving[@]}" refuses-infeasible
is 'to refuse what has no fair allocation is no failure' 0 "$status"
fuzz --cases 64 --seed 3 --infeasible -- "${misbehaving[@]}" behaves
is 'minimums, and all that can be claimed, are right where nothing is fair' 0 "$status"
fuzz --cases 64 --seed 3 -- "${misbehaving[@]}" skips
is 'an adapter that skips everything is no success' 2 "$status"
has 'and that is said' 'nothing was judged: the adapter skipped every problem' "$output"
fuzz --cases 64 --seed 3 --format json --allow-empty -- "${misbehaving[@]}" skips
is 'unless that is allowed' '0 64' "$status $(query 'r["skipped"]')"
trace='java.lang.ArithmeticException: / by zero\n\tat java.base/java.lang.Math.floorDiv(Math.java:1)\n\tat Mine.f(Mine.java:4)\n'
fuzz --cases 32 --seed 3 -- sh -c 'read -r hello; echo "{\"name\":\"java\"}"; read -r problem; printf "$0" >&2; exit 1' "$trace"
has 'the exception is told, and its place' \
  'exit status 1; on standard error: java.lang.ArithmeticException: / by zero, at Mine.f(Mine.java:4)' "$output"
for record in '{"total":1,"claimants":[]}' '{"total":1,"claimants":[{}]}' '{"total":1,"claimants":[{"weight":2}, {}]}'; do
  echo "$record" >"$folder/minimal.ndjson"
  fuzz --replay "$folder/minimal.ndjson" -- "${misbehaving[@]}" behaves
  is "$record is replayed" 0 "$status"
  has "and that is said of $record" "1 problem of $folder/minimal.ndjson asked again in" "$output"
done
fuzz --replay "$folder/minimal.ndjson" -- "${misbehaving[@]}" skips
is 'a replay that is skipped is no success' 2 "$status"
has 'and that is said of it' 'asked again (1 skipped) in' "$output"
fuzz --cases 0 -- "${misbehaving[@]}" behaves
is 'no case is no success' 2 "$status"
has 'of no case it is not said that nothing was found' ': nothing judged' "$output"
has 'but that none was sent' 'nothing was judged: no problem was sent; pass --allow-empty to accept that' "$output"
fuzz --cases 0 --format junit -- "${misbehaving[@]}" behaves
has 'nor in JUnit' '<failure type="unfinished" message="nothing was judged">' "$output"
fuzz --cases 160 --seed 3 --jobs 2 --format json -- "${misbehaving[@]}" no-maximums
first=$(query '[f["record"] for f in r["found"]]')
fuzz --cases 160 --seed 3 --format json -- "${misbehaving[@]}" no-maximums
is 'the same seed finds the same, whatever the jobs' "$first" "$(query '[f["record"] for f in r["found"]]')"

fuzz --cases 64 --seed 3 --format junit -- "${misbehaving[@]}" garbage
has 'JUnit counts the failures' 'failures="' "$output"
is 'JUnit is as its schema says' '- validates' "$(xmllint --nonet --noout --schema "$root/docs/junit.xsd" - <<<"$output" 2>&1)"
fuzz --cases 64 --seed 3 -- "${misbehaving[@]}" garbage
has 'people are told how to see it again' 'fairshare fuzz --replay' "$output"
has 'people get a summary' 'kind of failure' "$output"

fuzz --cases 64 --seed 3 -- "${misbehaving[@]}" behaves '{"scheduler":"yarn-9"}'
is 'an unknown scheduler cannot be fuzzed' 3 "$status"
has 'and the known ones are named' '"yarn-3"' "$output"
fuzz -- "${misbehaving[@]}" dies-at-once
is 'an adapter that ends before its hello has not been run' 3 "$status"
has 'its last words are told' 'no licence' "$output"
fuzz -- "${misbehaving[@]}" no-json
is 'a hello that is not JSON is refused' 3 "$status"
has 'and what it is is told' 'error[FS506] cannot run the adapter: malformed hello: ' "$output"
fuzz -- "$folder/missing"
is 'a command that is missing has not been run' 3 "$status"
has 'and its name is told' 'missing' "$output"
fuzz -- "${misbehaving[@]}" behaves '{"relativ":1e-9}'
is 'a misspelt term is not passed over' 3 "$status"

fuzz
is 'without an adapter it is wrong usage' 2 "$status"
fuzz --cases x -- true
is 'a number of cases is a number' 2 "$status"
fuzz --time 0s -- true
is 'a time is above 0' 2 "$status"
fuzz --time 8785h -- true
is 'a time is a year at most, and an hour has 3600 seconds' 2 "$status"
fuzz --families knots -- true
is 'a family must be known' 2 "$status"
echo '{"total":1,"claimants":[{"weight":-1}]}' >"$folder/bad.ndjson"
fuzz --replay "$folder/bad.ndjson" -- "${misbehaving[@]}" behaves
is 'an invalid record is not replayed' 2 "$status"
has 'and its place is told' 'bad.ndjson:1: claimant 0, claimants[0].weight' "$output"

finish

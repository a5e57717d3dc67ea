#!/usr/bin/env bash
# Does `fairshare fuzz` do what docs/fuzzing.md says? fuzz_cli_test.sh BINARY

# shellcheck source=tests/whole/fuzzing.sh
source "$(dirname -- "${BASH_SOURCE[0]}")/fuzzing.sh"

fuzz --cases 160 --seed 1 --format json -- "${misbehaving[@]}" behaves
is 'a fair adapter passes' 0 "$status"
is 'nothing is found in it' '160 [] behaves 1 fair' \
  "$(query 'r["cases"], r["found"], r["name"], r["version"], r["scheduler"]' | tr -d "(),'")"
is 'every family had its part' 16 "$(query 'len(r["families"])')"

# misbehaves MODE CODE CLAIMANTS [OPTION...]: the failure is found, and shrunk to so many claimants, 1-minimal.
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
has 'and which' "replayed from $folder/both.ndjson:2, 2 claimants" "$output"
echo garbage | cat - "$file" >"$folder/bad.ndjson"
fuzz --replay "$folder/bad.ndjson" "$file" -- \
  sh -c 'exec python3 -SEB tests/adapters/misbehaving.py no-maximums' sh --replay x -- y
is 'several files are asked again, and a line that is no record hides no other' '2 1' \
  "$status $(grep -c ': 2 problems of 2 files asked again in .* s: 2 failed' <<<"$output")"
has 'it is named' "$folder/bad.ndjson:1: garbage is not a JSON value" "$output"
fuzz --first --replay "$folder/both.ndjson" -- "${misbehaving[@]}" no-maximums
is 'and ends with the first if that is asked for' 1 "$(grep -c ': 1 problem of .* asked again in .* s: 1 failed' <<<"$output")"
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
is 'each is saved by its id, as it is told' True "$(query 'all(json.load(open(f["file"])) == f["record"] and f["file"].endswith("/" + f["record"]["id"] + ".ndjson") for f in r["found"])')"
misbehaves infeasible-is-zero FS012 1 --infeasible
"$binary" fuzz --save "$folder/replayed" --replay "$file" --infeasible -- "${misbehaving[@]}" infeasible-is-zero >/dev/null
is 'a replay saves nothing' '1 no' "$? $([[ -e $folder/replayed ]] && echo yes || echo no)"

# sent ARGUMENT...: the problems that an adapter gets, without the one that warms it up.
sent() {
  fuzz --cases 64 --seed "${seed:-3}" --allow-empty "$@" -- sh -c 'tee "$0" | python3 -SEB tests/adapters/misbehaving.py skips' "$folder/sent"
  grep '"cmd":"run"' "$folder/sent" | tail -n +2 | jq -c .problem
}
# those_with PART: how many of standard input, as "all", "some" or "none".
those_with() { awk -v part="$1" 'index($0, part) { ++n } END { print (n == NR ? "all" : n ? "some" : "none") }'; }
sent >"$folder/plain"
is 'by default demands are sent, and numbers with digits behind the point, but no trees' 'some some none' \
  "$(for part in '"demand":' . '"tree":'; do those_with "$part" <"$folder/plain"; done | xargs)"
is 'and nothing that cannot be divided' none "$("$binary" solve "$folder/plain" | sed 's/"allocation"//' | those_with '"outcome":"')"
is '--infeasible sends that, too' 'some some' "$(sent --infeasible >"$folder/other" && "$binary" solve "$folder/other" >"$folder/solved" &&
  { those_with overcommitted <"$folder/solved" && those_with surplus <"$folder/solved"; } | xargs)"
is '--trees sends trees' some "$(sent --trees | those_with '"tree":')"
is '--no-demands sends none' none "$(sent --no-demands | those_with '"demand":')"
is '--numbers int32 sends whole numbers' none "$(sent --numbers int32 | those_with .)"
is '--rounding apportioned too' none "$(sent --rounding apportioned | those_with .)"
# shellcheck disable=SC2016 # the shell that is started expands them
fuzz --cases 64 --seed 3 -- sh -c '[ "$1$2" = "[a,b][]" ] && shift 2 && exec "$@"' x '[a,b]' '[]' "${misbehaving[@]}" behaves
is 'brackets and commas in the arguments of an adapter stay' 0 "$status"
is '--size-max 4 sends no fifth claimant' 4 "$(sent --size-max 4 --families ordinary,many | jq '.claimants | length' | sort -n | tail -n 1)"
is '--scheduler sends its name' all "$(sent --scheduler kai | those_with '{"scheduler":"kai","total":')"
fuzz --cases 64 --seed 3 --numbers int32 --first -- "${misbehaving[@]}" behaves
has 'shares are of the type of the numbers' 'FS503' "$output"
fuzz --cases 64 --seed 3 --numbers int32 --answers exact -- "${misbehaving[@]}" behaves
is 'but for --answers' 0 "$status"
fuzz --cases 96 --seed 3 --jobs 3 -- sh -c 'echo started >>"$0"; exec "$@"' "$folder/started" "${misbehaving[@]}" behaves
is '--jobs 3 starts three adapters' 3 "$(wc -l <"$folder/started")"
is 'the same seed sends the same' "$(<"$folder/plain")" "$(sent)"
is 'and another one does not' other "$([[ $(seed=4 sent) == "$(<"$folder/plain")" ]] || echo other)"
seeds=()
for _ in 1 2; do
  fuzz --cases 1 --format json -- "${misbehaving[@]}" behaves
  seeds+=("$(query 'r["seed"]')")
done
is 'without --seed each run has another one' other "$([[ ${seeds[0]} == "${seeds[1]}" ]] && echo "${seeds[0]}" || echo other)"

fuzz --cases 64 --seed 3 --infeasible -- "${misbehaving[@]}" refuses-infeasible
is 'to refuse what has no fair allocation is no failure' 0 "$status"
fuzz --cases 64 --seed 3 --infeasible -- "${misbehaving[@]}" behaves
is 'minimums, and all that can be claimed, are right where nothing is fair' 0 "$status"
fuzz --cases 1 --seed 3 -- "${misbehaving[@]}" refuses-in-colour
has 'control characters of a refusal are shown, not sent' 'the adapter refuses the problem: \u001b[31mno\n::error::' "$output"
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
echo '{"rootQueue":{"queueName":"root","schedulingPolicy":"fifo","fairResources":{"memory":9,"vCores":1},"minResources":{"memory":0,"vCores":0},
"maxResources":{"memory":9,"vCores":1},"clusterResources":{"memory":9,"vCores":1},"childQueues":{"queue":[]}}}' >"$folder/fifo.json"
# Equal claimants get half a unit more and less, which is a twentieth of this total.
echo '{"total":10,"claimants":[{},{}],"rounding":"exact"}' >"$folder/equals.ndjson"
for terms in '--within 1/2 0' '--within 0.49 1' '--relative 0.05 0' '--relative 0.049 1' '--rounding nearest 0'; do
  # shellcheck disable=SC2086  # an option and its value
  fuzz --replay "$folder/equals.ndjson" ${terms% *} -- "${misbehaving[@]}" first-gets-more
  is "${terms% *} is the measure" "${terms##* }" "$(grep -c '^error.FS204. answer: ' <<<"$output")"
done
fuzz --replay "$folder/fifo.json" -- "${misbehaving[@]}" behaves
is 'a document in which nothing divides has nothing to replay' \
  '2 error[FS107] nothing was judged: no problem was sent; pass --allow-empty to accept that' "$status $(grep FS107 <<<"$output")"
is 'and no adapter to name' 1 "$(grep -c "^0 problems of $folder/fifo.json asked again in .* s: nothing judged" <<<"$output")"
fuzz --replay examples/yarn/scheduler.json -- "${misbehaving[@]}" skips
has 'a replay tells the warnings of its document' 'without fair-scheduler.xml, weights are those that fit' "$output"
fuzz --replay examples/kubernetes/kubefed/preferences.yaml --scheduler fair -- "${misbehaving[@]}" behaves
has 'a dump is asked of an adapter of another scheduler' 'asked again in' "$output"
fuzz --replay examples/kubernetes/kubefed/preferences.yaml --scheduler fair --format json -- "${misbehaving[@]}" first-gets-more
is 'a division that fails is named by its document' 'replayed from examples/kubernetes/kubefed/preferences.yaml' \
  "$(query 'r["found"][0]["record"]["comment"]')"
fuzz --replay "$folder/minimal.ndjson" -- "${misbehaving[@]}" skips
is 'a replay that is skipped is no success' 2 "$status"
has 'and that is said of it' 'asked again (1 skipped) in' "$output"
output=$(env --ignore-signal=CHLD "$binary" fuzz --cases 4 -- sh -c 'exit 7' 2>&1)
has 'how an adapter ended is known where SIGCHLD is ignored, too' 'it ended before its hello (exit status 7)' "$output"
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

cat >"$folder/greedy.c" <<'C'
#include "fuzz/harness/candidate.h"
int fairshare_candidate(const struct fairshare_problem* problem, double* shares) {
  size_t i;
  for (i = 0; i < problem->count; ++i) shares[i] = i == 0 ? problem->total : 0;
  return 0;
}
C
cc -shared -fPIC -I "$root" -o "$folder/my greedy.so" "$folder/greedy.c"
fuzz --cases 32 --seed 3 --first --shared-object "$folder/my greedy.so"
is 'a shared object is named by its file' '1 my greedy.so: 32 cases in' "$status $(tail -n 1 <<<"$output" | grep -o '^my greedy.so: 32 cases in')"
has 'and in the record of what it fails on, where it has no version' '"comment":"found in my greedy.so by seed 3, case ' "$output"
has 'and asked again by it' ".ndjson --shared-object '$folder/my greedy.so'" "$output"
fuzz --cases 32 --seed 3 --first --shard 1/1 --shared-object "$folder/my greedy.so"
is 'and in a summary' 'my greedy.so, --cases 32 --seed 3 --deadline 500ms --first' \
  "$(jq -r .run "$folder/found/shard-1-of-1.json")"

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
printf '\n\n' | cat - "$folder/bad.ndjson" >"$folder/late.ndjson"
fuzz --replay "$folder/late.ndjson" -- "${misbehaving[@]}" behaves
has 'blank lines before it count' 'late.ndjson:3: claimant 0' "$output"

finish

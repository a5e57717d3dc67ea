#!/usr/bin/env bash
# Are shards together the whole, and does merge say so? shards_cli_test.sh BINARY

# shellcheck source=tests/whole/expect.sh
source "$(dirname -- "${BASH_SOURCE[0]}")/expect.sh"
cd -- "$folder" || exit 2

for number in {1..100}; do echo "{\"id\":$number,\"total\":10,\"claimants\":[{},{}],\"shares\":[$((number % 7)),5]}"; done >many.ndjson
echo '{"id":"small","total":1,"claimants":[{}],"shares":[2]}' >one.ndjson
echo 'no record' >>one.ndjson
cp -- "$root/examples/yarn/scheduler.json" .
files=(many.ndjson one.ndjson scheduler.json)

run verify --save all "${files[@]}"
is 'a run without shards has its status' 2 "$status"
"$binary" verify --format json "${files[@]}" 2>/dev/null | sort >whole
: >parts
for shard in 1/3 2/3 3/3; do "$binary" verify --format json --save three --shard "$shard" "${files[@]}" 2>/dev/null >>parts; done
is 'shards print what the whole prints' "$(<whole)" "$(sort parts)"
is 'each writes a summary' 'shard-1-of-3.json shard-2-of-3.json shard-3-of-3.json' "$(cd three && echo *)"
run merge all
has 'one claimant is one' '; the smallest, one.ndjson:1, has 1 claimant
' "$out"
run merge --format json all
is 'merge has the status of the whole' 2 "$status"
all=$(jq -c '[.judged, .counts, .failures]' <<<"$out")
run merge --format json three
is 'shards have the same status' 2 "$status"
is 'merge joins what they counted and found' "$all" "$(jq -c '[.judged, .counts, .failures]' <<<"$out")"
is 'and keeps the smallest' 'one.ndjson:1' "$(jq -r '.failures[] | select(.kind == "FS103" or .kind == "FS101").place' <<<"$out")"
is 'which it shows with the run and its shards' \
  'verify|many.ndjson one.ndjson scheduler.json|3|[]|2' "$(jq -r '[.command, .run, .shards, (.missing | tostring), .status] | join("|")' <<<"$out")"

# A file that one machine lacks, or has without a record in it: no task judges what that one was to judge.
for there in lacking hollow; do
  for shard in 1/3 3/3; do run verify --save "$there" --shard "$shard" many.ndjson; done
  mv many.ndjson kept.ndjson
  [[ $there == lacking ]] || : >many.ndjson
  run verify --save "$there" --shard 2/3 many.ndjson
  is "a $there shard is no success" 2 "$status"
  mv -f kept.ndjson many.ndjson
  run merge --format json "$there"
  is 'nor is the whole, which says of which file' '2 many.ndjson' "$(jq -r '"\(.status) \(.failures[] | select(.kind == "FS009" or .kind == "FS001").place)"' <<<"$out")"
done

# Two with the same code, the second of them shorter, and a line that is not a record.
{
  echo '{"id":"long","total":2,"claimants":[{"name":"x"},{"name":"y"}],"shares":[2,0]}'
  echo '{"id":"b","total":2,"claimants":[{},{}],"shares":[2,0]}'
  echo 'no record'
} >few.ndjson
run verify --save kept few.ndjson
touch kept/shard.json kept/shard-2-of-2.json.part  # these are not summaries
run merge kept
is 'each kind of failure is shown with the smallest of it' 'FS001: 1 failure; the smallest, few.ndjson:3
  no is not a JSON value (a string needs double quotes), at byte 1
  no record

FS204: 2 failures; the smallest, few.ndjson:2, has 2 claimants
  0 is above its minimum and holds at least 1.5 per weight; 1 is below its maximum and holds at most 0.5.
  {"id":"b","total":2,"claimants":[{},{}],"shares":[2,0]}

verify of few.ndjson, 1 of 1 shards: 0 fair, 2 unfair, 0 overcommitted, 1 not judged' "$out$err"
run verify --save document scheduler.json
run merge document
is 'a part of a document is shown by the names of both' 'FS204: 1 failure; the smallest, scheduler.json: root.analytics, has 4 claimants' \
  "$(head -n 1 out)"

# What is shown for a tree below its top, for an input without a line, and of names.
echo '{"total":4,"tree":[{"name":"p","children":[{},{},{}]},{"name":"q"}],"shares":[2,2,0,0,2]}' >tree.ndjson
: >nothing.ndjson
printf '\x1b[2J\n' >$'odd\x1b.ndjson'
run verify --save today/odd tree.ndjson nothing.ndjson $'odd\x1b.ndjson'
run merge today/odd
is 'each of these is in the summary' 'FS001: 2 failures; the smallest, odd\u001b.ndjson:1
FS204: 1 failure; the smallest, tree.ndjson:1, has 3 claimants' "$(grep '^FS' out)"
is 'and no escape sequence' 0 "$(grep -c $'\x1b' out)"
run verify --save nothing nothing.ndjson
run merge nothing
is 'the place of an empty input is its file' 'FS001: 1 failure; the smallest, nothing.ndjson' "$(head -n 1 out)"
echo '{"total":1,"claimants":[{"min_share":2}],"shares":[2]}' >over.ndjson
run verify --save over over.ndjson
run merge over
is 'what is overcommitted is judged, and no failure' \
  '0 verify of over.ndjson, 1 of 1 shards: 0 fair, 0 unfair, 1 overcommitted, 0 not judged' "$status $out"

run verify --save words --jobs 2 --quiet --exit-zero --allow-empty --format json --explorer e --rounding exact --within 1/2 few.ndjson -
is 'a run is what was asked, however it was run' 'few.ndjson - --rounding exact --within 1/2' "$(jq -r .run words/shard-1-of-1.json)"
run verify --save words --summary --details --ordering <few.ndjson
is 'of standard input as well' '- --ordering' "$(jq -r .run words/shard-1-of-1.json)"

run verify --save fair --shard 1/2 "$root/examples/yarn/scheduler-mended.json"
run verify --save fair --shard 2/2 "$root/examples/yarn/scheduler-mended.json"
is 'a shard without a record is no error' 0 "$status"
run merge fair
is 'where all is fair the status is 0' 0 "$status"
rm -- fair/shard-2-of-2.json
run merge --format json fair
is 'and 2 where a shard is missing, in JSON as well' '2 2 [2]' "$status $(jq -c '.status, .missing' <<<"$out" | xargs)"
run verify --save fair --shard 2/2 "$root/examples/yarn/scheduler-mended.json"
run verify --quiet --exit-zero --save lenient many.ndjson
is 'a task may be told to end well' 0 "$status"
run merge lenient
is 'and merge knows better' 1 "$status"
printf '{"total":1,"claimants":[{}],"shares":[%d]}\n' 2 1 >unfair-first.ndjson
for shard in 1/2 2/2; do "$binary" verify --quiet --save first --shard "$shard" unfair-first.ndjson >/dev/null 2>&1; done
run merge first
is 'the status is that of the worst shard, not of the last' 1 "$status"
run verify --allow-empty --save none /dev/null
run merge none
is 'nothing judged at all is no success' '2 error[FS107] no shard judged anything' "$status $err"

rm -- three/shard-2-of-3.json
run merge three
is 'a shard that is missing' 2 "$status"
has 'is named' 'error[FS108] shard 2 of 3 is missing: run it again' "$err"
has 'and the others are joined' '2 of 3 shards' "$out"
run merge --format json three
is 'in JSON too' '[2]' "$(jq -c .missing <<<"$out")"
rm -- three/shard-1-of-3.json
run merge three
has 'several are named together' 'shards 1 and 2 of 3 are missing: run them again' "$err"
for count in 21 22; do
  run verify --save "of-$count" --shard "$count/$count" one.ndjson
  run merge "of-$count"
  [[ $count == 21 ]] && named="$(seq -s ', ' 19) and 20" || named="$(seq -s ', ' 20) and 1 more"
  has "of $count the first twenty are" "error[FS108] shards $named of $count are missing: run them again" "$err"
done
cp -r three again
run merge three again
has 'a shard that is there again is told' 'error[FS108] again/shard-3-of-3.json: duplicate shard 3: three/shard-3-of-3.json has it too' "$err"
is 'and no success' 2 "$status"
run merge three lenient
has 'so is one of another run' "error[FS108] lenient/shard-1-of-1.json: this shard is from another run (verify of many.ndjson, 1 shard) than three/shard-3-of-3.json (verify of ${files[*]}, 3 shards); use an empty folder for each run" "$err"
run verify --save other --shard 1/2 --within 1/2 many.ndjson
run verify --save other --shard 2/2 --within 1/3 many.ndjson
run merge other
has 'every argument makes another run' 'this shard is from another run' "$err"
for shard in 1 2; do run verify --save last-other --shard "$shard/3" many.ndjson; done
run verify --save last-other --shard 3/3 --within 1/3 many.ndjson
run merge last-other
has 'the last of three may be the one of another run' 'last-other/shard-3-of-3.json: this shard is from another run' "$err"
for shard in 1/2 3/3; do run verify --save counts --shard "$shard" many.ndjson; done
run merge counts
has 'another number of shards is another run' 'counts/shard-3-of-3.json: this shard is from another run (verify of many.ndjson, 3 shards) than counts/shard-1-of-2.json (verify of many.ndjson, 2 shards);' "$err"
head -c 50 lenient/shard-1-of-1.json >"$folder/cut" && cp "$folder/cut" lenient/shard-1-of-1.json
run merge lenient
is 'a file that breaks off is no summary' '2 1 error[FS001] lenient/shard-1-of-1.json:1' "$status $(wc -l <err) ${err%%: *}"
mkdir -- empty
run merge empty
is 'no summary at all' \
  '2 error[FS108] no shard summary (such as shard-1-of-3.json) in these folders: run the shards with --save FOLDER' "$status $err"
run merge nowhere
is 'no folder at all' '2 error[FS009] nowhere: cannot read: No such file or directory' "$status $err"
run merge nowhere fair
is 'beside another one it is told, and the other is joined' '2 1 verify' "$status $(grep -c 'FS009' <<<"$err") ${out%% *}"
run merge
is 'merge wants a folder' 2 "$status"

run verify --save "$folder/cut" many.ndjson
is 'a folder that is a file' "2 error[FS009] $folder/cut: cannot write the summary to this folder" "$status $err"
run verify --shard 4/3 many.ndjson
is 'a shard that does not exist' 2 "$status"
has 'is told how it is written' '--shard 4/3: I/N is expected, such as 2/3 for the second of three shards' "$err"
# An old summary must not pass for that of a task that is killed, so it is removed first.
"$binary" verify --save gone --shard 1/2 many.ndjson >/dev/null
mkfifo -- pipe
"$binary" verify --save gone --shard 1/2 pipe >/dev/null 2>&1 &
task=$!
exec 7>pipe
echo '{"total":1,"claimants":[{}],"shares":[1]}' >&7
for _ in {1..100}; do [[ -e gone/shard-1-of-2.json ]] || break; sleep 0.1; done
kill -KILL "$task"
exec 7>&-
wait "$task" 2>/dev/null
is 'a task that was killed leaves none' '' "$(ls gone)"

adapter=(python3 -SEB "$root/tests/adapters/misbehaving.py" no-maximums)
# fuzzed FOLDER ARGUMENT...
fuzzed() {
  "$binary" fuzz --save "$1" --seed 3 --cases 224 "${@:2}" -- "${adapter[@]}" >/dev/null 2>"$folder/err"
  status=$?
}
fuzzed all-cases --shard 1/1
is 'fuzz in one shard' 1 "$status"
for shard in 1/3 2/3 3/3; do fuzzed some-cases --shard "$shard"; done
run merge --format json all-cases
whole=$(jq -c '[.status, .judged, .counts, [.failures[] | [.kind, .count]]]' <<<"$out")
is 'it asks what it asks without' 224 "$(jq .counts.cases <<<"$out")"
run merge --format json some-cases
is 'three shards of problems are the whole' "$whole" "$(jq -c '[.status, .judged, .counts, [.failures[] | [.kind, .count]]]' <<<"$out")"
is 'with the status of the whole' 1 "$status"
run merge some-cases
has 'what failed is shown with its record' '"claimants":[' "$out"
is 'with its file, to ask again' 'FS103: above its maximum: N failures; the smallest, some-cases/FS103-X.ndjson, has 2 claimants' \
  "$(grep '^FS103: above' <<<"$out" | sed 's/: [0-9]* failures/: N failures/; s/FS103-[0-9a-f]*/FS103-X/')"
is 'and below all of them how many were asked' 'fuzz of no-maximums 1, --cases 224 --seed 3, 3 of 3 shards: 224 cases, 0 skipped' "$(tail -n 1 <<<"$out")"
fuzzed others --shard 1/2
fuzzed others --shard 2/2 --no-demands --families ties,zeros
run merge others
has 'other families of problems make another run' 'this shard is from another run' "$err"
echo kept >shard-1-of-1.json
run fuzz --save '' --shard 1/1 --seed 3 --cases 32 -- "${adapter[@]}"
is 'without a folder no summary is taken away' kept "$(cat shard-1-of-1.json)"
fuzzed few --shard 9/9
is 'a shard without a problem is no error' 0 "$status"
run fuzz --save skipping --seed 3 --cases 64 --shard 1/1 -- "${adapter[@]/no-maximums/skips}"
is 'nor one of which all is skipped' 0 "$status"
run merge skipping
is 'but all together must judge something' \
  '2 fuzz of skips 1, --cases 64 --seed 3, 1 of 1 shards: 64 cases, 64 skipped error[FS107] no shard judged anything' "$status $out $err"
run fuzz --save printed --seed 3 --cases 32 --jobs 2 --emit python --allow-empty --shard 1/1 -- \
  "${adapter[@]/no-maximums/garbage}"
is 'how a run is printed is not what was asked' 'garbage 1, --cases 32 --seed 3' "$(jq -r .run printed/shard-1-of-1.json)"
run merge printed
is 'a code that says all has nothing behind it' 1 "$(grep -cE '^FS503: [0-9]+ failures; the smallest' out)"
behaving=("${adapter[@]/no-maximums/behaves}")
run fuzz --save stopped --seed 3 --cases 1 --shard 1/1 -- "${behaving[@]}"
is 'a shard of problems has a summary' shard-1-of-1.json "$(ls stopped)"
"$binary" fuzz --save stopped --seed 3 --time 60s --shard 1/1 -- sh -c 'tee "$0" | "$@"' asked "${behaving[@]}" >/dev/null 2>&1 &
task=$!
for _ in {1..200}; do [[ -e asked && $(wc -l <asked) -gt 2 ]] && break; sleep 0.1; done
kill -TERM "$task"
wait "$task"
is 'one that is interrupted has none, nor that of before' '143 ' "$? $(ls stopped)"
run fuzz --shard 1/3 --cases 32 -- "${adapter[@]}"
is 'shards of problems need a seed' 2 "$status"
has 'and that is said' '--shard needs --seed' "$err"
run fuzz --shard 1/3 --seed 1 --replay many.ndjson -- "${adapter[@]}"
is 'shards are of new problems' 2 "$status"

finish

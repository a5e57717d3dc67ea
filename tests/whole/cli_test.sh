#!/usr/bin/env bash
# The command from outside: what it prints, where, and its exit status.
#
#   cli_test.sh BINARY

# shellcheck source=tests/whole/expect.sh
source "$(dirname -- "${BASH_SOURCE[0]}")/expect.sh"
cd -- "$folder" || exit 2

three='"total":100,"claimants":[{"name":"x"},{"name":"y","weight":2,"max_share":30},{"name":"z","weight":3,"min_share":60}]'
solved='{"id":"a","outcome":"allocation","ratio":"40/3","shares":["40/3","80/3","60"]}'
fair="{\"id\":\"a\",$three,\"shares\":[\"40/3\",\"80/3\",60]}"
unfair="{\"id\":\"b\",$three,\"shares\":[10,30,60]}"
overcommitted='{"id":"c","total":1,"claimants":[{"min_share":2}],"shares":[2]}'
broken='{"id":"d","total":-1,"claimants":[],"shares":[]}'
tree='"total":100,"tree":[{"name":"prod","weight":3,"children":[{"name":"etl"},{"name":"web","weight":2}]},{"name":"dev"}]'
echo "{\"id\":\"a\",$three}" >three.ndjson

# solve

run solve three.ndjson
is 'solve prints the exact shares' "$solved" "$out"
is 'solve says nothing else' '0 ' "$status $err"
run solve <three.ndjson
is 'solve reads standard input without a file' "$solved" "$out"
run solve three.ndjson - <three.ndjson
is 'solve takes "-" for standard input, among files' "$solved"$'\n'"$solved" "$out"
run solve --numbers double three.ndjson
is 'solve in doubles prints the doubles nearest to the exact shares' \
  '{"id":"a","outcome":"allocation","ratio":13.333333333333334,"shares":[13.333333333333334,26.666666666666668,60]}' "$out"
run solve --apportion three.ndjson
is 'solve hands out whole units that add up to the total' \
  '{"id":"a","outcome":"allocation","ratio":"40/3","shares":["13","27","60"]}' "$out"
run solve --apportion <<<'{"id":"t","total":10,"tree":[{"name":"p","children":[{"name":"x"},{"name":"y"}]},{"name":"q","weight":2}]}'
is 'solve divides the units of a parent among its children' \
  '{"id":"t","outcome":"allocation","ratio":"10/3","ratios":["3/2",null,null,null],"shares":["3","2","1","7"]}' "$out"
run solve --apportion --numbers double three.ndjson
is 'units in doubles are a usage error' '2 ' "$status $out"
run solve --apportion <<<'{"total":"1/2","claimants":[{}]}'
has 'half a unit cannot be apportioned' '"code":"FS016"' "$out"
run solve <<<'{"id":1,"total":1,"claimants":[{"min_share":2}]}'
is 'overcommitted is an answer' '0 {"id":1,"outcome":"overcommitted","excess":"1"}' "$status $out"
run solve <<<'{"id":1,"total":2,"claimants":[{"max_share":"1/2"}]}'
is 'a surplus is an answer' '0 {"id":1,"outcome":"surplus","unclaimed":"3/2"}' "$status $out"
run solve <<<"{\"id\":\"t\",$tree}"
is 'solve divides a tree top-down' \
  '{"id":"t","outcome":"allocation","ratio":"25","ratios":["25",null,null,null],"shares":["75","25","50","25"]}' "$out"
run solve --numbers double <<<'{"total":1,"claimants":[{"name":"p","weight":1e-400,"max_share":1e400}]}'
is 'the first number that no double holds names claimant and field' \
  '2 error[FS008] -:1: claimant p, claimants[0].weight: the number is out of range for a double: closer to 0 than the smallest' "$status $err"
for field in min_share max_share; do
  run solve --numbers double <<<"{\"total\":1,\"claimants\":[{},{\"name\":\"p\",\"$field\":1e-400}]}"
  has "so does its $field" "claimant p, claimants[1].$field: the number is out of range" "$err"
done
run solve --numbers double <<<'{"total":1,"tree":[{"name":"p","children":[{"name":"q","weight":1e400}]}]}'
is 'and in a tree it is named by its field' \
  '2 error[FS008] -:1: claimant p/q, weight: the number is out of range for a double: beyond the largest' "$status $err"
run solve --numbers double <<<'{"total":1e400,"claimants":[{}]}'
has 'a total is of no claimant' 'error[FS008] -:1: total: the number' "$err"

# A stream with errors in it

printf '%s\n' "$broken" "{\"id\":\"a\",$three}" 'not json' "{\"id\":\"a\",$three}" >mixed.ndjson
run solve mixed.ndjson
is 'a bad record does not stop the stream' "$solved"$'\n'"$solved" "$(sed -n '2p;4p' out)"
is 'every record has its answer' 4 "$(wc -l <out)"
has 'the answer to a bad record keeps its id' '{"id":"d","error":{"code":"FS011"' "$(sed -n 1p out)"
has 'standard error names file and line' 'error[FS011] mixed.ndjson:1: total: ' "$(sed -n 1p err)"
has 'standard error names the line of each error' 'error[FS001] mixed.ndjson:3: ' "$(sed -n 2p err)"
is 'a bad record makes the status 2' 2 "$status"
run solve missing.ndjson . three.ndjson
is 'files that cannot be read do not stop the others' "2 $solved" "$status $(tail -n 1 out)"
is 'a missing file and a folder are FS009' 2 "$(grep -c '^error\[FS009\]' err)"
run solve </dev/null
is 'an empty input is an error' '2 error[FS001] -: the input is empty' "$status $err"
printf '\n \t\v\f\r\n' >blank.ndjson
run verify blank.ndjson
is 'blank lines are no records' '2 error[FS001] blank.ndjson: the input is empty' "$status $err"
printf '\xef\xbb\xbf%s\n\xef\xbb\xbf%s\n' "$(<three.ndjson)" "$(<three.ndjson)" >marked.ndjson
run solve marked.ndjson
is 'a byte order mark is one at the beginning of a file only' "2 $solved 1" "$status $(head -n 1 out) $(grep -c '^error\[FS001\] marked.ndjson:2: ' err)"
{ printf '%s\n\n' "{\"id\":\"a\",$three}"; printf '%s' "{\"id\":\"a\",$three}"; } >gaps.ndjson
run solve gaps.ndjson
is 'blank lines and a missing last line break do no harm' "0 2" "$status $(wc -l <out)"
{ head -c 100000000 /dev/zero | tr '\0' x; echo; cat three.ndjson; } | "$binary" solve >out 2>err
is 'a line of 100 MB is skipped, and the stream goes on' "$solved" "$(tail -n 1 out)"
has 'a line of 100 MB is FS005' 'error[FS005] -:1: ' "$(<err)"
mkfifo flood flooded
"$binary" solve <flood >flooded 2>/dev/null &
exec 3>flood 4<flooded
head -c 70000000 /dev/zero | tr '\0' x >&3
answer=
read -r -t 60 answer <&4
is 'a line without an end is said to be too long while it goes on' \
  '{"error":{"code":"FS005","file":"-","line":1,"message":"a line is longer than 64 MiB"}}' "$answer"
exec 3>&- 4<&-
wait $!
{ head -c 10000 /dev/zero | tr '\0' '['; echo; cat three.ndjson; } | "$binary" solve >out 2>err
is 'nesting 10,000 deep is FS005, and the stream goes on' "FS005 $solved" \
  "$(grep -o FS005 err) $(tail -n 1 out)"
printf '{"id":"\xff"}\n' | "$binary" solve >out 2>err
has 'what is not UTF-8 is FS001' '"code":"FS001"' "$(<out)"

# verify

run verify <<<"$fair"
is 'verify says that fair shares are fair' \
  $'0 fair      a: R = 40/3 (13.33), 3 claimants\n1 case: 1 fair, 0 unfair, 0 not judged' "$status $out"
run verify <<<"$unfair"
has 'verify names the pair' 'y is above its minimum and holds at least 14.75 per weight; x is below its maximum and holds at most 10.5.' "$out"
is 'unfair shares make the status 1' '1 error[FS204] b: no ratio R makes these shares fair (total 100)' \
  "$status $(head -n 1 out)"
run verify --exit-zero <<<"$unfair"
is 'with --exit-zero they do not' 0 "$status"
run verify <<<"$overcommitted"
is 'what is overcommitted is judged, and not unfair' \
  '0 1 case: 0 fair, 0 unfair, 1 overcommitted, 0 not judged' "$status $(tail -n 1 out)"
printf '%s\n' "$unfair" "$fair" "$overcommitted" "$broken" >four.ndjson
run verify four.ndjson
is 'what cannot be judged wins over what is unfair, and all are counted' \
  '2 4 cases: 1 fair, 1 unfair, 1 overcommitted, 1 not judged' "$status $(tail -n 1 out)"
fifo='{"scheduler":{"schedulerInfo":{"type":"fairScheduler","rootQueue":{"queueName":"root","schedulingPolicy":"fifo",
"fairResources":{"memory":9,"vCores":1},"minResources":{"memory":0,"vCores":0},"maxResources":{"memory":9,"vCores":1},
"clusterResources":{"memory":9,"vCores":1},"childQueues":{"queue":[]}}}}}'
run verify <<<"$fifo"
is 'a document in which nothing divides is no success' 2 "$status"
has 'and says so' 'error[FS107] nothing was judged: no input has a division; pass --allow-empty to accept that' "$err"
run plot <<<"$fifo"
is 'and nothing to draw' 2 "$status"
has 'which is told' 'error[FS107] nothing to draw: no input has a division' "$err"
run verify --allow-empty <<<"$fifo"
is 'unless that is allowed' '0 0 cases: 0 fair, 0 unfair, 0 not judged' "$status $out"
run verify --set x.weight=2 --set total=6 <<<'{"id":"a","total":3,"claimants":[{"name":"x"},{"name":"y"}]}'
has '--set prints before, after and the difference' 'x         1.5     4      +2.5' "$out"
run solve --set x.weight=2 <<<'{"id":"a","total":3,"claimants":[{"name":"x"},{"name":"y"}]}'
is '--set of solve is an object' '0 {"id":"a","what_if":["x.weight=2"],"divisions":[{"total_before":"3","total_after":"3","claimants":[{"name":"x","before":"3/2","after":"2","difference":"1/2"},{"name":"y","before":"3/2","after":"1","difference":"-1/2"}]}]}' "$status $out"
# the_total_of TREE: the total of the last division, with 10 and then 20 as the tree's total.
the_total_of() {
  run solve --set total=20 <<<"{\"total\":10,\"tree\":$1}"
  grep -o '"total_before":"[^"]*","total_after":"[^"]*"' <<<"$out" | tail -n 1
}
is '--set tells a child from a name with a slash in front' '"total_before":"5","total_after":"10"' \
  "$(the_total_of '[{"name":"/a","children":[{"name":"x"}]},{"name":"b"}]')"
is '--set tells a child from a name with a slash in it' '"total_before":"8","total_after":"16"' \
  "$(the_total_of '[{"name":"a","children":[{"name":"b","children":[{"name":"x"}]},{"name":"c"}]},{"name":"a/b","weight":4,"children":[{"name":"y"}]}]')"
run verify --set a.weight=5 <<<'{"id":"t","scheduler":"yarn-3","total":10,"tree":{"children":[{"name":"a"},{"name":"b","weight":2,"children":[{"name":"c"}]}]}}'
has 'a tree needs no shares for it' '/b        20/3 (6.67)' "$out"
is 'which is no error' 0 "$status"
demanding='{"id":"a","scheduler":"fair","total":12,"claimants":[{"name":"x","demand":3},{"name":"y"}]}'
for command in solve 'verify --format json'; do
  # shellcheck disable=SC2086  # a command and its options
  run $command --scheduler yarn-3 --set x.weight=2 <<<"$demanding"
  has "$command --scheduler says whose rule it is: this one knows no demands" '{"name":"x","before":"6","after":"8",' "$out"
done
idle='{"id":"t","scheduler":"yarn-3","total":10,"tree":{"children":[{"name":"a","active":false},{"name":"b"}]}}'
run solve --steady --set total=20 <<<"$idle"
has '--steady counts for records as well' '{"name":"/a","before":"5","after":"10",' "$out"
run plot --steady <<<"$idle"
has 'and for their pictures' 'add up to the total at R = 5.' "$out"
run verify --set x.wieght=2 <<<'{}'
is 'a setting that cannot be read is wrong usage' 2 "$status"
run verify --details <<<"$fair"
has '--details gives the reason for a share' 'proportional: 1/3 (0.33) of the 40 that is left' "$out"
run verify --quiet <<<"$fair"
is '--quiet shows nothing that is fair' '0 1 case: 1 fair, 0 unfair, 0 not judged' "$status $out"
run verify --summary <<<"$unfair"
is '--summary shows the last line alone' '1 1 case: 0 fair, 1 unfair, 0 not judged' "$status $out"
run verify --details --format json <<<"$fair"
is '--details is for people' 2 "$status"
run verify --allow-empty </dev/null
is 'with --allow-empty an empty input is no error' '0 0 cases: 0 fair, 0 unfair, 0 not judged' "$status $out"
run verify --set total=3 --allow-empty </dev/null
is 'so is --set' '0 ' "$status $out"
run verify --set total=101 --allow-empty <<<"$fair"
has 'and --set of an input that is not empty is answered' 'total' "$status $out"
run verify --set a.weight=3 --csv <<<'name,share,total'
is 'where nothing is divided --set has nothing to show' '2 error[FS107] nothing was divided: no input has a division' "$status $err"
run verify --exit-zero four.ndjson
is 'what cannot be judged is never status 0' 2 "$status"
run verify --quiet --format json four.ndjson
is '--quiet leaves out what is fair in JSON, too, and nothing else' 'b c d' "$(grep -o '^{"id":"."' out | cut -d'"' -f4 | xargs)"
unfair_alone=$(<out)
run verify --format json four.ndjson
is 'and leaves the others as they are' "$unfair_alone" "$(sed '/"verdict":"fair"/d' out)"
is 'in JSON there is one line a record and no summary' 4 "$(wc -l <out)"
has 'in JSON a fair record says so' \
  '{"id":"a","file":"four.ndjson","line":2,"verdict":"fair","findings":[],"distance":"0","ratio":"40/3",' \
  "$(sed -n 2p out)"
has 'with where each claimant stands' \
  '"fair":"80/3","fair_decimal":26.666666666666668,"standing":"proportional"' "$(sed -n 2p out)"
has 'in JSON an overcommitted record is neither fair nor unfair' \
  '{"id":"c","file":"four.ndjson","line":3,"verdict":"overcommitted","findings":[],' "$(sed -n 3p out)"
has 'in JSON a bad record is an error' '{"id":"d","error":{"code":"FS011",' "$(sed -n 4p out)"
run verify <<<"{\"id\":\"a\",$three}"
has 'a record without shares is FS104' 'error[FS104] -:1: ' "$err"
printf '%s\n' "$fair" "$unfair" x >first.ndjson
printf '%s\n' "$unfair" "$fair" x >second.ndjson
for format in markdown html; do
  run verify --format $format first.ndjson second.ndjson missing gone
  is "as $format, each input has its place, as has what cannot be judged" \
    'first.ndjson:3 second.ndjson:3 missing: gone:' "$(grep -oE '(first|second).ndjson:3|(missing|gone):' out | xargs)"
done
is 'and nothing of a page of two inputs is lost' 4 "$(grep -o '<section class="division" id="d-' out | wc -l)"
printf '%s\n' "$fair" "${unfair/'"b"'/'"first"'}" >first.ndjson
echo "${unfair/'"b"'/'"second"'}" >second.ndjson
for format in markdown html; do
  run verify --format $format first.ndjson second.ndjson
  is "as $format, what is equally unfair is in the order of the inputs" 'first second' \
    "$(grep -oE 'FS204\] (first|second)|id="d-(first|second)"' out | grep -oE 'first|second' | uniq | xargs)"
done

# verify: roundings

run verify --rounding exact <<<"{\"id\":\"a\",$three,\"shares\":[13.33,26.67,60]}"
is 'decimals are not exact' 1 "$status"
run verify <<<"{\"id\":\"a\",$three,\"shares\":[13.33,26.67,60]}"
is 'decimals are fair as they are written' 0 "$status"
run verify <<<"{\"id\":\"a\",$three,\"shares\":[13.33,26.68,60]}"
is 'a unit in the last written digit is found' 1 "$status"
run verify --rounding nearest <<<"{\"id\":\"a\",$three,\"shares\":[13,27,60]}"
is 'whole units to nearest are fair' 0 "$status"
run verify --rounding down <<<"{\"id\":\"a\",$three,\"shares\":[13,27,60]}"
is 'the same are not fair as truncated ones' 1 "$status"
run verify --rounding down <<<"{\"id\":\"a\",$three,\"shares\":[13,26,60]}"
is 'truncated units are fair' 0 "$status"
run verify --rounding down <<<"{\"id\":\"a\",$three,\"shares\":[13.5,26,60]}"
has 'half a unit was not truncated' 'error[FS015] -:1: claimant x, shares[0]: ' "$err"
doubles='"shares":[13.333333333333334,26.666666666666668,60]}'
run verify --rounding double <<<"{\"id\":\"a\",$three,$doubles"
is 'the doubles nearest to the fair shares are fair' 0 "$status"
run verify <<<"{\"id\":\"a\",\"numbers\":\"double\",$three,$doubles"
is 'a record of doubles is judged as such' 0 "$status"
run verify <<<"{\"id\":\"a\",\"numbers\":\"double\",$three,\"shares\":[13.333333333333336,26.666666666666668,60]}"
is 'the next double is not fair' 1 "$status"
run verify --rounding double <<<"{\"id\":\"a\",$three,\"shares\":[\"1/3\",0,0]}"
has 'a third is no double' 'error[FS015]' "$err"
run verify --rounding exact --within 10/3 <<<"$unfair"
is '--within accepts what is off by so much' 0 "$status"
run verify --rounding exact --within 3.33 <<<"$unfair"
is '--within accepts no more than that' 1 "$status"
run verify --rounding exact --relative 1/30 <<<"$unfair"
is '--relative accepts a part of the total' 0 "$status"
run verify --rounding exact --relative 0.0333 <<<"$unfair"
is '--relative accepts no more than that' 1 "$status"
run verify --within 0 --relative 0 <<<"$fair"
is '0 is enough where all is exact' 0 "$status"
for wrong in -1 abc 1/0 ''; do
  run verify "--within=$wrong" <<<"$fair"
  is "--within '$wrong' is a usage error" '2 ' "$status $out"
done

# verify: trees

run verify <<<"{\"id\":\"t\",$tree,\"shares\":[75,25,50,25]}"
is 'a tree is one case for each parent' \
  $'fair      t: R = 25, 2 claimants\nfair      t/prod: R = 25, 2 claimants\n2 cases: 2 fair, 0 unfair, 0 not judged' "$out"
run verify --format json <<<"{\"id\":\"t\",$tree,\"shares\":[75,30,45,25]}"
has 'in JSON a tree is one verdict, with the path of the claimant it names' \
  '{"id":"t","file":"-","line":1,"verdict":"unfair","findings":[{"code":"FS204","path":"/prod","claimant":"prod/web","with":"prod/etl",' "$out"
has 'the ratio is that of the top, the distance the largest' '"distance":"5","ratio":"25","divisions":[' "$out"
run verify <<<"{\"id\":\"t\",$tree,\"shares\":[60,20,40,40]}"
is 'children are judged by what was reported for their parent' \
  '3: 2 cases: 1 fair, 1 unfair, 0 not judged' "3: $(tail -n 1 out)"

# verify: YARN

yarn=$root/examples/yarn
run verify "$yarn/scheduler.json" --allocations "$yarn/fair-scheduler.xml"
is 'an unfair parent of a YARN cluster makes the status 1' 1 "$status"
has 'the unfair parent is named with the resource' ': no ratio R makes these shares fair (memory, total ' "$out"
run verify --format json "$yarn/scheduler.json" --allocations "$yarn/fair-scheduler.xml"
has 'in JSON it is named as queue and resource' ',"resource":"memory","verdict":"unfair",' "$out"
run verify "$yarn/scheduler-mended.json" --allocations "$yarn/fair-scheduler.xml"
is 'with that parent mended all is fair' 0 "$status"
run verify - <"$yarn/scheduler.json"
has 'a YARN response is recognised on standard input' 'fair-scheduler.xml' "$err"
run verify "$yarn/scheduler.json" --allocations missing.xml
is 'without the allocation file nothing is judged' '2 1 error[FS009] missing.xml: cannot read: No such file or directory' \
  "$status $(wc -l <err) $err"
run verify three.ndjson --allocations "$yarn/fair-scheduler.xml"
is 'records are no YARN response' 2 "$status"

id_of() { sed -n '1s/.*"id":"\([^"]*\)".*/\1/p' out; }
run verify --format json "$yarn/scheduler.json" --allocations "$yarn/fair-scheduler.xml"
first=$(id_of)
run verify --format json "$yarn/scheduler-mended.json" --allocations "$yarn/fair-scheduler.xml"
is 'two dumps of a cluster have verdicts of two ids' no "$([[ $first == "$(id_of)" ]] && echo yes || echo no)"
has 'an id of a dump has queue and resource' ' root, memory' "$first"
sed 's|<weight>|<owner>me</owner><weight>|' "$yarn/fair-scheduler.xml" >owned.xml
run verify "$yarn/scheduler-mended.json" --allocations owned.xml
is 'what YARN passes over is a warning' 0 "$status"
has 'that names it' 'unknown element <owner> in a queue, which YARN 3.3 ignores' "$err"
run verify --strict "$yarn/scheduler-mended.json" --allocations owned.xml
is 'with --strict it is an error' 2 "$status"
has 'with a code' 'error[FS003] owned.xml:' "$err"
sed 's|800000 mb|800,000 mb|' "$yarn/fair-scheduler.xml" >grouped.xml
run verify "$yarn/scheduler-mended.json" --allocations grouped.xml
has 'so is an amount that YARN reads in part' \
  'root.analytics.adhoc, maxResources: YARN 3.3 reads "800,000 mb, 200 vcores" as "0 mb, 200 vcores".' "$err"
run verify --strict "$yarn/scheduler-mended.json" --allocations grouped.xml
is 'with --strict an error' 2 "$status"
has 'with its code' 'error[FS020] grouped.xml:' "$err"

# By hand: adhoc at its 800000 of 3192320, and 2392320 for weights of 3, 1 and 1; a third weight of 1 makes that 797440.
clustered=("$yarn/scheduler.json" --allocations "$yarn/fair-scheduler.xml")
run solve --steady "${clustered[@]}"
has 'solve --steady divides among inactive queues as well' \
  '{"id":"root.analytics, memory","outcome":"allocation","ratio":"478464","shares":{"root.analytics.reports":"1435392",' "$out"
run verify --steady "${clustered[@]}"
has 'verify --steady judges what a response says of them' 'fair      root.analytics: memory, R = 478464, 4 queues' "$out"
run plot --steady --division 'root.analytics, memory' "${clustered[@]}"
has 'plot --steady draws it' '<title>root.analytics, memory: fair</title>' "$out"
run verify --steady --set root.analytics.reports.weight=1 "${clustered[@]}"
is 'verify --set --steady changes it' 'root.analytics.reports 1435392 797440 -637952' "$(grep '^ *root.analytics.reports ' out | xargs)"
run solve --set root.analytics.reports.weight=1 --steady "${clustered[@]}"
has 'and so does solve --set' '"name":"root.analytics.reports","before":"1435392","after":"797440"' "$out"
for command in solve verify plot 'verify --set total=9' 'solve --set total=9'; do
  # shellcheck disable=SC2086  # a command and its options
  run $command --release 2.7 "${clustered[@]}"
  is "$command --release 2.7 refuses what that release does not load" '2 1' \
    "$status $(grep -c '^error\[FS019\] .*:33: claimant root.freight.customs, maxResources: "5%" has no "N mb"' <<<"$err")"
done
run fuzz --save '' --release 2.7 --replay "${clustered[@]}" -- true
has 'and so does fuzz --replay' 'error[FS019] ' "$err"
run verify --format json "$yarn/scheduler.json" "$yarn/scheduler-mended.json" --allocations "$yarn/fair-scheduler.xml"
is 'of two responses each division is told by its file' '"queue":"'"$yarn"'/scheduler-mended.json: root"' \
  "$(sed -n 12p out | grep -o '"queue":"[^"]*"')"
run plot --division "$yarn/scheduler-mended.json: root.analytics, memory" "$yarn/scheduler-mended.json" "${clustered[@]}"
has 'and drawn by it' 'scheduler-mended.json: root.analytics, memory: fair</title>' "$out"

for words in 'solve' 'plot --division root,\ memory' 'verify --set root.ml.weight=9'; do
  eval "run $words $yarn/scheduler.json"
  is "$words warns of weights that are inferred" 1 "$(grep -c '^warning: .*without fair-scheduler.xml, weights are' <<<"$err")"
done

# verify: what is not an input

response='{"rootQueue":{"queueName":"root","schedulingPolicy":"fair","fairResources":{"memory":9,"vCores":1},"childQueues":[
  {"queueName":"root.a","type":"fairSchedulerLeafQueueInfo","numActiveApps":1,"minResources":{"memory":0,"vCores":0},
   "maxResources":{"memory":9,"vCores":1},"fairResources":{"memory":9,"vCores":0}}]}}'
run verify <<<$'\xef\xbb\xbf'"$response"
is 'a byte order mark and a bare root are read' '0 1 case: 1 fair, 0 unfair, 0 not judged' "$status $(tail -n 1 out)"
has 'the bare root is named' 'The file is a rootQueue without the response around it' "$err"
run verify <<<$'HTTP/1.1 200 OK\r\nDate: Sun, 22 Nov 2026 18:10:14 GMT\r\n\r\n'"$response"
is 'an HTTP header is passed over' 0 "$status"
has 'its date is in the notes' 'The response is dated Sun, 22 Nov 2026 18:10:14 GMT.' "$out"
run verify <<<$'HTTP/1.1 401 Unauthorized\r\n\r\n<html>\n</html>'
is 'an HTTP header without a response is one error' '2 1' "$status $(wc -l <err)"
run verify <<<$'<!DOCTYPE html>\n<html>\n<body>\n</body></html>'
is 'a login page is one error' '2 1' "$status $(wc -l <err)"
run verify <<<$'<?xml version="1.0"?>\n<scheduler>\n</scheduler>'
has 'XML is one error, with what to do' "error[FS001] -: the input is XML: ask for JSON (curl -H 'Accept: application/json')" "$err"
run verify <<<$'This is standby RM. The redirect url is: http://b:8088/\n\n'
is 'the answer of a standby ResourceManager is one error' '2 1' "$status $(wc -l <err)"
run verify <<<$'{\n  "id": "a",\n  "total": 2,\n  "claimants": [{}],\n  "shares": [2]\n}'
is 'a record over several lines is one error' '2 1' "$status $(wc -l <err)"
has 'that says what to do' 'write each record on one line (jq -c . FILE' "$err"

# Terminals and names

run verify <<<'{"id":"\u001b[2J","total":2,"claimants":[{"name":"a\u001b[31m"},{}],"shares":[2,0]}'
is 'no escape sequence of a name reaches a terminal' 0 "$(grep -c $'\x1b' out)"
has 'it is shown escaped' 'a\u001b[31m' "$out"
if command -v script >/dev/null; then
  echo "$unfair" >unfair.ndjson
  echo "$fair" >fair.ndjson
  in_terminal() { script -qec "$1" /dev/null </dev/null; }
  has 'on a terminal the first word is red' $'\x1b[31merror[FS204]\x1b[0m b' \
    "$(TERM=xterm in_terminal "'$binary' verify unfair.ndjson")"
  has 'on a terminal what is fair is green' $'\x1b[32mfair\x1b[0m ' \
    "$(TERM=xterm in_terminal "'$binary' verify fair.ndjson")"
  echo "$overcommitted" >overcommitted.ndjson
  has 'on a terminal what is overcommitted is yellow' $'\x1b[33m' \
    "$(TERM=xterm in_terminal "'$binary' verify overcommitted.ndjson")"
  has 'NO_COLOR is respected' $'fair      a: R' \
    "$(TERM=xterm NO_COLOR=1 in_terminal "'$binary' verify fair.ndjson")"
  has 'an empty NO_COLOR counts as unset' $'\x1b[32mfair' \
    "$(TERM=xterm NO_COLOR='' in_terminal "'$binary' verify fair.ndjson")"
  has 'a dumb terminal is not coloured' $'fair      a: R' \
    "$(TERM=dumb in_terminal "'$binary' verify fair.ndjson")"
  has 'nor is one of no known kind' $'fair      a: R' "$(in_terminal "env -u TERM '$binary' verify fair.ndjson")"
  slowly="for k in 1 2 3 4 5; do cat three.ndjson; sleep 0.15; done"
  shown=$(in_terminal "($slowly) | '$binary' solve >/dev/null")
  has 'progress is counted on a terminal' $'\r\x1b[K- 5 records' "$shown"
  for command in 'solve --jobs 2' plot; do
    has "$command counts it, too" $'\r\x1b[K- 5 records' "$(in_terminal "($slowly) | '$binary' $command >/dev/null")"
  done
  has 'an answer takes its place' $' records\r\x1b[K{"id":"a",' "$(in_terminal "($slowly) | '$binary' solve")"
  has 'as does a diagnostic' $' records\r\x1b[Kerror[FS104] -:' "$(in_terminal "($slowly) | '$binary' verify >/dev/null")"
  # The first batch arrives late: nothing is drawn in the first tenth of a second.
  adapter="sleep 0.3; exec python3 -SEB \"$root/tests/adapters/misbehaving.py\" behaves"
  shown=$(in_terminal "'$binary' fuzz --cases 200 --seed 1 --save '' -- sh -c '$adapter' >/dev/null")
  has 'problems are counted as well' $'\r\x1b[Kfuzz ' "$shown"
  is 'and their progress erased' $'\r\x1b[K' "${shown: -4}"
  # The first record arrives late.
  shown=$(in_terminal "(cat three.ndjson; sleep 0.5) | '$binary' solve - three.ndjson >/dev/null")
  has 'of a file it is a bar' $'\r\x1b[Kthree.ndjson ['"$(printf '#%.0s' {1..30})] 100 %" "$shown"
  is 'progress is erased at the end' $'\r\x1b[K' "${shown: -4}"
  cp three.ndjson $'a\x1bb.ndjson'
  has 'its name is shown escaped' 'Ka\u001bb.ndjson [#' \
    "$(in_terminal "(cat three.ndjson; sleep 0.5) | '$binary' solve - a*b.ndjson >/dev/null")"
  shown=$(in_terminal "($slowly) | '$binary' solve 2>progress >/dev/null")
  is 'there is no progress where standard error is a file' '' "$shown$(<progress)"
fi

# Streams

# answer_at_once LINE COMMAND...: the command's answer to the line while its input stays open.
answer_at_once() {
  local line=$1 answer='' input id
  shift
  coproc answering { "$binary" "$@"; }
  id=$answering_PID input=${answering[1]}
  echo "$line" >&"$input"
  read -r -t 20 answer <&"${answering[0]}"
  exec {input}>&-
  wait "$id" 2>/dev/null
  echo "$answer"
}
is 'an answer comes before the input ends' "$solved" "$(answer_at_once "$(head -n 1 three.ndjson)" solve)"
answer=$(answer_at_once "$(head -n 1 "$root/examples/preemption/yarn.ndjson")" preempt --format json)
is 'one comes before the next snapshot as well' '{"' "${answer:0:2}"
yes "{\"id\":\"a\",$three}" 2>/dev/null | "$binary" solve 2>err | head -n 1 >out
statuses=("${PIPESTATUS[@]}")
is 'a closed pipe ends the command with the status of SIGPIPE' "141 $solved" "${statuses[1]} $(<out)"
is 'a closed pipe is no error' '' "$(<err)"
if [[ -w /dev/full ]]; then
  "$binary" solve three.ndjson >/dev/full 2>err
  is 'a full disk is said' '2 error[FS009] standard output: cannot write: No space left on device' "$? $(<err)"
  for format in human json junit github markdown prometheus; do
    "$binary" verify --format "$format" <<<"$fair" >/dev/full 2>err
    is "a full disk is said of verdicts too, as $format" '2 1' "$? $(grep -c '^error\[FS009\] standard output' err)"
  done
  "$binary" fuzz --cases 10 -- python3 "$root/examples/adapters/fair.py" >/dev/full 2>err
  is 'a full disk is said of findings too' '2 1' "$? $(grep -c '^error\[FS009\] standard output' err)"
  "$binary" explain >/dev/full 2>err
  is 'a full disk is said of explanations too' '2 1' "$? $(grep -c '^error\[FS009\]' err)"
fi
"$binary" solve three.ndjson >&- 2>err
is 'a closed standard output is said' '2 1' "$? $(grep -c '^error\[FS009\]' err)"

# Production schedulers

thirds='"total":10,"claimants":[{},{},{}]'
run solve --scheduler yarn-2.7 <<<"{\"id\":\"a\",$thirds}"
is 'solve --scheduler prints what that one computes' '0 {"id":"a","outcome":"shares","shares":[4,4,4]}' "$status $out"
run solve --scheduler yarn-2.2 <<<'{"total":10,"claimants":[{"weight":0},{"weight":0}]}'
is 'a run that would never end is told at once' '0 {"outcome":"hang"}' "$status $out"
run solve --scheduler mr1 <<<'{"scheduler":"yarn-3","total":10,"claimants":[{"weight":0,"demand":9}],"shares":["NaN"]}'
is 'solve --scheduler passes over what the record names and reports' '0 {"outcome":"nan","shares":["NaN"]}' "$status $out"
rule='{"id":"a","outcome":"allocation","ratio":"10/3","shares":["10/3","10/3","10/3"]}'
run solve --fair <<<"{\"id\":\"a\",\"scheduler\":\"yarn-2.7\",$thirds}"
is 'solve --fair prints the rule of the scheduler, exactly' "0 $rule" "$status $out"
run solve <<<"{\"id\":\"a\",\"scheduler\":\"yarn-2.7\",$thirds}"
is 'and so does solve' "0 $rule" "$status $out"
run solve --scheduler fair <<<"{\"id\":\"a\",\"scheduler\":\"yarn-2.7\",$thirds}"
is 'solve --scheduler fair is the definition' "0 $rule" "$status $out"
run solve --scheduler koordinator --fair --total nvidia.com/gpu=4 "$root/examples/kubernetes/koordinator/quotas.yaml"
has 'of a dump, whose total may come first, too' '{"id":"ml, nvidia.com/gpu","outcome":"allocation","ratio":"1",' "$out"
run solve --scheduler lottery three.ndjson
is 'solve --scheduler of an unknown name is a usage error' '2 ' "$status $out"
pools='"tree":{"name":"root","children":[{"name":"A","min_share_ratio":0.6,"children":[{"name":"op","demand_ratio":1}]},{"name":"B","min_share_ratio":0.2,"children":[{"name":"op","demand_ratio":1}]}]}'
run solve --scheduler ytsaurus-2019 <<<"{$pools}"
is 'a tree answers by path' '0 {"outcome":"shares","shares":{"/":1,"/A":0.6,"/A/op":0.6,"/B":0.4,"/B/op":0.4}}' "$status $out"
run solve --scheduler ytsaurus-2019 --format json --details <<<"{$pools}"
has '--details adds what else is computed' '"/A":{"fair_share_ratio":0.6,' "$out"
run verify <<<"{\"id\":\"a\",\"scheduler\":\"yarn-2.7\",$thirds,\"shares\":[4,4,4]}"
is 'shares within the resolution of the release are fair' 0 "$status"
run verify --format json <<<"{\"id\":\"a\",\"scheduler\":\"yarn-2.7\",$thirds,\"shares\":[5,3,2]}"
is 'shares beyond it are not' 1 "$status"
has 'and the verdict says that the release does not compute them' '"as_computed":false' "$out"
capped='{"total":12,"claimants":[{"demand":3},{"demand":20}],"shares":[3,9]}'
run verify <<<"$capped"
is 'what is fair by the definition' 0 "$status"
run verify --scheduler yarn-3 <<<"$capped"
is 'is judged by the rule of the scheduler that --scheduler names: this one knows no demands' '1 1' "$status $(grep -c '^error\[FS204\]' <<<"$out$err")"
run verify --scheduler fair <<<"{\"id\":\"a\",\"scheduler\":\"yarn-2.7\",$thirds,\"shares\":[4,4,4]}"
is 'verify --scheduler fair knows no resolution' 1 "$status"
run verify "$root/examples/ytsaurus/orchid.json"
has 'an unfair pool of an Orchid is named' 'error[FS204] analytics: no ratio R' "$out"
is 'it makes the status 1' 1 "$status"
run verify "$root/examples/ytsaurus/orchid-mended.json"
is 'with that pool mended all is fair' 0 "$status"
run verify "$root/examples/ytsaurus/orchid-2023.json"
has 'an unfair pool of several resources is named' 'error[FS204] analytics (dominant shares): no ratio R' "$out"
has 'and one in turns is judged' 'fair      nightly (turns)' "$out"
quotas='"total":4,"claimants":[{"name":"a","weight":4,"demand":2},{"name":"b","demand":2},{"name":"c","demand":2}]'
run verify <<<"{\"id\":\"k\",\"scheduler\":\"koordinator\",$quotas,\"shares\":[2,2,0]}"
has 'equal quotas that hold 2 and 0 are named' 'b is above its minimum and holds more than 1 per weight; c is below' "$out"
has 'and that this is what Koordinator computes' 'as koordinator computes it, off by 1' "$out"
run solve --scheduler apf <<<'{"id":"p","total":10,"claimants":[{"max_share":3}]}'
is 'what the API server refuses is an answer' \
  '0 {"id":"p","outcome":"error","message":"upper bounds sum to 3, which is lower than the required sum of 10"}' "$status $out"
run solve --scheduler kai <<<'{"total":3,"claimants":[{"weight":2,"demand":1.75},{"weight":3,"demand":1.5},{"demand":3}]}'
is 'what the order of a Go map decides has alternatives' \
  '{"outcome":"shares","shares":[1,1.5,0.5],"alternatives":[[1.5,1.5,0]]}' "$out"
run verify <<<'{"id":"v","scheduler":"volcano","total":2,"claimants":[{"min_share":1,"demand":1},{"demand":1},{"demand":1}],"shares":[1,0.6666666666666666,0.6666666666666666]}'
has 'a total above the capacity comes first' 'error[FS101] v: the shares add up to more than the total (total 2)' "$out"
run schedulers
has 'schedulers lists the releases' 'yarn-2.7
  releases    Hadoop 2.6 to 2.7.3' "$out"
run schedulers --format json
rows=$(grep -c '{\.name = ' "$root/schedulers/registry.cpp")
is 'schedulers as JSON has one object a line' "$rows {\"name\":\"mr1\"" "$(wc -l <out) ${out%%,*}"

# Names of files

head -n 1 "$root/examples/records.ndjson" >'[a,b]'
run verify --summary --save '[s]' '[a,b]' --quiet '[a,b]'
is 'a name may be in brackets' '0 2 cases: 2 fair, 0 unfair, 0 not judged ' "$status $out $err"
run merge '[s]'
is 'and that of a folder' 0 "$status"

# Preemption

run preempt "$root/examples/preemption/mr1.json"
is 'preempt names the starved, and the victims in order' '0 mr1: mr1 at 90000
  a is starved of its fair share and reclaims 2: it uses 0 and wants 5; min share 0, fair share 2.5
  2 to be reclaimed in total
  at 90000: kill b5 of b (size 1)
  at 90000: kill b4 of b (size 1)' "$status $out"
run preempt --format json <"$root/examples/preemption/yarn.ndjson"
is 'preempt --format json answers one line a snapshot' "$(wc -l <"$root/examples/preemption/yarn.ndjson")" "$(wc -l <out)"
run preempt <<<"no snapshot
$(tail -n 1 "$root/examples/preemption/yarn.ndjson")"
is 'a snapshot that is answered does not excuse one before it' 2 "$status"
run preempt "$root/examples/yarn/scheduler.json"
is 'preempt says what a document is' \
  '2 this is a YARN response; preempt reads snapshots (docs/preemption.md)' "$status ${err##*.json: }"
run preempt <<<'NAME   WEIGHT
a      1'
is 'and what is no input' '2 error[FS001] -: the input is a table' "$status ${err%%: pass*}"
sed 's/"mr1"/"yarn-3"/' "$root/examples/preemption/mr1.json" >unmodelled.json
run preempt unmodelled.json
is 'a release whose preemption is not modelled is refused' '2 error[FS014]' "$status ${err%% *}"
has 'with the place of a snapshot over several lines' "unmodelled.json:1: scheduler: " "$err"

# The rest

run explain FS204
is 'explain prints the page' "0 $(<"$root/docs/codes/FS204.md")" "$status $out"
run explain fs204
is 'explain asks whether FS204 was meant' \
  '2 fairshare: unknown code fs204; did you mean FS204? (see fairshare explain --help) ' "$status $err $out"
run explain FS999
has 'explain of an unknown code lists the codes' 'FS204  no ratio R' "$out"
is 'explain of an unknown code is a usage error' \
  '2 fairshare: unknown code FS999; the codes are listed below (see fairshare explain --help)' "$status $err"
mkdir browser
printf '#!/bin/sh\necho "$1" >opened\n' >browser/xdg-open
chmod +x browser/xdg-open
PATH=$PWD/browser:$PATH run explain --open FS003 --explorer https://explorer.example/
opens='https://explorer.example/#record=%7B%22id%22%3A%22a%22%2C%22total%22%3A9%2C%22claimants%22%3A%5B%7B%22wieght%22%3A2%7D%2C%7B%7D%5D%7D'
is 'explain --open prints the address of the code in the explorer' "0 $opens" "$status $out"
is 'and starts a browser with it' "$opens" "$(<opened)"
PATH=$PWD/browser:$PATH run explain --open FS204 --explorer https://explorer.example/
record=$(python3 -c 'import sys, urllib.parse; print(urllib.parse.unquote(sys.argv[1].partition("#record=")[2]))' "$out")
is 'a record over several lines becomes one' "$unfair" "${record/'"id":"a"'/'"id":"b"'}"
PATH=$PWD/browser:$PATH run explain --open FS401 --explorer https://explorer.example/
is 'a tree is opened as well' '0 https://explorer.example/#record=%7B%22id%22%3A%22a%22%2C%22scheduler' "$status ${out%%%22%3A%22yt*}"
FAIRSHARE_EXPLORER=a/page.html PATH=$PWD/browser:$PATH run explain --open FS204
is 'a file is opened as one' "file://$PWD/a/page.html" "${out%%#*}"
echo 'exit 3' >browser/xdg-open
PATH=$PWD/browser:$PATH run explain --open FS204 --explorer page.html
is 'a browser that does not start is told' 'warning: xdg-open could not open a browser; open the address by hand' "$err"
is 'and is no error' 0 "$status"
run explain --open FS204
has 'explain --open without an explorer says how to name one' \
  '--open needs the explorer: build it (docs/explorer.md) and pass its file or address with --explorer or FAIRSHARE_EXPLORER (see' "$err"
is 'which is a usage error' '2 ' "$status $out"
run explain --open FS107 --explorer page.html
is 'a page without a record is one as well' '2 fairshare: the page of FS107 has no record to open (see fairshare explain --help) ' "$status $err $out"
run explain --open FS506 --explorer page.html
is 'and one whose objects are no records' '2 fairshare: the page of FS506 has no record to open (see fairshare explain --help) ' "$status $err $out"
run explain --open --explorer page.html
is 'so is --open without a code' '2 fairshare: --open needs a code, such as FS204 (see fairshare explain --help) ' "$status $err $out"

# prove

run prove --paths 1 unique
is 'paths of one theorem are a usage error' '2 ' "$status $out"
run prove --paths 1 --format markdown
is 'a page of paths is a usage error' '2 ' "$status $out"
has 'and what is wrong is told' '--format markdown cannot be combined with --paths' "$err"
run prove --paths 1 --code exact::solve
has 'one code alone is explored' 'exact::solve                    1         2      13' "$out"
run prove --paths 1 --code solve
is 'an unknown code is a usage error' '2 fairshare: unknown code solve; --paths 1 lists them (see fairshare prove --help) ' "$status $err $out"
run prove sum-is-monotone
has 'a theorem that is named is proved' '  every n   Z3    proved ' "$out"
has 'and it is said that those of Coq are not' 'theorems are not run here: ./check --proofs checks them' "$out"
run prove demand-cannot-be-gamed
is 'a long statement goes on below' '0 yes' "$status $([[ $(grep -c '^  *[a-z]' <<<"$out") -gt 0 ]] && echo yes)"
is 'below the headings of its columns' yes "$(awk 'NR == 1 { at = index($0, "n  ") } NR == 2 && substr($0, at, 7) == "every n" { print "yes" }' <<<"$out")"
run prove --format json outcomes-exclude-each-other sum-is-monotone
is 'in JSON there is a line for each, in that order' \
  '0 outcomes-exclude-each-other proved sum-is-monotone proved ' "$status $(jq -r '"\(.name) \(.status)"' <<<"$out" | tr '\n' ' ')"
run prove --format markdown sum-is-monotone
has 'on the page it is an item' '- `sum-is-monotone` (every n, proved; induction: Uniqueness.v:sum_monotone):' "$out"
is 'and a page of some has none of Coq' 0 "$(grep -c '^## Coq' out)"
run prove sum-is-zero
is 'an unknown theorem is a usage error' '2 fairshare: unknown theorem sum-is-zero; `fairshare prove` lists them (see fairshare prove --help) ' \
  "$status $err $out"
run prove --paths 1 --format json --code exact::solve --code properties::find_violation
is 'in JSON there is a line for each code' '0 exact::solve proved properties::find_violation proved ' \
  "$status $(jq -r '"\(.name) \(.status)"' <<<"$out" | tr '\n' ' ')"
run prove --paths 2 --code exact::solve --shard 4/4
has 'a shard is of its number of claimants alone' 'exact::solve                    2         1' "$out"
run prove --paths 2 --code exact::solve --shard 2
is 'a shard without its number of shards is a usage error' '2 ' "$status $out"
cp -- "$binary" alone
./alone prove 2>err
is 'a command without fairshare-prove beside it says what to build' '3 1' \
  "$? $(grep -c '^error\[FS009\].*cannot start: No such file or directory; install the package fairshare-prove, or build the target fairshare_prove' err)"
run prove --paths 2 --shard 5/5
has 'more shards than patterns are a usage error' '--shard 5/5: 2 claimants have only 4 patterns' "$err"

# Usage

run --version
is 'the version is printed' 1 "$(grep -cE '^fairshare [0-9]+\.[0-9]+\.[0-9]+$' <<<"$out")"
run --help
has 'help has examples' 'fairshare verify scheduler.json --allocations fair-scheduler.xml' "$out"
is 'help is no error' 0 "$status"
# examples: how many examples there are in the help that `run` has read.
examples() { sed -n '/^Examples:$/,/^$/p' <<<"$out" | grep -c '^  '; }
is 'help has three examples' 3 "$(examples)"
for command in solve verify plot lint preempt fuzz merge prove explain schedulers; do
  run "$command" --help
  is "help of $command has three examples of its own" "0 3 3" \
    "$status $(examples) $(sed -n '/^Examples:$/,/^$/p' <<<"$out" | grep -c "^  .*fairshare $command")"
done
run fuzz --help
for default in '--release TEXT:{2.7,3}=3' '--jobs N:INT in [1 - 256]=1' '--deadline TIME=2s' '--first-deadline TIME=30s' \
  '--size-max N:INT in [1 - 10000]=40' '--save FOLDER=fairshare-found' '--format TEXT:{human,json,junit}=human'; do
  has 'help of fuzz tells its defaults' $'\n  '"$default" "$out"
done
run
is 'no command is a usage error, said on standard error' '2 ' "$status $out"
run verfy three.ndjson
is 'a misspelt command is a usage error that says what may be meant' \
  '2 fairshare: unknown command verfy; did you mean verify? (see fairshare --help) ' "$status $err $out"
run three.ndjson
is 'what resembles no command is only refused' \
  'fairshare: unknown command three.ndjson (see fairshare --help)' "$err"
run solve --numbers float three.ndjson
is 'an unknown choice is a usage error, said on standard error' '2 ' "$status $out"

finish

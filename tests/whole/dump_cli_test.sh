#!/usr/bin/env bash
# Dumps of Kubernetes objects, `verify --ordering` and mClock, through the command: what docs/kubernetes.md, docs/ordering.md
# and docs/mclock.md show is what the command prints, and bad input ends in status 2 with its place.
#
#   dump_cli_test.sh COMMAND
# shellcheck source=tests/whole/expect.sh
source "$(dirname -- "${BASH_SOURCE[0]}")/expect.sh"

shown docs/kubernetes.md
shown docs/ordering.md
shown docs/mclock.md

examples=$root/examples/kubernetes
cd -- "$folder" || exit 3

run solve --fair "$root/examples/ceph/options.json"
one_line=$out
python3 -m json.tool "$root/examples/ceph/options.json" >pretty.json
run solve --fair pretty.json
is 'options of which a line has a bracket alone are recognised' "0 $one_line" "$status $out"

python3 - "$root/examples/ytsaurus/orchid.json" >trees.json <<'END'
import json, sys
orchid = json.load(open(sys.argv[1]))
print(json.dumps({"default": {key: orchid[key] for key in ("pools", "operations")}}, indent=2))
END
run verify trees.json
has 'a map of trees whose first lines end in a brace is recognised' 'default/<Root>' "$out"

for option in --ordering --certificate; do
  run verify $option "$root/examples/yarn/scheduler.json"
  is "$option of a document is one error" \
    "2 error[FS018] $root/examples/yarn/scheduler.json: $option is for records; this is a YARN response" "$status $err"
done
run verify "$examples/apf/levels.yaml" --metrics "$examples/apf/metrics.txt"
is 'levels that are fair exit with 0' 0 "$status"
run verify "$examples/kai/queues.yaml" --metrics "$examples/kai/metrics.txt" --total nvidia.com/gpu=16
is 'a queue that is not exits with 1' 1 "$status"
run verify "$examples/koordinator/quotas.yaml" --total cpu=96 --format json
is 'one verdict a division' 3 "$(grep -c '"queue":' <<<"$out")"
has 'with its queue and its resource' '"queue":"ml","resource":"nvidia.com/gpu","verdict":"unfair"' "$out"

run verify "$examples/volcano/queues.json" --total cpu=100
is 'queues without metrics are not judged' 2 "$status"
has 'and it is said where their shares are' 'add --metrics FILE' "$err"
run verify "$examples/volcano/queues.json" --metrics nowhere.txt --total cpu=100
is 'nor with metrics that are not there' 2 "$status"
has 'which are named' 'nowhere.txt' "$err"
run verify "$examples/koordinator/quotas.yaml" --total cpu=1e18
is 'a total that the scheduler cannot hold is an error of its division alone' '2 1' "$status $(grep -c '^error.FS008.*: total: ' <<<"$err")"
has 'and the others are judged' 'ml: cpu in thousandths' "$out"
for words in 'solve:{"id":"ml, cpu in thousandths","outcome":"allocation"' 'plot --division ml,\ cpu\ in\ thousandths:<title>ml, cpu in thousandths: fair' \
  'verify --set notebooks.weight=9:ml, cpu in thousandths: total 45333'; do
  eval "run ${words%%:*} $examples/koordinator/quotas.yaml --total cpu=1e18"
  is "${words%%:*} says the same" '2 1' "$status $(grep -c '^error.FS008.*: total: ' <<<"$err")"
  has "and warns of what is missing, says ${words%%:*}" 'warning: koordinator-root-quota: the dump does not give the total of memory' "$err"
  has "and ${words%%:*} has the others" "${words#*:}" "$out"
done
{
  cat "$examples/kai/queues.yaml"
  printf -- '---\napiVersion: v1\nkind: Pod\nmetadata: {name: x}\n'
} >pod.yaml
run verify pod.yaml --metrics "$examples/kai/metrics.txt" --total nvidia.com/gpu=16 --format markdown
has 'a report that begins with the worst tells what was skipped' 'skipped objects of other kinds: 1 Pod' "$out"
run verify "$examples/volcano/queues.json" --total cpus
is 'a total that cannot be read is a wrong usage' 2 "$status"
has 'and says what is expected' 'RESOURCE=AMOUNT' "$err"

sed 's/"160Gi"/"160 Gi"/' "$examples/volcano/queues.json" >queues.json
run verify queues.json --metrics "$examples/volcano/metrics.txt" --total memory=512Gi
is 'a wrong quantity exits with 2' 2 "$status"
has 'and is told with file, line, object and field' \
  'queues.json:57: claimant dev, spec.capability.memory: "160 Gi" is not a quantity' "$err"
sed 's/^  name: research/ name: research/' "$examples/kai/queues.yaml" >queues.yaml
run verify queues.yaml
is 'invalid YAML exits with 2' 2 "$status"
has 'and is told with its line' 'error[FS001] queues.yaml:' "$err"

# Sums of tenths, which may differ for each order of a Go map.
seq 2000 | awk 'BEGIN { printf "{\"scheduler\":\"kai\",\"total\":4000,\"claimants\":[" }
  { printf "%s{\"weight\":%s,\"min_share\":%s,\"demand\":%s}", (NR > 1 ? "," : ""),
           NR % 4 == 0 ? 0.1 : NR % 4, NR % 3 * 1.25, NR * 7 % 41 / 4 }
  END { print "]}" }' >many.ndjson
(ulimit -t 100 && "$binary" solve --scheduler kai many.ndjson >out 2>err)
is 'the answers for many queues of KAI are not looked for without end' 0 "$?"
has 'and it is said that there may be more' '"complete":false' "$(<out)"

echo '{"id":"a","total":3,"claimants":[{},{}],"shares":[1,2]}' >record.ndjson
run verify record.ndjson --total cpu=3
is 'with --total every file is a dump' 2 "$status"
run solve --scheduler koordinator "$examples/koordinator/quotas.yaml" --total nvidia.com/gpu=4
has 'solve says what the release computes' \
  '{"id":"ml, nvidia.com/gpu","outcome":"shares","shares":[2,2,0]}' "$out"
run solve "$examples/koordinator/quotas.yaml" --total nvidia.com/gpu=4
has 'and what is fair by its rule' '"id":"ml, nvidia.com/gpu","outcome":"allocation","ratio":"1"' "$out"
run solve "$examples/volcano/queues.json"
is 'and exits with 2 where it cannot' 2 "$status"
run solve --scheduler volcano "$examples/volcano/queues.json" --metrics "$examples/volcano/metrics.txt" --total memory=512Gi
has 'of resources that are divided in one loop each has its own shares, and its own alternatives' \
  '"shares":[188978561024.00003,171798691840,188978561024.00003],"alternatives":[[188978561024,171798691840,188978561024]]' "$out"
has 'and where one is missing it is said that these may not be all' '"complete":false' "$out"

run verify --ordering <<<'{"id":"a","claimants":[{},{"weight":2}],"shares":["10","20"]}'
is 'shares that a ratio gives need no total' 0 "$status"
has 'the ratio is said' 'consistent a: R = 10, 2 claimants' "$out"
has 'and so is what was not checked' 'Only the ordering was checked' "$out"
run verify --ordering <<<'{"id":"a","total":999,"claimants":[{},{"weight":2}],"shares":["10","20"]}'
is 'a total counts for nothing' 0 "$status"
run verify --ordering --format json <<<'{"id":"a","claimants":[{},{"weight":2}],"shares":["20","10"]}'
is 'shares that no ratio gives exit with 1' 1 "$status"
has 'and name the pair' '{"id":"a","file":"-","line":1,"verdict":"inconsistent","findings":[{"code":"FS204","claimant":"1","with":"0"' "$out"
run verify --ordering --within 5 <<<'{"id":"a","claimants":[{},{"weight":2}],"shares":["14","20"]}'
is 'whole tasks are allowed for by --within' 0 "$status"
run verify --ordering <<<'{"id":"a","claimants":[{},{"weight":2}]}'
is 'without shares there is nothing to judge' 2 "$status"
has 'which is said' 'FS104' "$err"
run verify --ordering --certificate <<<'{}'
is '--ordering has no --certificate beside it' 2 "$status"
run verify --ordering --exit-zero <<<'{"claimants":[{},{"weight":2}],"shares":["20","10"]}'
is '--exit-zero is heeded' 0 "$status"
run verify --ordering --format json <<<'{"tree":[{"name":"a","children":[{"name":"b"},{"name":"c","weight":3}]},{"name":"d"}],"shares":["8","2","6","8"]}'
has 'a tree has its dividers judged, and the ratios of its top told' \
  '{"file":"-","line":1,"verdict":"consistent","findings":[],"ratio_low":"8","ratio_high":"8",' "$out"
has 'each divider is one of its divisions' '{"path":"/a","verdict":"consistent","rule":"floor","total":"8",' "$out"

finish

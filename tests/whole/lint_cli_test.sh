#!/usr/bin/env bash
# `fairshare lint`: what is printed where, and the exit status; and MR1's allocations together with records.
#
#   lint_cli_test.sh COMMAND
# shellcheck source=tests/whole/expect.sh
source "$(dirname -- "${BASH_SOURCE[0]}")/expect.sh"
shown docs/yarn.md
shown docs/hadoop-trees.md
cd -- "$folder" || exit 3

echo '<allocations><queue name="a"/></allocations>' >sound.xml
echo '<allocations><queue name="a"><weight>0</weight></queue></allocations>' >dead.xml
echo '<allocations><queue name="a"><weight>x</weight></queue></allocations>' >refused.xml

run lint sound.xml
is 'a sound file exits with 0' '0 ' "$status $err"
is 'and has its steady shares shown' $'root: steady shares
  root.a        memory 50.00 %
  root.default  memory 50.00 %
0 warnings, 0 errors, 1 queue in 1 file' "$out"
run lint --cluster memory=1000,vcores=10 - <sound.xml
has 'in units where the cluster is known; from standard input as well' '  root.a        memory 500' "$out"
run lint --cluster memory=1000 --cluster vcores=10 sound.xml
has 'resource by resource, too, as the advice for several reads' '  root.a        memory 500' "$out"
run lint dead.xml sound.xml
is 'a warning exits with 1' '1 ' "$status $err"
has 'and is a result, with its place' 'warning[FS603] dead.xml:1: claimant root.a, weight: ' "$out"
is 'the last line counts' '1 warning, 0 errors, 2 queues in 2 files' "$(tail -n 1 <<<"$out")"
run lint dead.xml refused.xml
is 'a file that the release refuses exits with 2' 2 "$status"
has 'and is told why on standard error' 'error[FS019] refused.xml:1: claimant root.a, weight: "x" is not a number' "$err"
has 'the other is looked at all the same' 'warning[FS603]' "$out"
run lint nowhere.xml
is 'a file that is not there exits with 2' 2 "$status"
has 'and is named' 'error[FS009] nowhere.xml' "$err"
is 'and counts as a file and an error' '0 warnings, 1 error, 0 queues in 1 file' "$out"
run lint --format json refused.xml nowhere.xml dead.xml
is 'in JSON errors are results, too' 5 "$(grep -c '^{"error":{\|^{"warning":{\|^{"queue":' <<<"$out")"
is 'and there is nothing else' "$(wc -l <<<"$out")" "$(grep -c '^{.*}$' <<<"$out")"

echo '<allocations><queue name="a"><maxResources>1,024 mb, 2 vcores</maxResources></queue></allocations>' >grouped.xml
run lint --cluster memory=100000,vcores=100 grouped.xml
is 'an amount that the release reads in part is a warning' '1 ' "$status $err"
is 'which says what it reads' \
  'warning[FS601] grouped.xml:1: claimant root.a, maxResources: YARN 3.3 reads "1,024 mb, 2 vcores" as "24 mb, 2 vcores"; write what is used, or what was meant' \
  "$(head -n 1 <<<"$out")"
has 'and it counts as that' '  root.a        memory 24' "$out"

echo '<allocations><queue name="a"><maxResources>50%</maxResources></queue></allocations>' >parts.xml
run lint --release 2.7 parts.xml
is 'another release refuses other files' 2 "$status"
has 'and is named' 'YARN 2.7 does not load such a file' "$err"
run lint --cluster memory sound.xml
is 'a cluster that cannot be read is a wrong usage' '2 ' "$status $out"
has 'and says what is expected' 'RESOURCE=AMOUNT is expected, such as memory=8192,vcores=8' "$err"
run lint --release 4 sound.xml
is 'an unknown release is a wrong usage' '2 ' "$status $out"

cat >pools.xml <<'END'
<allocations>
  <pool name="prod"><weight>3</weight><maxMaps>36</maxMaps></pool>
  <pool name="old"><minMaps>1</minMaps><maxmaps>2</maxmaps></pool>
</allocations>
END
run lint --cluster maps=40,reduces=20 pools.xml
is 'a file of MR1 is read as one' 1 "$status"
has 'by its rules' 'pools.xml:3: claimant old, maxmaps: unknown element <maxmaps> in a pool, which MR1 ignores' "$out"
has 'and has its pools divided' '  prod     maps 24, reduces 12' "$out"
record='{"id":"m","total":{"maps":40},"tree":[{"name":"prod","demand":{"maps":99}},{"name":"b","demand":{"maps":99}}]'
run solve --scheduler mr1 --allocations pools.xml <<<"$record}"
is 'solve takes the weights of a record from it' \
  '0 {"id":"m","outcome":"shares","shares":{"/":{"maps":40},"/prod":{"maps":30},"/b":{"maps":10}},"passed_over":["old"]}' \
  "$status $out"
has 'and warns of what MR1 ignores' 'warning: pools.xml:3: claimant old, maxmaps: unknown element' "$err"
run verify --scheduler mr1 --allocations pools.xml <<<"$record,\"shares\":{\"/prod\":{\"maps\":30},\"/b\":{\"maps\":10}}}"
is 'so does verify' 0 "$status"
has 'with a note on pools that the record does not have' 'pools that the record does not have: old.' "$out"
has 'and the warning' 'warning: pools.xml:3: claimant old, maxmaps' "$err"
run verify --set prod.weight=1 --scheduler mr1 --allocations pools.xml <<<"$record}"
is 'what another weight than that of the file would give is said as well' '/prod 30 20 -10' "$(grep '^ */prod' out | xargs)"
has 'with the warning' 'warning: pools.xml:3: claimant old, maxmaps' "$err"
run plot --scheduler mr1 --allocations pools.xml <<<"$record}"
has 'which plot has, too' 'warning: pools.xml:3: claimant old, maxmaps' "$err"
has 'and so does plot' 'add up to the total at R = 10.' "$out"
for command in solve verify plot 'verify --set prod.weight=1'; do
  # shellcheck disable=SC2086  # a command and its options
  run $command --scheduler mr1 --allocations pools.xml <<<'{"total":40,"claimants":[{"name":"prod"},{"name":"b"}],"shares":[20,20]}'
  is "the file says nothing of the claimants of a level: $command" '2 error[FS018]' "$status $(grep -o '^error.FS018.' <<<"$err")"
done
run verify --strict --scheduler mr1 --allocations pools.xml <<<"$record}"
is 'with --strict that is an error' 2 "$status"
is 'of which there are no more' 0 "$(grep -c 'lint shows them' <<<"$err")"
sed -i 's/36/x/; s/3</y</' pools.xml
run verify --scheduler mr1 --allocations pools.xml <<<"$record}"
is 'nothing is judged by a file that MR1 refuses' 2 "$status"
has 'of whose mistakes the first is said' 'error[FS019] pools.xml:2: claimant prod, weight: ' "$err"
has 'and how many more there are' 'keeps its old configuration (and 1 more: fairshare lint shows them)' "$err"
run fuzz --scheduler mr1 --allocations pools.xml --replay pools.xml -- true
is 'fuzz has no use for pools' 2 "$status"

finish

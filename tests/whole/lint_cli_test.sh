#!/usr/bin/env bash
# `fairshare lint`: what is printed where, and the exit status.
#
#   lint_cli_test.sh COMMAND
# shellcheck source=tests/whole/expect.sh
source "$(dirname -- "${BASH_SOURCE[0]}")/expect.sh"
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
run lint --format json refused.xml nowhere.xml dead.xml
is 'in JSON errors are results, too' 5 "$(grep -c '^{"error":{\|^{"warning":{\|^{"queue":' <<<"$out")"
is 'and there is nothing else' "$(wc -l <<<"$out")" "$(grep -c '^{.*}$' <<<"$out")"

echo '<allocations><queue name="a"><maxResources>50%</maxResources></queue></allocations>' >parts.xml
run lint --release 2.7 parts.xml
is 'another release refuses other files' 2 "$status"
has 'and is named' 'YARN 2.7 does not load such a file' "$err"
run lint --cluster memory sound.xml
is 'a cluster that cannot be read is a wrong usage' '2 ' "$status $out"
has 'and says what is expected' 'RESOURCE=AMOUNT is expected, such as memory=8192,vcores=8' "$err"
run lint --release 4 sound.xml
is 'an unknown release is a wrong usage' '2 ' "$status $out"

finish

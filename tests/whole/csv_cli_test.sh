#!/usr/bin/env bash
# `verify --csv`: tables are judged as the records that they hold.
#
#   csv_cli_test.sh BINARY
# shellcheck source=tests/whole/expect.sh
source "$(dirname -- "${BASH_SOURCE[0]}")/expect.sh"
cd -- "$folder" || exit 1

table=$root/examples/tables/shares.csv
columns=(--group-by ts --map 'name=queue,weight=w,min_share=lo,max_share=hi')

# What a table is.

cat >records.ndjson <<'END'

{"id":"10:00","total":100,"claimants":[{"name":"prod","weight":3,"min_share":10},{"name":"dev","weight":1,"max_share":40},{"name":"etl, nightly","weight":1}],"shares":[60,20,20]}


{"id":"10:05","total":100,"claimants":[{"name":"prod","weight":3,"min_share":10},{"name":"dev","weight":1,"max_share":40}],"shares":[75,25]}

{"id":"10:10","total":100,"claimants":[{"name":"prod","weight":3,"min_share":10},{"name":"dev","weight":1,"max_share":40},{"name":"etl, nightly","weight":1}],"shares":[50,30,20]}
END
for format in human json junit markdown; do
  run verify --format "$format" records.ndjson
  sed 's/records\.ndjson/shares.csv/g' out >of_records
  cp -- "$table" shares.csv
  run verify --csv "${columns[@]}" --format "$format" shares.csv
  is "$format: the verdicts are those of the same records" '' "$(diff of_records out)"
  is "$format: the exit status too" 1 "$status"
done
run verify --csv "${columns[@]}" --format json shares.csv
is 'a record has the line of its first row' '2 5 7' "$(jq -r .line out 2>/dev/null | paste -sd' ')"

{ printf '\xef\xbb\xbf' && sed 's/$/\r/' "$table"; } >windows.csv
run verify --csv "${columns[@]}" --format json windows.csv
sed 's/"windows\.csv"/"-"/' out >of_windows
run verify --csv "${columns[@]}" --format json - <"$table"
is 'a byte order mark and CRLF change nothing' '' "$(diff of_windows out)"

run verify --csv "${columns[@]}" "$table" "$table"
has 'each file is a table of its own' '6 cases: 4 fair, 2 unfair, 0 not judged' "$out"

printf 'name,total,share\n"a\n\n  \nb",1,1\n' | "$binary" verify --csv --format json >out
has 'a name keeps its line breaks, and lines of spaces' '"a\u000a\u000a  \u000ab"' "$(<out)"

printf 'name,weight,total,share\na,1/3,1,0.25\nb,1,1,0.75\n' >thirds.csv
run verify --csv thirds.csv
is 'a weight may be a fraction' 'fair      thirds.csv:2: R = 0.75, 2 claimants' "${out%%$'\n'*}"
run verify --csv --ordering thirds.csv
is '--ordering judges tables' 0 "$status"
run verify --csv --ordering <<<$'name,share\na,3\nb,1'
has '--ordering needs no total of a table' 'b is below its maximum and holds at most 1.5.' "$out"
run verify --csv --ordering --group-by day <<<$'day,total,share\n1,,3\n2,9,3'
has 'nor of each record in it' '2 cases: 2 consistent' "$out"
printf 'total,share\n10,4\n10,4\n10,4\n' >yarn.csv
run verify --csv --scheduler yarn-2.7 yarn.csv
has '--scheduler says whose rule it is' 'as yarn-2.7 computes it' "$out"
run verify --csv --rounding down --within 1 yarn.csv
has '--within and --rounding say how the shares were rounded' 'fair ' "$out"
run verify --csv --set 1.weight=2 <<<$'name,total\n0,9\n1,9'
has '--set says what would be fair, and needs no shares' ' 4.5 ' "$out"
is '--set succeeds' 0 "$status"

# What is wrong, and where.

# refused SENTENCE PLACE LAST-LINE < TABLE: with what is said on standard error, and exit status 2.
refused() {
  run verify --csv --group-by ts
  has "$1" "$2" "$err"
  is "$1: the last line" "$3" "${out##*$'\n'}"
  is "$1: exit status" 2 "$status"
}
one='1 case: 0 fair, 0 unfair, 1 not judged'
good=$'y,b,1,1'
refused 'a weight that is no number' 'error[FS006] -:3: claimant b, column weight: "w" is neither' \
  '2 cases: 1 fair, 0 unfair, 1 not judged' <<<$'ts,name,share,total,weight\nx,a,1,1,\nx,b,1,1,w\ny,a,1,1,'
refused 'a missing share' 'error[FS104] -:2: claimant a, column share: ' \
  '2 cases: 1 fair, 0 unfair, 1 not judged' <<<$'ts,name,share,total\nx,a,,1\n'"$good"
refused 'a missing column' 'error[FS002] -:1: the header has no column "total": name it by --map' \
  "$one" <<<$'ts,name,share\nx,a,1'
refused 'no such group' 'error[FS002] -:1: the header has no column "ts" (--group-by)' \
  "$one" <<<$'time,share,total\nx,1,1'
refused 'a column twice' 'error[FS004] -:1: duplicate column "share" in the header' \
  "$one" <<<$'ts,share,total,share\nx,1,1,1'
refused 'a row too short' 'error[FS001] -:2: 3 fields, but the header has 4' \
  '2 cases: 1 fair, 0 unfair, 1 not judged' <<<$'ts,name,share,total\nx,a,1\nx,b,1,1\n'"$good"
refused 'rows of a key apart' 'error[FS004] -:4: the rows of "y" are not adjacent: sort the file by "ts"' \
  '3 cases: 2 fair, 0 unfair, 1 not judged' <<<$'ts,name,share,total\n'"$good"$'\nx,a,1,1\n'"$good"
refused 'a stray quote' 'error[FS001] -:2: a quote is out of place at byte 4' \
  "$one" <<<$'ts,name,share,total\nx,a"b,1,1'
refused 'open quotes' 'error[FS001] -:2: a quoted field is not closed: its quotes are open to the end of this row' \
  "$one" <<<$'ts,name,share,total\nx,"a,1,1'
refused 'a name twice' 'error[FS004] -:4: claimant a, column name: duplicate name' \
  '2 cases: 1 fair, 0 unfair, 1 not judged' <<<$'ts,name,share,total\n'"$good"$'\nx,a,1,1\nx,a,1,1'
refused 'another encoding' 'error[FS001] -:2: this row is not UTF-8' \
  "$one" < <(printf 'ts,name,share,total\nx,\xe9,1,1\n')
refused 'an empty file' 'error[FS001] -: the input is empty' "$one" </dev/null
refused 'a header alone' 'error[FS107] nothing was judged' \
  '0 cases: 0 fair, 0 unfair, 0 not judged' <<<'ts,share,total'
refused 'a maximum below its minimum' 'error[FS010] -:4: claimant b, column max_share: max_share 1 is below min_share 2' \
  '2 cases: 1 fair, 0 unfair, 1 not judged' <<<$'ts,name,share,total,min_share,max_share\ny,b,1,1,,\nx,a,1,1,,\nx,b,1,1,2,1'
negative=$'queue,w,share,total\na,1,1,2\nb,-1,1,2'
of_cell='error[FS011] -:3: claimant b, column w: -1 is negative'
of_row='error[FS011] -:3: claimant b: no fair allocation exists here, whatever the release computes: weight is negative'
for options in '' '--ordering' '--jobs 2' '--set a.weight=2' '--scheduler mr1' '--scheduler mr1 --set a.weight=2'; do
  # shellcheck disable=SC2086  # words are meant
  run verify --csv --map name=queue,weight=w $options <<<"$negative"
  [[ $options == *mr1* ]] && expected=$of_row || expected=$of_cell
  is "a negative weight${options:+, $options}" "2 $expected" "$status $err"
done
run verify --csv --map name=queue,weight=w --save found - <<<"$negative"
has 'the summary has the row, too' '"place":"-:3"' "$(cat found/*)"
run verify --csv --rounding down <<<$'share,total\n3,5\n2.5,5'
is 'a share that cannot be a rounded one' 'error[FS015] -:3: claimant 1, column share: the share 2.5 is not' "${err%% a whole*}"
run verify --csv --format json --group-by ts <<<$'ts,name,share,total\nx,a,,1'
has 'the error has the id of its record' '{"id":"x","error":{"code":"FS104","file":"-","line":2,' "$out"

run verify --csv --allow-empty </dev/null
is 'with --allow-empty an empty file is no error' 0 "$status"
run verify --csv --allow-empty <<<'share,total'
is 'nor is a header alone' 0 "$status"
run verify --csv --allow-empty <<<'a,b'
is 'a header without the columns is one still' 2 "$status"
head -c 70000000 /dev/zero | "$binary" verify --allow-empty >out 2>err
is 'and so is a first line that is too long' '2 1' "$? $(grep -c FS005 err)"

for options in '--group-by ts' '--map weight=w' '--csv --certificate' '--csv --allocations x.xml' \
  '--csv --metrics m' '--csv --total cpu=1' '--csv --steady' '--csv --strict' '--csv --map wieght=w' '--csv --map weight'; do
  # shellcheck disable=SC2086  # words are meant
  run verify $options shares.csv
  is "$options is refused" 2 "$status"
  has "$options is refused as usage" 'fairshare: --' "$err"
  is "$options judges nothing" '' "$out"
done

# Tables of any length, in any number of jobs and shards.

# 250,000 records of 4 rows; every thousandth is unfair, every ten-thousandth has a row that is too short.
awk 'BEGIN {
  print "ts,queue,w,share,total"
  for (i = 1; i <= 250000; ++i) for (k = 1; k <= 4; ++k)
    if (k == 4 && i % 10000 == 0) print i ",q4,1"
    else print i ",q" k "," k "," (i % 1000 == 0 ? 2.5 : k) ",10"
}' >long.csv
columns=(--group-by ts --map name=queue,weight=w)
(ulimit -v 150000 && "$binary" verify --csv "${columns[@]}" --summary long.csv >out 2>err)
is 'a million rows are judged in 150 MB of addresses' \
  '2 250000 cases: 249750 fair, 225 unfair, 25 not judged' "$? $(tail -n 1 out)"

head -n 40100 long.csv >some.csv
run verify --csv "${columns[@]}" some.csv
cp out one.out && cp err one.err && one=$status
for jobs in 2 5; do
  run verify --csv "${columns[@]}" --jobs "$jobs" some.csv
  is "--jobs $jobs says the same" "$one" "$status$(cmp one.out out 2>&1)$(cmp one.err err 2>&1)"
done
for shard in 1 2 3; do
  run verify --csv "${columns[@]}" --shard "$shard/3" --save saved some.csv
  tail -n 1 out
done >shards
run merge saved
is 'shards deal records, not rows' '3342 3342 3341' "$(cut -d' ' -f1 shards | paste -sd' ')"
has 'and are the whole together' "$(tail -n 1 one.out | cut -d: -f2 | cut -d, -f1)" "$out"

printf 'name,min,share,total\na,1,1,1\n' >bounds.csv
run verify --csv bounds.csv
has 'a column that may be a bound is not ignored in silence' 'warning: bounds.csv:1: ignored columns: "min"' "$err"
run verify --csv --set a.weight=2 bounds.csv
has 'nor by --set' 'warning: bounds.csv:1: ignored columns: "min"' "$err"
run verify --csv --map min_share=min bounds.csv
is 'but read if it is mapped' '0 ' "$status $err"

# A stream is judged as it arrives: each record when the next one begins.
mkfifo to from
"$binary" verify --csv --group-by ts <to >from 2>/dev/null &
exec 3>to 4<from
printf 'ts,share,total\nfirst,1,1\nsecond,1,1\n' >&3
read -r -t 20 answer <&4
is 'a record is judged when the next one begins' 'fair      first: R = 1, 1 claimant' "$answer"
exec 3>&- 4<&-
wait $!

finish

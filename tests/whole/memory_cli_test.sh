#!/usr/bin/env bash
# Records that would take more memory than there is: each has an error, and no other record loses its answer.
# Not for sanitizers, which need more addresses than `ulimit -v` leaves.
#
#   memory_cli_test.sh BINARY

# shellcheck source=tests/whole/expect.sh
source "$(dirname -- "${BASH_SOURCE[0]}")/expect.sh"
cd -- "$folder" || exit 2

small='{"id":"small","total":1,"claimants":[{},{}],"shares":[0.5,0.5]}'
answer='{"id":"small","outcome":"allocation","ratio":"1/2","shares":["1/2","1/2"]}'

# weights COUNT: 1, 1/2, 1/3, ... as claimants. Their common denominator has about 0.43 COUNT digits.
weights() { seq "$1" | sed 's|.*|{"name":"&","weight":"1/&"}|' | paste -sd,; }
# between_small: prints standard input as the second of three records.
between_small() {
  echo "$small"
  cat
  echo "$small"
}

weights 12000 >weights
shares=$(yes 0.25 | head -n 12000 | paste -sd,)
echo "{\"id\":\"long\",\"total\":3000,\"claimants\":[$(<weights)],\"shares\":[$shares]}" | between_small >long.ndjson
echo "{\"id\":\"long\",\"total\":3000,\"tree\":[{\"name\":\"top\",\"children\":[$(<weights)]}]}" |
  between_small >tree.ndjson

# refuses SENTENCE ARGS...: the second of three records is FS023, and the other two have their answers.
refuses() {
  local sentence=$1
  shift
  (ulimit -v 600000 && "$binary" "$@" >out 2>err)
  is "$sentence is FS023 with its line, and exit status 2" "2 1" \
    "$? $(grep -c '^error\[FS023\] [^:]*:2: the exact numbers of the answer take more than [0-9]* MiB; give fewer digits, or use' err)"
  is "$sentence leaves the other records their answers" 2 "$(grep -cE '"?small"?.*(allocation|fair|holds|what_if)|fair +small' out)"
}

refuses 'an answer that is too long' solve long.ndjson
has 'its answer has its id' '{"id":"long","error":{"code":"FS023","file":"long.ndjson","line":2,' "$(sed -n 2p out)"
is 'no part of it is printed' 3 "$(wc -l <out)"
refuses 'with --jobs, an answer that is too long' solve --jobs 3 long.ndjson
refuses 'apportioned, an answer that is too long' solve --apportion long.ndjson
refuses 'what would be fair' solve --set total=9 long.ndjson
has 'it has its id, too' '{"id":"long","error":{"code":"FS023","file":"long.ndjson","line":2,' "$(sed -n 2p out)"
refuses 'a tree whose answer is too long' solve tree.ndjson
refuses 'a certificate for an answer that is too long' solve --certificate long.ndjson
refuses 'a formula for an answer that is too long' solve --smt-lib formulas long.ndjson
refuses 'a verdict on fair shares that are too long' verify long.ndjson
has 'it counts as not judged' '3 cases: 2 fair, 0 unfair, 1 not judged' "$(tail -n 1 out)"
refuses 'such a verdict in JSON' verify --format json long.ndjson
shares=$(yes 0.25 | head -n 8000 | paste -sd,)
echo "{\"total\":3000,\"claimants\":[$(weights 8000)],\"shares\":[$shares]}" >one.ndjson
for format in html markdown; do
  rm -rf summary
  "$binary" verify --format $format --save summary one.ndjson >out 2>err
  is "a verdict that cannot be told in $format is counted once" '2 1 1' \
    "$? $(grep -c '^error\[FS023\]' err) $(grep -c '"judged":1,"counts":{"fair":0,"unfair":0,' summary/*)"
done
(ulimit -v 600000 && "$binary" solve --numbers double long.ndjson >out 2>err)
is 'in doubles it has an answer' '0 3' "$? $(grep -c '"outcome":"allocation"' out)"

# Too little memory, for GMP's allocation or another one: at many places, depending on the limit, above what any start takes.

start=20000
until (ulimit -v $start && "$binary" --version >/dev/null 2>&1) || ((start > 200000)); do start=$((start + 5000)); done
for more in 10000 25000 40000 50000 60000 70000 80000 90000 100000 110000 120000; do
  limit=$((start + more))
  (ulimit -v $limit && "$binary" solve long.ndjson >out 2>err)
  is "with $limit KiB of addresses the record is FS023, and nothing crashes" "2 $answer 1" \
    "$? $(head -n 1 out) $(grep -c '^error\[FS023\]' err)"
  is "with $limit KiB of addresses the record after it is answered" "$answer" "$(tail -n 1 out)"
done
{
  printf '{"id":"wide","total":1,"claimants":['
  yes '{},' | head -n 3000000 | tr -d '\n'
  printf '{}]}\n'
} | between_small >wide.ndjson
for jobs in 1 2; do
  (ulimit -v 500000 && "$binary" solve --jobs $jobs wide.ndjson >out 2>err)
  is "with --jobs $jobs, a record that is too wide for the memory is FS023" \
    '2 1' "$? $(grep -c '^error\[FS023\] wide.ndjson:2: there is not enough memory' err)"
  is "with --jobs $jobs, the others are answered" "$answer"$'\n'"$answer" "$(sed -n '1p;3p' out)"
done

finish

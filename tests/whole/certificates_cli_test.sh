#!/usr/bin/env bash
# Certificates from outside: the pipe from solve to verify, what refuses them, and formulas that z3
# and cvc5 decide as they say.
#
#   certificates_cli_test.sh BINARY     z3 is needed; cvc5 is asked too where it is installed

# shellcheck source=tests/whole/expect.sh
source "$(dirname -- "${BASH_SOURCE[0]}")/expect.sh"
cd -- "$folder" || exit 2
command -v z3 >/dev/null || { echo 'z3 is not installed: apt-get install z3'; exit 2; }

# undecided SOLVER...: of the files of formulas on standard input, those to which the solver does not give the
# expected answers.
undecided() {
  local file expected answered
  while IFS= read -r file; do
    expected=$(sed -n 's/^; expect: //p' "$file" | xargs)
    answered=$("$@" "$file" 2>&1 | xargs)
    [[ -n $expected && $expected == "$answered" ]] || echo "$file"
  done
}

three='"total":100,"claimants":[{"name":"x"},{"name":"y","weight":2,"max_share":30},{"name":"z","weight":3,"min_share":60}]'
tree='"total":100,"tree":[{"name":"prod","weight":3,"children":[{"name":"etl"},{"name":"web","weight":2}]},{"name":"dev"}]'
echo "{\"id\":\"a\",$three}" >three.ndjson
{
  echo "{\"id\":\"a\",$three}"
  echo '{"id":"b","total":10,"claimants":[{"min_share":8},{"min_share":8}]}'
  echo '{"id":"c","total":10,"claimants":[{"max_share":3},{"weight":0,"min_share":4}]}'
  echo "{\"id\":\"d\",$tree}"
  echo '{"id":"e","total":"1/3","numbers":"exact","claimants":[{"demand":"1/7"},{}],"shares":[1,2]}'
} >five.ndjson

# The pipe

run solve --certificate three.ndjson
is 'solve --certificate prints the record, its answer and its certificate' \
  '{"id":"a","total":"100","claimants":[{"name":"x","weight":"1","min_share":"0"},{"name":"y","weight":"2","min_share":"0","max_share":"30"},{"name":"z","weight":"3","min_share":"60"}],"outcome":"allocation","ratio":"40/3","shares":["40/3","80/3","60"],"certificate":{"outcome":"allocation","ratio":"40/3","ratios":["40/3","40/3"],"branches":["proportional","proportional","at_min"]}}' "$out"
cp out certified.ndjson
run verify --certificate < <("$binary" solve --certificate five.ndjson)
is 'what solve --certificate prints holds' \
  '0 holds     a: allocation, R = 40/3 (13.33), 3 claimants
holds     b: overcommitted by 6, 2 claimants
holds     c: surplus of 3, 2 claimants
holds     d: allocation, R = 25, 4 nodes
holds     e: allocation, R = 4/21 (0.19), 2 claimants
5 certificates: 5 hold, 0 refused, 0 not read' "$status $out"
run verify --certificate --format json < <("$binary" solve --certificate five.ndjson)
is 'in JSON there is one line a certificate' 5 "$(wc -l <out)"
is 'in JSON a certificate that holds says so' \
  '{"id":"a","file":"-","line":1,"verdict":"holds","findings":[],"ratio":"40/3","outcome":"allocation"}' "$(sed -n 1p out)"
is 'in JSON a certificate of too little has no ratio' \
  '{"id":"b","file":"-","line":2,"verdict":"holds","findings":[],"outcome":"overcommitted"}' "$(sed -n 2p out)"
run verify < <("$binary" solve --certificate three.ndjson)
is 'plain verify judges the shares of the same lines' \
  $'0 fair      a: R = 40/3 (13.33), 3 claimants\n1 case: 1 fair, 0 unfair, 0 not judged' "$status $out"
echo '<html><title>502 Bad Gateway</title></html>' >page.html
run verify --certificate page.html
has 'what cannot be an input is told as that' 'error[FS001] page.html: ' "$err"
run solve --certificate < <("$binary" solve --certificate five.ndjson)
is 'what solve --certificate prints is a record with the same certificate' \
  "$("$binary" solve --certificate five.ndjson)" "$out"

python3 - "$root"/vectors/*.json >vectors.ndjson <<'PYTHON'
import json, sys
for name in sys.argv[1:]:
    with open(name) as file:
        content = json.load(file, parse_float=str)  # a string keeps every digit of the number
    for vector in content.get("vectors", []):
        record = vector.get("record", {"scheduler": "another"})
        if "scheduler" not in record:
            record.pop("shares", None)
            print(json.dumps(record))
PYTHON
"$binary" solve --certificate vectors.ndjson >certified-vectors.ndjson 2>/dev/null
run verify --certificate certified-vectors.ndjson
unread=$(grep -c '"error":' certified-vectors.ndjson)
is 'the certificates of all vectors hold' \
  "$(($(wc -l <vectors.ndjson) - unread)) hold, 0 refused, $unread not read" "${out##*: }"
is 'and there are many of them' 1 "$(($(wc -l <vectors.ndjson) - unread > 150))"

# Refused

# with FROM TO: certified.ndjson with FROM replaced, which must occur there.
with() { grep -qF -- "$1" certified.ndjson && python3 -c 'import sys; print(sys.stdin.read().replace(sys.argv[1], sys.argv[2]), end="")' "$1" "$2" <certified.ndjson; }

run verify --certificate < <(with '"proportional","proportional","at_min"' '"proportional","at_max","at_min"')
is 'a wrong branch is refused, and its claimant is named' \
  '1 error[FS106] a: the certificate does not hold (total 100)
  The certificate says that y is at its maximum, but its weight times R is 80/3 (26.67), below its maximum 30.
  = help: fairshare explain FS106
1 certificate: 0 hold, 1 refused, 0 not read' "$status $out"
run verify --certificate --exit-zero < <(with '"proportional","at_min"' '"at_max","at_min"')
is 'with --exit-zero the status is 0' 0 "$status"
run verify --certificate --format json < <(with '"outcome":"allocation","ratio":"40/3","ratios"' '"outcome":"allocation","ratio":"41/3","ratios"')
is 'a wrong ratio is refused' \
  '1 {"id":"a","file":"-","line":1,"verdict":"refused","findings":[{"code":"FS106","message":"The shares that it gives add up to 101; the total is 100.","numbers":{}}]}' "$status $out"
run verify --certificate --format json < <(with '"80/3","60"]' '"80/3","61"]')
is 'a wrong share is refused' \
  '1 {"id":"a","file":"-","line":1,"verdict":"refused","findings":[{"code":"FS106","claimant":"z","message":"z is reported to have 61; the certificate gives it 60.","numbers":{}}]}' "$status $out"
run verify --certificate < <(with '"total":"100"' '"total":"101"')
is 'a certificate of another total is refused' 1 "$status"
{ with '"at_min"]' '"at_max"]'; cat certified.ndjson; with '"at_min"]' '"max"]'; } >mixed.ndjson
run verify --certificate mixed.ndjson
is 'what cannot be read wins over what is refused, and all are counted' \
  '2 3 certificates: 1 hold, 1 refused, 1 not read' "$status $(tail -n 1 out)"
is 'a malformed certificate is told with its place' \
  'error[FS002] mixed.ndjson:3: certificate.branches[2]: "at_min", "proportional" or "at_max" is expected here' "$err"
run verify --certificate three.ndjson
is 'a record without one is malformed' \
  '2 error[FS002] three.ndjson:1: certificate: the certificate is missing: `fairshare solve --certificate` adds it' "$status $err"

# Options that do not go together

for options in '--numbers double' '--apportion' '--scheduler yarn-3'; do
  for kind in --certificate '--smt-lib none'; do
    # shellcheck disable=SC2086  # options are several words
    run solve $kind $options three.ndjson
    is "$kind and $options are a usage error" '2 ' "$status $out"
  done
done
is 'then no folder is made' '' "$(ls -d none 2>/dev/null)"
run solve --certificate <<<'{"id":1,"scheduler":"yarn-3","total":10,"claimants":[{}]}'
has 'a record of a production scheduler has no certificate' '"code":"FS018"' "$out"
run verify --certificate <<<'{"id":1,"scheduler":"yarn-3","total":10,"claimants":[{}]}'
has 'nor is one read' 'error[FS018] -:1: scheduler: ' "$err"
run solve --certificate --scheduler fair <<<'{"id":1,"scheduler":"yarn-3","total":10,"claimants":[{}]}'
has 'unless it is divided by the definition' '"certificate":{' "$out"
for options in '--rounding exact' '--within 1' '--relative 0' '--allocations f' --steady '--scheduler mr1'; do
  # shellcheck disable=SC2086  # options are several words
  run verify --certificate $options certified.ndjson
  is "verify --certificate $options is a usage error" '2 ' "$status $out"
done

# Formulas

run solve --smt-lib new/formulas five.ndjson
is 'solve --smt-lib answers as solve does' "$("$binary" solve five.ndjson)" "$out"
is 'and writes a file for each record into a folder that it makes' \
  'a.smt2 b.smt2 c.smt2 d.smt2 e.smt2' "$(ls new/formulas | xargs)"
run solve --certificate --smt-lib new/formulas five.ndjson
is 'both at once are both' "$("$binary" solve --certificate five.ndjson)" "$out"
"$binary" solve --smt-lib vectors vectors.ndjson >/dev/null 2>&1
is 'all vectors have formulas' "$(($(wc -l <vectors.ndjson) - unread))" "$(find vectors -name '*.smt2' | wc -l)"
is 'z3 answers all of them as they expect' '' "$(find vectors new -name '*.smt2' | undecided z3 -T:60)"
if command -v cvc5 >/dev/null; then
  is 'cvc5 answers all of them as they expect' '' \
    "$(find vectors new -name '*.smt2' | undecided cvc5 --incremental --tlimit=60000)"
fi

# A false certificate gives formulas with other answers: another total, another bound.
sed 's/100\.0/101.0/' new/formulas/a.smt2 >false-total.smt2
sed 's/60\.0/59.0/' new/formulas/a.smt2 >false-minimum.smt2
sed 's/(\* 2\.0 R)/(* 3.0 R)/' new/formulas/a.smt2 >false-weight.smt2
sed 's/ 10\.0/ 17.0/' new/formulas/b.smt2 >false-excess.smt2
is 'z3 does not confirm what is false' 'false-excess.smt2 false-minimum.smt2 false-total.smt2 false-weight.smt2' \
  "$(printf '%s\n' false-*.smt2 | undecided z3 -T:60 | xargs)"

python3 - >many.ndjson <<'PYTHON'
import json, random
random.seed(1)
claimants = []
for _ in range(200):
    low = random.uniform(0, 1000)
    claimant = {"weight": random.uniform(0, 1000), "min_share": low}
    if random.random() < 0.7:
        claimant["max_share"] = low + random.uniform(0, 3000)
    claimants.append(claimant)
total = 2 * sum(claimant["min_share"] for claimant in claimants)
print(json.dumps({"id": "many", "numbers": "double", "total": total, "claimants": claimants}))
PYTHON
"$binary" solve --smt-lib many many.ndjson >/dev/null
is 'z3 decides 200 claimants in doubles within a minute' '' "$(echo many/many.smt2 | undecided z3 -T:60)"

# Names of files

{
  echo '{"id":"a","total":1,"claimants":[{}]}'
  echo '{"id":"a","total":2,"claimants":[{}]}'
  echo '{"id":"a-2","total":3,"claimants":[{}]}'
  echo '{"id":"A","total":4,"claimants":[{}]}'
  echo '{"total":5,"claimants":[{}]}'
  echo '{"id":"../x/\n.y é","total":6,"claimants":[{}]}'
  echo '{"id":"","total":7,"claimants":[{}]}'
  echo '{"id":17,"total":8,"claimants":[{}]}'
  echo '{"id":"zZ09","total":9,"claimants":[{}]}'
  echo '{"id":"-rf","total":10,"claimants":[{}]}'
} >names.ndjson
run solve --smt-lib names names.ndjson
is 'no two records share a file, and no name leaves the folder' \
  '17.smt2 A-3.smt2 _-rf.smt2 _.._x__.y___.smt2 a-2-2.smt2 a-2.smt2 a.smt2 line-5.smt2 line-7.smt2 zZ09.smt2' \
  "$(cd names && printf '%s\n' * | LC_ALL=C sort | xargs)"
is 'each has its own total' '1 2 3 4 5 6 7 8 9 10' \
  "$(grep -ho '^; [0-9]* divided' names/*.smt2 | cut -d' ' -f2 | sort -n | xargs)"
run solve --smt-lib names names.ndjson names.ndjson
is 'records of two files do not share one either' 20 "$(find names -name '*.smt2' | wc -l)"
python3 -c 'print("{\"id\":\"" + "n" * 5000 + "\",\"total\":1,\"claimants\":[{}]}")' >long.ndjson
run solve --smt-lib long long.ndjson
is 'a long id is cut' "0 $(printf 'n%.0s' {1..100}).smt2" "$status $(ls long)"
run solve --smt-lib three.ndjson three.ndjson
is 'a folder that cannot be made is FS009' '2 error[FS009] three.ndjson: cannot write' "$status ${err%: *}"
has 'and the answer to the record says so' '{"id":"a","error":{"code":"FS009"' "$out"

finish

#!/usr/bin/env bash
# `fairshare plot` as a user sees it: which division it draws, from which inputs, and what it refuses.
#
#   plot_cli_test.sh COMMAND
# shellcheck source=tests/whole/expect.sh
source "$(dirname -- "${BASH_SOURCE[0]}")/expect.sh"

shown docs/plot.md

cd -- "$folder" || exit 3
# titled: the picture's title, if the output is one SVG.
titled() {
  [[ $out == '<svg '*'</svg>' ]] && sed -n 's/^<title>\(.*\)<\/title>$/\1/p' <<<"$out" | head -n 1
}

# Records

cat >one.json <<'JSON'
{"id":"a","total":100,"claimants":[{"name":"x"},{"name":"y","weight":2,"max_share":30},{"name":"z","weight":3,"min_share":60}],"shares":[10,30,60]}
JSON
run plot one.json
is 'a record is drawn, with its verdict, and nothing is said' '0 a: unfair, FS204 ' "$status $(titled) $err"
run plot <one.json
is 'so is one from standard input' '0 a: unfair, FS204' "$status $(titled)"
run plot one.json --within 20
is 'a tolerance counts as in verify' '0 a: fair' "$status $(titled)"
sed 's/,"shares".*/}/' one.json >bare.json
run plot bare.json
is 'a record without shares has no verdict' '0 a' "$status $(titled)"
has 'but fair shares' '>fair 80/3 (26.67)</text>' "$out"
echo '{"id":"o","total":1,"claimants":[{"min_share":2}]}' >over.json
run plot over.json
is 'minimums above the total are said in the title' '0 o: overcommitted' "$status $(titled)"
echo '{"id":"s","total":9,"claimants":[{"max_share":2}]}' >surplus.json
run plot surplus.json
has 'of more than can be claimed the rest is told' '7 is unclaimed' "$out"

cat >tree.json <<'JSON'
{"id":"t","total":90,"tree":[{"name":"prod","weight":2,"children":[{"name":"etl"},{"name":"web","weight":3}]},{"name":"dev"}]}
JSON
run plot tree.json
is 'of a tree one division must be chosen' \
  '2 fairshare: there are 2 divisions; choose one with --division: "t", "t/prod" (see fairshare plot --help) ' "$status $err $out"
run plot tree.json --division t/prod
is 'which is drawn' '0 t/prod' "$status $(titled)"
has 'and divides its own fair share' '>total 60</text>' "$out"
run plot tree.json --division prod
is 'a name that no division has is refused' \
  '2 fairshare: --division prod: no division has this name; the names: "t", "t/prod" (see fairshare plot --help) ' "$status $err $out"

cat one.json one.json >twice.ndjson
run plot twice.ndjson --division a
has 'a name that two have is refused' '--division a: 2 divisions have this name' "$err"
is 'with status 2 and no picture' '2 ' "$status $out"
for ((i = 0; i < 50; i++)); do echo '{"total":1,"claimants":[{}],"shares":[1]}'; done >many.ndjson
run plot many.ndjson
has 'of many divisions the first are named' '"many.ndjson:20" and 30 more' "$err"
run plot many.ndjson --division many.ndjson:37
is 'a record without id is named by its place' '0 many.ndjson:37: fair' "$status $(titled)"

# Schedulers and documents

echo '{"id":"l","scheduler":"volcano","total":10,"claimants":[{"name":"a"},{"name":"b","weight":3}]}' >level.json
run plot level.json
is "a scheduler's level without shares shows what is fair" '0 l ' "$status $(titled) $err"
# The 4 that a wants go first.
cat >kai.json <<'JSON'
{"id":"k","scheduler":"kai","total":10,"claimants":[{"name":"a","priority":1,"demand":4},{"name":"b"},{"name":"c","weight":3}]}
JSON
run plot kai.json
has 'each priority is a division of its own' ': "k (priority 1)", "k (priority 0)"' "$err"
run plot kai.json --division 'k (priority 0)'
is 'and drawn by that name' '0 k (priority 0)' "$status $(titled)"
has 'with what is left for it' '<desc>2 claimants. The shares add up to the total at R = 1.5.</desc>' "$out"
yarn=("$root/examples/yarn/scheduler.json" --allocations "$root/examples/yarn/fair-scheduler.xml")
run plot "${yarn[@]}" --division 'root.analytics, memory'
is 'a queue of a YARN response is drawn by its name and resource' '0 root.analytics, memory: unfair, FS204' \
  "$status $(titled)"
run plot "${yarn[@]}"
is 'all its queues are named' '2 11' "$status $(grep -o '"root[^"]*"' <<<"$err" | wc -l)"

# What is wrong

run plot nowhere.json
is 'a file that is not there exits with 2' '2 error[FS009]' "$status ${err%% *}"
echo '{"total":1' >broken.json
run plot broken.json
has 'a broken record is told with its place' 'broken.json:1' "$err"
is 'and exits with 2' '2 ' "$status $out"
cat broken.json one.json >both.ndjson
run plot both.ndjson
is 'what is wrong beside the picture is told, and exits with 2' '2 a: unfair, FS204 error[FS001]' \
  "$status $(titled) ${err%% *}"
run plot --allocations nowhere.xml one.json
is 'so does an allocations file that is not there' '2 error[FS009]' "$status ${err%% *}"
run plot one.json --within x
is 'a wrong tolerance is a wrong usage' '2 ' "$status $out"

# Names that would be markup

python3 - <<'PY'
import json
names = ["</svg><script>alert(1)</script>", "\" onload=\"alert(1)", "\u202eabc", "\x1b[2J", "]]>", "<!--", "&amp;", "x" * 10000]
print(json.dumps({"id": "</title>", "total": 10, "claimants": [{"name": n} for n in names], "shares": [0] * len(names)}),
      file=open("hostile.json", "w"))
PY
run plot hostile.json
is 'hostile names are drawn' '0 &lt;/title&gt;: unfair, FS101' "$status $(titled)"
is 'as well-formed XML without a script' 'svg 0' "$(python3 - "$folder/out" <<'PY'
import sys
import xml.etree.ElementTree as tree
root = tree.parse(sys.argv[1]).getroot()
print(root.tag.split("}")[1], sum(e.tag.endswith("script") or any(k.startswith("on") for k in e.keys()) for e in root.iter()))
PY
)"

finish

#!/usr/bin/env bash
# Whole units: `solve --units` and `verify --units`.
#
#   units_cli_test.sh COMMAND
# shellcheck source=tests/whole/expect.sh
source "$(dirname -- "${BASH_SOURCE[0]}")/expect.sh"
shown docs/units.md
cd -- "$folder" || exit 3

# Balinski and Young's six states.
seats='{"id":"seats","total":36,"claimants":[{"name":"A","weight":27744},{"name":"B","weight":25178},{"name":"C","weight":19947},{"name":"D","weight":14614},{"name":"E","weight":9225},{"name":"F","weight":3292}]}'
while read -r method shares; do
  run solve --units "$method" <<<"$seats"
  has "$method divides the seats" "\"shares\":[$shares]" "$out"
  run verify --units "$method" <<<"${seats%\}},\"shares\":[${shares//\"/}]}"
  is "and finds its own division fair" 0 "$status"
  run verify --units "$method" <<<"${seats%\}},\"shares\":[12,8,7,5,3,1]}"
  is "and another one unfair" 1 "$status"
  has "of which it names two claimants" 'one unit should go from A to ' "$out"
done <<'END'
hamilton "10","9","7","5","4","1"
webster "10","9","8","5","3","1"
dhondt "11","9","7","5","3","1"
adams "10","9","7","5","3","2"
END

run solve --units webster <<<'{"id":"t","total":10,"tree":[{"name":"p","children":[{"name":"x"},{"name":"y"}]},{"name":"q","weight":2}]}'
is 'a tree is divided from the top, and those that are tied are named' \
  '{"id":"t","outcome":"allocation","ratio":"13/4","ratios":["3/2",null,null,null],"shares":["3","2","1","7"],"tied":["p/x","p/y"]}' "$out"
run solve --units adams <<<'{"id":1,"total":3,"claimants":[{"max_share":1},{"max_share":1}]}'
is 'a surplus is an answer' '0 {"id":1,"outcome":"surplus","unclaimed":"1"}' "$status $out"
run solve --units webster <<<'{"total":3,"claimants":[{"name":"a","min_share":0.5}]}'
has 'a bound that is not whole is refused where it stands' 'error[FS016] -:1: claimant a, min_share: the bound is not whole' "$err"
is 'with 2' 2 "$status"
run solve --units webster <<<'{"total":3,"claimants":[{"name":"a","demand":2.5}]}'
has 'so is such a demand' 'error[FS016] -:1: claimant a, demand: ' "$err"
run solve --units webster <<<'{"total":3,"claimants":[{"name":"a","demand":2,"min_share":0.5},{"name":"b"}]}'
has 'beside a whole demand it is the minimum that is not' 'error[FS016] -:1: claimant a, min_share: ' "$err"
run solve --units webster <<<'{"total":3,"claimants":[{"name":"a","max_share":2.5},{"name":"b","demand":1}]}'
has 'and without a demand the maximum' 'error[FS016] -:1: claimant a, max_share: ' "$err"
run solve --units hamilton <<<'{"total":3,"claimants":[{"name":"a","min_share":0.5},{"name":"b"}]}'
is 'but by largest remainders' 0 "$status"
run solve --units jefferson <<<'{}'
is 'another name is a usage error' 2 "$status"
run solve --units webster --numbers double <<<'{}'
is 'and so are units in doubles' 2 "$status"
run solve --units webster --apportion <<<'{}'
is 'and two ways at once' 2 "$status"

two='"total":4,"claimants":[{"name":"a"},{"name":"b","weight":3}]'
run verify --units dhondt <<<"{$two,\"shares\":[2,2]}"
has 'the ratios are those of the last and the next unit' 'The last unit of a is due from R = 2 on, the next one of b from R = 1: one unit should go from a to b.' "$out"
run verify --units hamilton <<<"{$two,\"shares\":[2,2]}"
has 'of largest remainders the differences' 'a holds 1 more than its exact share; with one unit more b would hold 0 more than its own' "$out"
run verify --units hamilton --format json <<<"{$two,\"shares\":[4,0]}"
has 'in JSON, too' '"numbers":{"poorer_over":{"exact":"-2","decimal":-2},"richer_over":{"exact":"3","decimal":3}}' "$out"
has 'with the method' '"rule":"floor","units":"hamilton"' "$out"
run verify <<<"{$two,\"shares\":[2,2],\"rounding\":\"webster\"}"
is 'a record may name its method' 1 "$status"
run verify --units webster <<<"{$two,\"shares\":[1,2]}"
has 'units must add up' 'error[FS101]' "$out"
run verify --units webster <<<"{$two,\"shares\":[1.5,2.5]}"
has 'and be whole' 'error[FS015] -:1: claimant a, shares[0]: ' "$err"
run verify <<<"{$two,\"shares\":[2,2],\"rounding\":\"webster\",\"within\":1}"
has 'they are judged as they are' 'error[FS018]' "$err"
run verify --units webster --within 1 <<<"{$two,\"shares\":[2,2]}"
is 'on the command line that is a usage error' 2 "$status"
run verify --units webster <<<'{"total":4.5,"claimants":[{}],"shares":[4]}'
has 'half a unit cannot be handed out' 'error[FS016] -:1: total: ' "$err"
run verify --units webster <<<'{"total":4,"claimants":[{"name":"a","max_share":"9/2"}],"shares":[4]}'
has 'nor a bound be half a unit' 'error[FS016] -:1: claimant a, max_share: ' "$err"

# An independent implementation in Python's fractions.
for method in webster dhondt adams; do
  run fuzz --seed 1 --cases 1000 --size-max 8 -- python3 "$root/tests/adapters/units.py" "$method"
  is "another implementation of $method is found fair" 0 "$status"
done
run fuzz --seed 1 --cases 3000 --size-max 8 --units adams --first -- python3 "$root/tests/adapters/units.py" webster
is 'by another method it is not' 1 "$status"
has 'and shrunk to two claimants' 'claimants; shrunk' "$out"
has 'of which one is due a unit' 'error[FS204] answer: a unit is due to another claimant' "$out"

finish

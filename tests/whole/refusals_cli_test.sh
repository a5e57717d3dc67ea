#!/usr/bin/env bash
# Options that do not fit, inputs that cannot be read and output that cannot be written: each has a message that says
# what to do.
#
#   refusals_cli_test.sh BINARY

# shellcheck source=tests/whole/expect.sh
source "$(dirname -- "${BASH_SOURCE[0]}")/expect.sh"
cd -- "$folder" || exit 2

# refuses PART ARGS...: a usage error, reported on standard error only.
refuses() {
  local part=$1
  shift
  run "$@" </dev/null
  is "$* is a usage error" '2 ' "$status $out"
  has "and what is wrong with $* is told" "$part" "$err"
  is "and $* ends in where help is" ' --help)' "$(grep -o ' --help)$' <<<"$err" | tail -n 1)"
}

fair='{"id":"a","total":2,"claimants":[{"name":"x"},{"name":"y"}],"shares":[1,1]}'
echo "$fair" >fair.ndjson
echo '{"id":"b","total":2,"claimants":[{"name":"x"},{"name":"y"}]}' >problem.ndjson
cp -- "$root/examples/yarn/scheduler.json" "$root/examples/yarn/fair-scheduler.xml" .

# Options without a value

for option in --within --relative --rounding --units --scheduler --allocations --release --metrics --total --set --group-by --map --shard --save; do
  refuses "$option: " verify "$option" '' fair.ndjson
  refuses "$option: " verify "$option=" fair.ndjson
done
refuses '--within: its value is empty; give one, or leave the option out' verify --within '' fair.ndjson
run verify ''
is 'a file without a name is told as that' 'error[FS009] cannot read: the name of a file is empty' "$err"
refuses '--cluster: its value is empty' lint --cluster '' fair-scheduler.xml
refuses '--replay: its value is empty' fuzz --replay '' -- true

# Options that do not exist

refuses 'fairshare: unknown option --wihtin; did you mean --within?' verify --wihtin 3 fair.ndjson
refuses 'fairshare: unknown option --wihtin; did you mean --within?' verify --wihtin=3 fair.ndjson
refuses 'fairshare: unknown option --casess; did you mean --cases?' fuzz --casess 5 -- true --any
refuses 'fairshare: unknown option --versoin; did you mean --version?' --versoin
refuses 'fairshare: unknown option --xyz (see' solve --xyz
run verify -- --wihtin </dev/null
has 'what follows -- is a file' 'error[FS009] --wihtin: cannot read' "$err"

# Options that do not fit together

refuses '--details and --summary work with --format human only; JSON always has the details' verify --format json --details fair.ndjson
refuses '--details and --summary work with --format human only; JSON always has the details' verify --format junit --summary fair.ndjson
refuses '--set compares exact fair shares and cannot be combined with --numbers double, --units, --certificate or --smt-lib' solve --set x.weight=2 --apportion problem.ndjson
refuses '--set compares exact fair shares and cannot be combined with --numbers double, --units, --certificate or --smt-lib' solve --set x.weight=2 --numbers double problem.ndjson
refuses '--set compares exact fair shares and cannot be combined with --numbers double, --units, --certificate or --smt-lib' solve --set x.weight=2 --certificate problem.ndjson
refuses '--set compares exact fair shares and cannot be combined with --numbers double, --units, --certificate or --smt-lib' solve --set x.weight=2 --smt-lib problem.ndjson
refuses '--set works with --format human, json or html, and cannot be combined with --ordering or --certificate' verify --set x.weight=2 --ordering fair.ndjson
refuses '--set works with --format human, json or html, and cannot be combined with --ordering or --certificate' verify --set x.weight=2 --certificate fair.ndjson
refuses '--set works with --format human, json or html, and cannot be combined with --ordering or --certificate' verify --set x.weight=2 --format junit fair.ndjson
for option in '--rounding exact' '--units adams' '--within 1' '--relative 1e-9' '--shard 1/2' '--save kept'; do
  # shellcheck disable=SC2086  # an option and its value
  refuses '--set judges nothing and cannot be combined with --rounding, --units, --within, --relative, --shard or --save' \
    verify --set x.weight=2 $option fair.ndjson
done
refuses '--within abc: not a number >= 0' verify --set x.weight=2 --within abc fair.ndjson
refuses '--ordering is for records and cannot be combined with --allocations, --release, --steady, --metrics or --total' verify --ordering --steady fair.ndjson
refuses '--ordering is for records and cannot be combined with --allocations, --release, --steady, --metrics or --total' verify --ordering --allocations fair-scheduler.xml fair.ndjson
refuses '--ordering is for records and cannot be combined with --allocations, --release, --steady, --metrics or --total' verify --ordering --metrics metrics.txt fair.ndjson
refuses '--ordering is for records and cannot be combined with --allocations, --release, --steady, --metrics or --total' verify --ordering --total 3 fair.ndjson
refuses '--ordering checks the definition: the only --scheduler it allows is "fair"' verify --ordering --scheduler yarn-3 fair.ndjson
for option in '--relative 1e-9' '--within 1' '--rounding exact' '--units adams'; do
  # shellcheck disable=SC2086
  refuses '--certificate is exact and cannot be combined with --rounding, --units, --within or --relative' verify --certificate $option fair.ndjson
done
refuses '--certificate is for records and cannot be combined with --allocations, --release, --steady, --metrics or --total' verify --certificate --allocations fair-scheduler.xml fair.ndjson
refuses '--certificate is for records and cannot be combined with --allocations, --release, --steady, --metrics or --total' verify --certificate --total 3 fair.ndjson
refuses '--certificate checks the definition: the only --scheduler it allows is "fair"' verify --certificate --scheduler yarn-3 fair.ndjson
refuses '--scheduler lottery: unknown scheduler; known: ' solve --scheduler lottery problem.ndjson
refuses '--units divides exactly and cannot be combined with --numbers double' solve --units adams --numbers double problem.ndjson
refuses '--units divides exactly and cannot be combined with --numbers double' solve --apportion --numbers double problem.ndjson
for option in '--numbers double' --apportion '--units adams' '--scheduler yarn-3'; do
  # shellcheck disable=SC2086  # an option and its value
  refuses '--certificate and --smt-lib prove exact fair shares and cannot be combined with --numbers double, --units or --scheduler' \
    solve --certificate $option problem.ndjson
done
for format in junit markdown prometheus; do
  refuses "--quiet hides what --format $format counts, so they cannot be combined" verify --quiet --format $format fair.ndjson
done
for option in 'html --ordering' 'html --certificate' 'prometheus --ordering'; do
  # shellcheck disable=SC2086
  refuses "--format ${option% *} is about fair shares and cannot be combined with --ordering or --certificate" verify --format $option fair.ndjson
done
refuses '--ordering and --certificate cannot be combined' verify --ordering --certificate fair.ndjson
refuses '--csv has no certificates and cannot be combined with --certificate' verify --csv --certificate fair.ndjson
for option in --steady '--release 3' '--total cpu=3' '--metrics metrics.txt' '--allocations fair-scheduler.xml'; do
  # shellcheck disable=SC2086
  refuses '--csv is for tables and cannot be combined with --allocations, --release, --steady, --metrics or --total' verify --csv $option fair.ndjson
done
refuses '--strict requires --allocations' verify --strict fair.ndjson
for option in '--map name=queue' '--group-by time'; do
  # shellcheck disable=SC2086
  refuses '--group-by and --map name the columns of a table: add --csv' verify $option fair.ndjson
done
refuses '--scheduler lottery: unknown scheduler; known: ' verify --scheduler lottery fair.ndjson
refuses '--scheduler lottery: unknown scheduler; known: ' plot --scheduler lottery scheduler.json
refuses '--scheduler: the preemption of "yarn-3" is not modelled; known: "article", "mr1", ' preempt --scheduler yarn-3 fair.ndjson
refuses '--relative x: not a number >= 0 (0.5, 1/3, 1e-9)' verify --relative x fair.ndjson
refuses '--relative -1: not a number >= 0' plot --relative=-1 fair.ndjson
refuses '--within x: not a number >= 0 (0.5, 1/3, 1e-9)' verify --within x fair.ndjson

# An option that takes one of certain words takes no other.
for option in 'solve --format' 'solve --numbers' 'solve --units' 'verify --format' 'verify --rounding' 'verify --units' \
  'verify --release' 'lint --format' 'lint --release' 'preempt --format' 'fuzz --format' 'fuzz --numbers' 'fuzz --answers' \
  'fuzz --emit' 'merge --format' 'schedulers --format'; do
  # shellcheck disable=SC2086  # a command and its option
  refuses "${option#* }: yam not in {" $option yam fair.ndjson
done

# An option that takes a number takes none beyond its limits.
while read -r command option value ends; do
  refuses "$option: Value $value not in range $ends" "$command" "$option" "$value"
done <<'END'
solve --jobs 257 1 to 256
fuzz --jobs 0 1 to 256
fuzz --jobs 257 1 to 256
fuzz --size-max 0 1 to 10000
fuzz --size-max 10001 1 to 10000
prove --paths 0 1 to 4
prove --paths 5 1 to 4
prove --seconds 0 1 to 86400
prove --seconds 86401 1 to 86400
END

for command in solve plot verify 'verify --set x.weight=2'; do
  # shellcheck disable=SC2086
  refuses 'RESOURCE=AMOUNT' $command scheduler.json --total cpus
done
refuses 'RESOURCE=AMOUNT' fuzz --replay scheduler.json --total cpus -- true

# A document has no certificate, and its units are those of its release.
for option in --certificate '--smt-lib formulas' --apportion '--numbers double'; do
  # shellcheck disable=SC2086  # an option and its value
  run solve $option scheduler.json
  [[ $option == --[cs]* ]] && which='--certificate and --smt-lib apply' || which="$option applies"
  is "solve $option of a document is an error, which says that it is for the definition" \
    "2 error[FS018] scheduler.json: $which to the definition only, not to a YARN response" "$status $err"
  # shellcheck disable=SC2086
  run solve $option <<<'{"scheduler":"yarn-3","total":3,"claimants":[{}]}'
  is "so is solve $option of a scheduler's record" \
    "2 error[FS018] -:1: scheduler: $which to the definition only, not to records of yarn-3" "$status ${err%; --scheduler fair *}"
done

run solve --fair --scheduler yarn-3 <<<'{"total":3,"claimants":[{},{}]}'
is '--fair asks for what is fair rather than for what a scheduler computes' \
  '0 {"outcome":"allocation","ratio":"3/2","shares":["3/2","3/2"]}' "$status $out"
run explain
is 'explain lists the codes if it is given none' '0 FS001' "$status ${out:0:5}"

# Inputs that cannot be read

for command in solve verify plot preempt lint 'verify --set x.weight=2' 'solve --scheduler yarn-3'; do
  # shellcheck disable=SC2086  # a command and its options
  run $command missing .
  is "$command has an error for each file that cannot be read" '2 2' "$status $(grep -c '^error\[FS009\]' <<<"$err")"
done
for words in 'verify fair.ndjson' 'verify --set x.weight=2 fair.ndjson' 'plot problem.ndjson' \
  'lint fair-scheduler.xml' "preempt $root/examples/preemption/mr1.json"; do
  command=${words% *} file=${words##* }
  # shellcheck disable=SC2086
  run $command "$file"
  alone=${out%%$'\n'*}
  for files in "missing $file" "$file missing"; do
    # shellcheck disable=SC2086
    run $command $files
    is "$command of $files says what it can" "2 $alone" "$status ${out%%$'\n'*}"
  done
done
for command in 'verify --set x.weight=2' preempt lint; do
  # shellcheck disable=SC2086
  run $command --format json missing
  has "$command says it as JSON too" '{"error":{"code":"FS009","file":"missing",' "$out"
done
refuses '--scheduler \u001b[2J: unknown scheduler' verify --scheduler $'\x1b[2J' fair.ndjson
for command in solve verify plot 'verify --set x.weight=2'; do
  # shellcheck disable=SC2086
  run $command --allocations missing.xml scheduler.json
  is "$command needs the file of --allocations" '2 1' "$status $(grep -c '^error\[FS009\] missing.xml' <<<"$err")"
done
run solve --allocations missing.xml scheduler.json
has 'solve has an answer that says so' '{"error":{"code":"FS009","file":"missing.xml",' "$out"
printf '\n{"beans":[]}\n' >beans.json
for command in solve verify plot preempt; do
  run "$command" beans.json
  is "$command of a document that it does not know is an error" 2 "$status"
done
head -c 70000000 /dev/zero | tr '\0' ' ' >long
{
  printf '{"id":"'
  cat long
  printf '"}\n%s\n' "$fair"
} >long.ndjson
rm long
run verify long.ndjson
has 'a line beyond 64 MiB is an error' 'long.ndjson:1: a line is longer than 64 MiB' "$err"
is 'and the record behind it is judged' '2 1' "$status $(grep -c '^fair' <<<"$out")"
run solve long.ndjson
is 'solve answers behind it too' 1 "$(grep -c '"outcome":"allocation"' <<<"$out")"
run preempt long.ndjson
is 'and preempt refuses it' 2 "$status"
run verify --set x.weight=2 long.ndjson
is 'what would be fair is said behind it too' '2 1' "$status $(grep -c '^what if' <<<"$out")"
rm long.ndjson

run verify --set x.weight=2 <<<$'no record\n{"total":-1,"claimants":[{}]}\n{"scheduler":"yarn-3","claimants":[{}]}\n'"$fair"
is 'what would be fair is said behind lines that are no records' '2 1' "$status $(grep -c '^what if' <<<"$out")"
is 'each of which has its error' 'FS001 FS011 FS002' "$(grep -o 'FS0[0-9]*' <<<"$err" | paste -sd ' ')"
tree='{"scheduler":"ytsaurus-2019","tree":{"name":"root","children":[{"name":"A","weight":-1,"children":[{"name":"op"}]}]}}'
for command in plot 'verify --set x.weight=2'; do
  # shellcheck disable=SC2086
  run $command <<<"$tree"
  is "$command of a tree that its release refuses is an error" '2 1' "$status $(grep -c '^error\[FS011\] -:1: claimant A' <<<"$err")"
done
run plot <<<'{"scheduler":"yarn-3","claimants":[{}]}'
is 'a record of a scheduler without a total is not drawn' '2 1' "$status $(grep -c '^error\[FS002\] -:1: total' <<<"$err")"
{
  echo '{'
  yes "$(head -c 100000 /dev/zero | tr '\0' x)" | head -c 269000000
} >large.json
for command in solve verify plot preempt lint 'verify --set x.weight=2'; do
  # shellcheck disable=SC2086
  run $command large.json
  is "$command refuses a document beyond its bound" '2 error[FS005] large.json: the file is longer than 256 MiB' "$status $err"
done
rm large.json
{
  printf 'total,share\n'
  head -c 70000000 /dev/zero | tr '\0' 1
  printf '\n2,2\n'
} >long.csv
run verify --csv long.csv
has 'a row beyond the bound is an error' 'error[FS005] long.csv:2: a line is longer than 64 MiB' "$err"
rm long.csv
run verify --allow-empty /proc/self/mem
is 'a file that ends in a failure to read it is an error, and not empty' '2 1' "$status $(grep -c '^error\[FS009\] /proc/self/mem: cannot read' <<<"$err")"

# Pictures

run plot problem.ndjson
has 'a record without shares is drawn as it would be fair' '<svg' "$out"
run plot <<<'{"total":3,"tree":[{"name":"p","children":[{"name":"x"}]},{"name":"q"}]}'
has 'of several divisions one is to be chosen' 'there are 2 divisions; choose one with --division' "$err"
run plot --scheduler yarn-3 <<<'{"total":3,"claimants":[{},{}]}'
has 'so is a record of a scheduler' '<svg' "$out"
run plot --scheduler ytsaurus-2019 --division nowhere \
  <<<'{"tree":{"name":"root","children":[{"name":"A","children":[{"name":"op","demand_ratio":1}]}]}}'
has 'of a tree the shares of its release are drawn' 'has no shares: the picture shows those that ytsaurus-2019 computes' "$err"
run plot <<<'{"total":1,"claimants":[]}'
is 'what no claimant divides is drawn' '0 1' "$status $(grep -c '^<desc>0 claimants' out)"
run plot </dev/null
is 'nothing to draw is no success' 2 "$status"

# Output that cannot be written

for command in 'solve problem.ndjson' 'solve --scheduler yarn-3 problem.ndjson' 'solve --details scheduler.json' \
  'verify scheduler.json' 'verify --set x.weight=2 fair.ndjson' 'plot problem.ndjson' 'schedulers' 'solve --help' \
  "preempt $root/examples/preemption/mr1.json" "lint fair-scheduler.xml" 'prove sum-is-monotone' \
  'prove --paths 1 --code exact::solve'; do
  # shellcheck disable=SC2086
  "$binary" $command >/dev/full 2>err
  is "a full disk is said of $command" '2 1' "$? $(grep -c '^error\[FS009\] standard output' err)"
done
mkdir -p summaries/shard-1-of-1.json
run merge summaries
is 'a summary that cannot be read is an error' '2 1' "$status $(grep -c '^error\[FS009\]' <<<"$err")"
run merge nowhere
is 'a folder of summaries that is missing too' 'error[FS009] nowhere: cannot read: No such file or directory' "$err"
run verify --save errors <<<'no record'
is 'a summary has the code of what cannot be judged' '"kind":"FS001","count":1' "$(grep -o '"kind":"FS001","count":1' errors/shard-1-of-1.json)"
: >file
run verify --save file fair.ndjson
is 'a folder for summaries that is a file is an error' 2 "$status"
run solve --certificate --smt-lib file/formulas problem.ndjson
is 'so is one for formulas' '2 1' "$status $(grep -c '^error\[FS009\]' <<<"$err")"
mkdir -p kept/shard-1-of-2.json/full
for command in 'verify fair.ndjson' 'fuzz --seed 1 --cases 1 -- true'; do
  # shellcheck disable=SC2086
  run ${command/ / --save kept --shard 1/2 }
  is "$command --save begins with nothing where its summary cannot be replaced" '2 1' "$status $(grep -c '^error\[FS009\]' <<<"$err")"
done

# fuzz: its options

refuses 'fuzz needs one adapter: either -- COMMAND... or --shared-object FILE' fuzz
refuses 'fuzz needs one adapter: either -- COMMAND... or --shared-object FILE' fuzz --shared-object fair.so -- true
refuses '--emit replaces the report and cannot be combined with --format' fuzz --emit python --format json -- true
for option in '--allocations fair-scheduler.xml' '--metrics metrics.txt' '--total cpu=3'; do
  # shellcheck disable=SC2086  # an option and its value
  refuses '--allocations, --release, --metrics and --total are for the document of --replay' fuzz --cases 1 $option -- true
done
refuses '--scheduler lottery: unknown scheduler' fuzz --scheduler lottery -- true
refuses '--families: unknown family knots; known: ' fuzz --families ties,knots -- true
refuses '--relative x: not a number' fuzz --relative x -- true
refuses '--seed -1: not a whole number from 0 to 2^64 - 1' fuzz --seed=-1 -- true
refuses '--seed x: not a whole number from 0 to 2^64 - 1' fuzz --seed x -- true
refuses '--seed 18446744073709551616: not a whole number from 0 to 2^64 - 1' fuzz --seed 18446744073709551616 -- true
refuses '--cases 1.5: not a whole number' fuzz --cases 1.5 -- true
for time in 0s x 1d 8785h -1s; do refuses "--time $time: not a time (60s, 5m, 1h)" fuzz "--time=$time" -- true; done
refuses '--deadline 0.5ms: not a time (500ms, 2s)' fuzz --deadline 0.5ms -- true
refuses '--deadline x: not a time (500ms, 2s)' fuzz --deadline x -- true
refuses '--first-deadline 2y: not a time (500ms, 2s)' fuzz --first-deadline 2y -- true
refuses '--shard 3/2: I/N is expected, such as 2/3 for the second of three shards' fuzz --shard 3/2 --seed 1 -- true
refuses '--shard needs --seed, the same for all shards of a run' fuzz --shard 1/2 -- true
for option in --time=1s --cases=1 --seed=1 --shard=1/2; do
  refuses "--replay excludes ${option%=*}" fuzz $option --replay fair.ndjson -- true
done
echo '<allocations><pool name="a"/></allocations>' >pools.xml
refuses '--allocations with --scheduler mr1 works with solve and verify only' fuzz --replay scheduler.json --scheduler mr1 --allocations pools.xml -- true
misbehaving=(python3 -SEB "$root/tests/adapters/misbehaving.py")
for time in 1=1.000 2s=2.000 1.5m=90.000 0.01h=36.000 900ms=0.900 8784h=31622400.000; do
  run fuzz --time "${time%=*}" --cases 1 --seed 1 --save '' --format json -- "${misbehaving[@]}" behaves
  is "--time ${time%=*} is one" 0 "$status"
  has 'of so many seconds' "\"planned_cases\":1,\"planned_seconds\":${time#*=}," "$out"
done
run fuzz --cases 1 --deadline 1ms --first-deadline 1ms -- no-such-command
is 'a millisecond is a deadline' '3 error[FS506]' "$status ${err%% *}"
run fuzz --families zeros,ties --cases 64 --seed 1 --save '' --format json -- "${misbehaving[@]}" behaves
is 'only the families that are named come' '"ties":{"cases":32 "zeros":{"cases":32' \
  "$(grep -o '"[a-z]*":{"cases":32' <<<"$out" | tr '\n' ' ' | sed 's/ $//')"
for numbers in exact double float32 int64 int32; do
  run fuzz --numbers "$numbers" --cases 16 --seed 1 --save '' --allow-empty -- "${misbehaving[@]}" skips
  has "--numbers $numbers are sent" 'skips 1: 16 cases (16 skipped)' "$out"
done
run fuzz --first --seed 3 --save '' -- "${misbehaving[@]}" garbage
has 'without a number of cases or a time it goes on until the first failure' '1 kind of failure' "$out"
echo '{"scheduler":"yarn-3","total":3,"claimants":[{},{}]}' >scheduled.ndjson
run fuzz --replay scheduled.ndjson --save '' -- "${misbehaving[@]}" garbage
has 'the record of a scheduler is replayed as one' '"scheduler":"yarn-3","total":3' "$out"
echo '{"total":3,"claimants":[{}],"rounding":"odd"}' >odd.ndjson
run fuzz --replay odd.ndjson --save '' -- "${misbehaving[@]}" behaves
has 'a record that cannot be judged has its place' 'error[FS002] odd.ndjson:1: rounding: ' "$err"
run fuzz --replay /dev/null -- "${misbehaving[@]}" behaves
is 'an empty file is not replayed' '2 error[FS001] /dev/null: the input is empty' "$status $err"
run fuzz --replay missing -- "${misbehaving[@]}" behaves
is 'a file to replay must be there' '2 1' "$status $(grep -c '^error\[FS009\] missing' <<<"$err")"
run fuzz --replay scheduler.json --allocations missing.xml -- "${misbehaving[@]}" behaves
is 'so must that of --allocations' '2 1' "$status $(grep -c '^error\[FS009\] missing.xml' <<<"$err")"
run fuzz --replay scheduler.json --format json -- "${misbehaving[@]}" behaves
has 'the divisions of a document are replayed' '"replayed":"scheduler.json"' "$out"
run fuzz --replay problem.ndjson -- no-such-command
is 'an adapter that cannot be started is told on a replay' '3 1' "$status $(grep -c '^error\[FS506\]' <<<"$err")"
run fuzz --cases 4 --seed 3 --first --save file -- "${misbehaving[@]}" wrong-seq
has 'records that cannot be saved are told' 'warning: --save file: cannot write records to this folder' "$err"
is 'and what was found still makes the status' 1 "$status"
run fuzz --cases 4 --seed 3 --first --save $'file/\x1b' -- "${misbehaving[@]}" wrong-seq
has 'no escape sequence of the folder reaches a terminal' 'warning: --save file/\u001b: ' "$err"
run fuzz --cases 4 --seed 3 --first --save 'my failures' -- "${misbehaving[@]}" wrong-seq
has 'a folder with a space is one word of the command that asks again' "to repeat: fairshare fuzz --replay 'my failures/" "$out"
run fuzz --cases 4 --seed 3 --first --save 'my failures' --emit python -- "${misbehaving[@]}" wrong-seq
has 'it is in an emitted test, too' "To repeat: fairshare fuzz --replay 'my failures/" "$out"
run fuzz --cases 4 --seed 3 --first --save found -- env "WORD=it's" "${misbehaving[@]}" wrong-seq
has 'a word with a quote is shown as the shell takes it' "-- env 'WORD=it'\\''s' python3" "$out"

finish

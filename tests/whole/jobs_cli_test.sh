#!/usr/bin/env bash
# `--jobs N`: the same bytes and the same exit status, whatever N is; streams are answered as they arrive.
#
#   jobs_cli_test.sh BINARY
# shellcheck source=tests/whole/expect.sh
source "$(dirname -- "$0")/expect.sh"
cd -- "$folder" || exit 1

# Fair, unfair, infeasible, malformed, blank and too deep, a tree and a scheduler's record: 1,500 lines, more than
# five workers get in advance.
claimants='"claimants":[{"name":"x"},{"name":"y","weight":2,"max_share":30},{"name":"z","weight":3,"min_share":60}]'
for ((i = 0; i < 150; ++i)); do
  cat <<END
{"id":"fair-$i","total":100,$claimants,"shares":[13.33,26.67,60]}
{"id":"thirds-$i","total":$i,"claimants":[{},{},{}],"shares":["$i/3","$i/3","$i/3"]}
{"id":"unfair-$i","total":100,$claimants,"shares":[10,30,60]}
{"id":"over-$i","total":1,"claimants":[{"min_share":$((i + 2))}],"shares":[1]}
{"id":"none-$i","total":100,$claimants}

{"total":100,"claimants":[{},{}],"shares":[50,50]}
{"id":"bad-$i","total":1e,"claimants":[]}
{"id":"tree-$i","total":90,"tree":[{"name":"p","children":[{"name":"x"},{"name":"y"}]},{"name":"q"}],"shares":[45,22.5,22.5,45]}
{"id":"yarn-$i","scheduler":"yarn-2.7","total":10,"claimants":[{},{},{}],"shares":[4,4,4]}
END
done >many.ndjson

for what in 'verify' 'verify --format json' 'verify --certificate' 'solve' 'solve --numbers double' \
  'solve --apportion' 'solve --certificate' 'solve --smt-lib formulas'; do
  read -ra words <<<"$what"
  run "${words[@]}" many.ndjson
  cp out one.out && cp err one.err && one=$status
  for jobs in 2 5; do
    run "${words[@]}" --jobs "$jobs" many.ndjson
    is "$what --jobs $jobs prints the same" '' "$(cmp out one.out 2>&1)"
    is "$what --jobs $jobs complains of the same, in order" '' "$(cmp err one.err 2>&1)"
    is "$what --jobs $jobs has the same exit status" "$one" "$status"
  done
done

run verify many.ndjson - many.ndjson <many.ndjson
cp out one.out
run verify --jobs 2 many.ndjson - many.ndjson <many.ndjson
is 'each input is read to its end before the next one' '' "$(cmp out one.out 2>&1)"

# If both streams go to the same place, each diagnostic comes after what was printed before it.
"$binary" verify many.ndjson >one.both 2>&1
"$binary" verify --jobs 5 many.ndjson >five.both 2>&1
is 'diagnostics stand between the verdicts, where they belong' '' "$(cmp one.both five.both 2>&1)"

for jobs in 1 2; do
  # One record, its answer, the next: none is held back until more comes.
  mkfifo "to$jobs" "from$jobs"
  "$binary" verify --jobs "$jobs" <"to$jobs" >"from$jobs" 2>/dev/null &
  exec 3>"to$jobs" 4<"from$jobs"
  for name in first second; do
    printf '{"id":"%s","total":1,"claimants":[{}],"shares":[1]}\n\n' "$name" >&3
    read -r -t 20 answer <&4
    is "with $jobs, a stream that goes on is answered at once" "fair      $name: R = 1, 1 claimant" "$answer"
  done
  exec 3>&- 4<&-
  wait $!

  # Nothing reads the output any more, while the input stays open in the middle of a line.
  mkfifo "open$jobs"
  {
    "$binary" verify --jobs "$jobs" <"open$jobs" 2>err
    echo $? >"status$jobs"
  } | head -n 1 >/dev/null &
  exec 3>"open$jobs"
  (
    cat many.ndjson
    printf '{"id":'
  ) >&3 2>/dev/null
  for ((waited = 0; waited < 200; ++waited)); do
    [[ -s status$jobs ]] && break
    sleep 0.1
  done
  is "with $jobs, a closed pipe is the end, without a word" '141 0' \
    "$(cat "status$jobs" 2>/dev/null) $(grep -c 'cannot write' err)"
  exec 3>&-
  wait $!
done

for jobs in 0 257 x; do
  run verify --jobs "$jobs" many.ndjson
  is "--jobs $jobs is refused" 2 "$status"
done

finish

#!/usr/bin/env bash
# Do the walls between the rooms hold? Reads the #include lines of every source in every room.
#
#   walls_test.sh [ROOT]       names each include that breaks a wall; exit status 1 if there is one
#   walls_test.sh --self-test  breaks every wall once, in a made-up tree, and expects a report
#
# An arrow points at what is used; a room may always use itself. Fewer arrows may be in use, never more.
set -euo pipefail

# draw_arrows: the rooms of the tree in the current folder. Families are the folders of schedulers/ and formats/ that are
# not listed here; they never include each other.
draw_arrows() {
  local folder schedulers=schedulers formats='formats/text formats/verdict formats/records formats/report'
  declare -gA may_use=(
    [model]=''
    [reference]='model'
    [reference/divider]='reference model'
    [exact]='model'
    [properties]='exact model'
    [properties/z3]='properties exact reference/divider reference model'
    [schedulers/common]='exact model'
  )
  for folder in schedulers/*/; do
    folder=${folder%/}
    [[ -d $folder ]] || continue
    schedulers+=" $folder"
    [[ -v may_use[$folder] ]] || may_use[$folder]='schedulers/common exact model'
  done
  local judging="$schedulers properties exact model"
  may_use+=(
    [schedulers]="$schedulers exact model"
    [formats/text]='exact'
    [formats/verdict]="formats/text $judging"
    [formats/records]="formats/verdict formats/text $judging"
    [formats/report]="formats/records formats/verdict formats/text $judging"
  )
  for folder in formats/*/; do
    folder=${folder%/}
    [[ -d $folder && ! -v may_use[$folder] ]] || continue
    formats+=" $folder"
    may_use[$folder]="formats/records formats/verdict formats/text $judging"
  done
  may_use+=(
    [formats]="$formats $judging"
    [preemption]="formats/text formats/records $schedulers exact model"
    [bindings/c]="formats $formats $schedulers properties exact reference model"
    [fuzz]='exact model'
    [fuzz/harness]="fuzz formats $formats $judging"
    [fuzz/targets]="bindings/c fuzz/harness fuzz preemption formats $formats $schedulers properties exact reference/divider reference model"
    [cli]="properties/z3 fuzz/harness fuzz preemption formats $formats $schedulers properties exact reference model"
  )
}
installed='model|exact|reference|properties|schedulers'  # include/fairshare has a link to each
# These are not rooms: they may include from every room, and no room includes from them.
no_rooms='bench build cmake docs examples include tests vectors web'

# These return what they find in $found: a process for each include would take a minute in total.

# owner_of HEADER: the only place that may include this header of another project, as a pattern of paths; '*' if
# every file may.
owner_of() {
  case $1 in
    boost/* | gmp*.h) found='exact/rational_backend.h' ;;
    z3*) found='properties/z3/*' ;;
    hwy/* | xmmintrin.h) found='reference/*' ;;
    rapidjson/*) found='formats/text/json.cpp' ;;
    pugi*) found='formats/*' ;;
    csv.h) found='formats/text/csv.cpp' ;;
    yaml.h | yaml-cpp/*) found='formats/text/yaml.cpp' ;;
    CLI/*) found='cli/*' ;;
    *[!a-z0-9_]*) found='@(bindings|schedulers|formats|preemption|fuzz|cli|properties/z3)/*' ;;  # not of the standard library
    *) found='*' ;;
  esac
}
shopt -s extglob

# room_of PATH: the longest room that it is in, if any.
room_of() {
  local folder=$1
  while [[ $folder == */* ]]; do
    folder=${folder%/*}
    if [[ -v may_use[$folder] ]]; then
      found=$folder
      return
    fi
  done
  found=
}

# target_of SOURCE QUOTE HEADER: the path, from the root, of our file that is meant, if it is one of ours. Between <
# and > a file next to the source is not meant. Installed rooms are included as applications include them:
# include/fairshare links to each.
target_of() {
  local source=$1 quote=$2 header=$3
  if [[ $header == fairshare/* ]]; then
    found=${header#fairshare/}
    return
  fi
  if [[ $quote == '"' && -e ${source%/*}/$header ]]; then
    found=$(realpath -m --relative-to=. -- "${source%/*}/$header")
    return
  fi
  room_of "$header"
  if [[ -n $found || -e $header ]]; then found=$header; fi
}

# check_include SOURCE LINE QUOTE HEADER
check_include() {
  local source=$1 line=$2 quote=$3 header=$4 found room target used
  room_of "$source"
  room=$found
  target_of "$source" "$quote" "$header"
  target=$found
  if [[ $header =~ ^($installed)/ ]]; then
    echo "$source:$line: includes $header, which is included as fairshare/$header"
  fi
  if [[ -n $target ]]; then
    room_of "$target"
    used=$found
    if [[ -z $used ]]; then
      echo "$source:$line: includes $header, which is in no room"
    elif [[ $used != "$room" ]]; then
      echo "$room $used" >>"$arrows"
      [[ " ${may_use[$room]} " == *" $used "* ]] ||
        echo "$source:$line: includes $header, but $room may not use $used"
    fi
    return
  fi
  owner_of "$header"
  # shellcheck disable=SC2053  # a pattern is meant
  [[ $source == $found ]] || echo "$source:$line: includes $header, which only $found may"
}

find_sources() {
  find . -mindepth 2 \( -path './.*' -o -path ./build \) -prune -o -type f \
    \( -name '*.h' -o -name '*.hpp' -o -name '*.cpp' -o -name '*.cc' -o -name '*.inc' \) -printf '%P\n' |
    LC_ALL=C sort
}

# find_breaches: prints a line for each breach in the tree in the current folder.
find_breaches() {
  local source line rest folder found
  : >"$arrows"
  draw_arrows
  while IFS= read -r source; do
    folder=${source%%/*}
    [[ " $no_rooms " == *" $folder "* ]] && continue
    room_of "$source"
    if [[ -z $found ]]; then
      echo "$source: $folder/ is no room that has arrows; write them in tests/whole/walls_test.sh"
      continue
    fi
    while IFS=: read -r line rest; do
      [[ $rest =~ ([\<\"])([^\>\"]+)[\>\"] ]] &&
        check_include "$source" "$line" "${BASH_REMATCH[1]}" "${BASH_REMATCH[2]}"
    done < <(grep -nE '^[[:space:]]*#[[:space:]]*include' -- "$source")
  done < <(find_sources)
  # tsort names the rooms of every cycle, one per line, below a line that complains about its input.
  local cycle
  cycle=$(LC_ALL=C sort -u "$arrows" | LC_ALL=C tsort 2>&1 >/dev/null | sed -n '/input/!s/^tsort: //p' |
    LC_ALL=C sort -u | xargs)
  [[ -z $cycle ]] || echo "these rooms use each other in a circle: $cycle"
}

# put FILE HEADER...: writes a made-up source that includes the headers.
put() {
  local file=$1
  shift
  mkdir -p "${file%/*}"
  printf '#include %s\n' "$@" >"$file"
}

# expect TEXT: the breaches must include it.
expect() {
  grep -qF -- "$1" <<<"$breaches" && return
  printf 'not noticed: %s\nin\n%s\n' "$1" "$breaches"
  status=1
}

self_test() {
  local breaches status=0
  cd -- "$work"
  put model/problem.h '<vector>' '<cstdint>'
  put reference/divider/divider.h '"fairshare/reference/solve.h"' '"fairshare/model/problem.h"'
  put reference/solve.cpp '"fairshare/reference/solve.h"' '"fairshare/model/problem.h"' '<hwy/highway.h>'
  put exact/rational.h '<string>'
  put exact/rational_backend.h '"fairshare/exact/rational.h"' '<boost/multiprecision/gmp.hpp>' '<gmp.h>'
  put exact/solve.cpp '"rational.h"' '<algorithm>'
  put properties/z3/theorems.cpp '<z3++.h>' '"fairshare/exact/rational.h"' '"fairshare/properties/fairness.h"'
  put formats/text/json.cpp '<rapidjson/reader.h>' '<fmt/format.h>' '<unistd.h>'
  put formats/verdict/verdict.cpp '"fairshare/properties/fairness.h"' '"formats/text/json.h"'
  put formats/inputs.cpp '"formats/hadoop/rest.h"' '"formats/verdict/verdict.h"'
  put formats/text/csv.cpp '"formats/text/csv.h"' '<csv.h>'
  put formats/text/yaml.h '<vector>'
  put formats/ytsaurus/orchid.h '<vector>'
  put schedulers/hadoop/yarn.cpp '"fairshare/schedulers/common/level.h"' '"fairshare/exact/rational.h"'
  put schedulers/ytsaurus/vector.h '<vector>'
  put formats/text/yaml.cpp '"formats/text/yaml.h"' '<yaml.h>' '<fmt/format.h>'
  put cli/main.cpp '<CLI/CLI.hpp>' '"formats/text/json.h"' '"fairshare/reference/solve.h"' '"fairshare/exact/solve.h"'
  put tests/any.cpp '<gtest/gtest.h>' '"fairshare/reference/solve.h"' '"cli/main.h"'
  breaches=$(find_breaches)
  if [[ -n $breaches ]]; then
    printf 'a breach where there is none:\n%s\n' "$breaches"
    status=1
  fi

  put reference/bad.cpp '<vector>' '"fairshare/exact/solve.h"' '"../exact/rational.h"' '<fairshare/exact/solve.h>' '"fairshare/reference/divider/divider.h"'
  put exact/bad.cpp '"fairshare/reference/solve.h"' '<gmpxx.h>' '<boost/rational.hpp>' '<fmt/core.h>'
  put model/bad.h '"fairshare/exact/rational.h"' '<boost/config.hpp>' '<fmt/core.h>' '<unistd.h>' '"fairshare/properties/f.h"' '<hwy/highway.h>'
  put properties/bad.cpp '<z3++.h>' '"fairshare/reference/solve.h"' '"formats/text/json.h"' '"fairshare/properties/z3/terms.h"'
  put formats/hadoop/bad.cpp '"formats/ytsaurus/orchid.h"' '"formats/inputs.h"'
  put schedulers/hadoop/bad.cpp '"fairshare/schedulers/ytsaurus/vector.h"' '"fairshare/schedulers/registry.h"'
  put formats/text/bad.h '"fairshare/schedulers/registry.h"' '"formats/verdict/verdict.h"'
  put formats/bad.cpp '<CLI/CLI.hpp>' '"fairshare/reference/solve.h"' '"cli/main.h"' '<gmp.h>' '"tests/any.cpp"' '<yaml.h>' '<rapidjson/reader.h>'
  put formats/text/bad.cpp '<yaml.h>' '"yaml.h"' '<csv.h>'
  put cli/bad.cpp '<rapidjson/document.h>' '"pugixml.hpp"' '<z3.h>' '  <boost/any.hpp>'
  put cli/unprefixed.cpp '"exact/solve.h"'
  put parlour/bad.cpp '<vector>'
  breaches=$(find_breaches)
  expect 'cli/unprefixed.cpp:1: includes exact/solve.h, which is included as fairshare/exact/solve.h'
  expect 'reference/bad.cpp:2: includes fairshare/exact/solve.h, but reference may not use exact'
  expect 'reference/bad.cpp:3: includes ../exact/rational.h, but reference may not use exact'
  expect 'reference/bad.cpp:4: includes fairshare/exact/solve.h, but reference may not use exact'
  expect 'reference/bad.cpp:5: includes fairshare/reference/divider/divider.h, but reference may not use reference/divider'
  expect 'exact/bad.cpp:1: includes fairshare/reference/solve.h, but exact may not use reference'
  expect 'exact/bad.cpp:2: includes gmpxx.h, which only exact/rational_backend.h may'
  expect 'exact/bad.cpp:3: includes boost/rational.hpp, which only exact/rational_backend.h may'
  expect 'exact/bad.cpp:4: includes fmt/core.h, which only'
  expect 'model/bad.h:1: includes fairshare/exact/rational.h, but model may not use exact'
  expect 'model/bad.h:2: includes boost/config.hpp, which only exact/rational_backend.h may'
  expect 'model/bad.h:3: includes fmt/core.h, which only'
  expect 'model/bad.h:4: includes unistd.h, which only'
  expect 'model/bad.h:5: includes fairshare/properties/f.h, but model may not use properties'
  expect 'model/bad.h:6: includes hwy/highway.h, which only reference/* may'
  expect 'properties/bad.cpp:1: includes z3++.h, which only properties/z3/* may'
  expect 'properties/bad.cpp:2: includes fairshare/reference/solve.h, but properties may not use reference'
  expect 'properties/bad.cpp:3: includes formats/text/json.h, but properties may not use formats'
  expect 'properties/bad.cpp:4: includes fairshare/properties/z3/terms.h, but properties may not use properties/z3'
  expect 'formats/hadoop/bad.cpp:1: includes formats/ytsaurus/orchid.h, but formats/hadoop may not use formats/ytsaurus'
  expect 'formats/hadoop/bad.cpp:2: includes formats/inputs.h, but formats/hadoop may not use formats'
  expect 'schedulers/hadoop/bad.cpp:1: includes fairshare/schedulers/ytsaurus/vector.h, but schedulers/hadoop may not use schedulers/ytsaurus'
  expect 'schedulers/hadoop/bad.cpp:2: includes fairshare/schedulers/registry.h, but schedulers/hadoop may not use schedulers'
  expect 'formats/text/bad.h:1: includes fairshare/schedulers/registry.h, but formats/text may not use schedulers'
  expect 'formats/text/bad.h:2: includes formats/verdict/verdict.h, but formats/text may not use formats/verdict'
  expect 'formats/bad.cpp:1: includes CLI/CLI.hpp, which only cli/* may'
  expect 'formats/bad.cpp:2: includes fairshare/reference/solve.h, but formats may not use reference'
  expect 'formats/bad.cpp:3: includes cli/main.h, but formats may not use cli'
  expect 'formats/bad.cpp:4: includes gmp.h, which only exact/rational_backend.h may'
  expect 'formats/bad.cpp:5: includes tests/any.cpp, which is in no room'
  expect 'formats/bad.cpp:6: includes yaml.h, which only formats/text/yaml.cpp may'
  expect 'formats/bad.cpp:7: includes rapidjson/reader.h, which only formats/text/json.cpp may'
  expect 'formats/text/bad.cpp:1: includes yaml.h, which only formats/text/yaml.cpp may'
  expect 'formats/text/bad.cpp:3: includes csv.h, which only formats/text/csv.cpp may'
  expect 'cli/bad.cpp:1: includes rapidjson/document.h, which only formats/text/json.cpp may'
  expect 'cli/bad.cpp:2: includes pugixml.hpp, which only formats/* may'
  expect 'cli/bad.cpp:3: includes z3.h, which only properties/z3/* may'
  expect 'cli/bad.cpp:4: includes boost/any.hpp, which only exact/rational_backend.h may'
  expect 'parlour/bad.cpp: parlour/ is no room that has arrows'
  expect 'these rooms use each other in a circle: exact formats formats/hadoop formats/text'
  # Nothing else may have been named: one line per breach.
  [[ $(wc -l <<<"$breaches") -eq 40 ]] || {
    printf 'more or fewer breaches than were made:\n%s\n' "$breaches"
    status=1
  }
  return "$status"
}

work=$(mktemp -d)
arrows=$(mktemp)
trap 'rm -rf -- "$work" "$arrows"' EXIT

if [[ ${1:-} == --self-test ]]; then
  self_test
  exit
fi
cd -- "${1:-$(dirname -- "${BASH_SOURCE[0]}")/../..}"
breaches=$(find_breaches)
[[ -z $breaches ]] && exit
printf '%s\n' "$breaches"
exit 1

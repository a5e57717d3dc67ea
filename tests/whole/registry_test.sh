#!/usr/bin/env bash
# Is a scheduler's row the only place that names it? Reads the string literals of all rooms.
#
#   registry_test.sh COMMAND       COMMAND lists the names of the rows
#
# Prints each file that names a scheduler without a reason here, each reason that is no longer needed,
# each file that distinguishes families of trees other than the one that hands records to them, and each file beyond
# the usual ones that another family would have to change.
set -euo pipefail
cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../.."

# Beside the families of formats/, which read what is their own.
reasons='
preemption/hadoop.cpp                   rules of preemption, a table of its own
preemption/snapshot.cpp                 likewise
properties/z3/found_bugs.cpp            releases on which a refutation is replayed
'
families_of_formats='^formats/(?!text/|verdict/|records/|report/)[^/]+/'

sources() { git ls-files -- 'model/*' 'reference/*' 'exact/*' 'properties/*' 'schedulers/*' 'formats/*' \
  'preemption/*' 'fuzz/*.cpp' 'fuzz/harness/*' 'cli/*' | grep -E '\.(h|cpp)$' | grep -v '^fuzz/targets/'; }

names=$("$1" schedulers --format json | sed -n 's/^{"name":"\([^"]*\)".*/\1/p' | paste -sd '|')
[[ $names == *'|'* ]] || { echo "$1 lists no schedulers" && exit 1; }
status=0
naming=$(sources | grep -vP "$families_of_formats" | xargs grep -lE "^[^/]*\"($names)" | grep -v '^schedulers/registry.cpp$' | LC_ALL=C sort)
expected=$(awk 'NF {print $1}' <<<"$reasons" | LC_ALL=C sort)
while IFS= read -r file; do
  [[ -z $file ]] || { echo "$file names a scheduler; its row in schedulers/registry.cpp is the place for that" && status=1; }
done < <(comm -23 <(echo "$naming") <(echo "$expected"))
while IFS= read -r file; do
  [[ -z $file ]] || { echo "$file names no scheduler any more; strike its reason here" && status=1; }
done < <(comm -13 <(echo "$naming") <(echo "$expected"))

families='Mr1Pools|YarnQueues|ScalarPools|VectorPools'
while IFS= read -r file; do
  [[ -z $file ]] || { echo "$file tells families of trees apart; formats/inputs.cpp does that" && status=1; }
done < <(sources | xargs grep -lE "\b($families)\b" | grep -vE '^(schedulers/registry\.(h|cpp)|formats/inputs\.cpp)$')

# A family of one model is named by its own files, and by these: the row and its test, the builds' lists, pages about all of
# them, and what names sources by their files: coverage and mutants.
lists='README.md|CHANGELOG.md|CMakeLists.txt|schedulers/(registry.cpp|common/level.h)|formats/inputs.cpp'
lists+='|tests/schedulers/registry_test.cpp'
lists+='|docs/(coverage|findings|mutants|records|schedulers|units).md|docs/findings/.*|tests/(CMakeLists|coverage).txt|tests/mutants/.*|tests/whole/(corpus.py|unchanged.tsv)'
for family in $(git ls-files -- 'schedulers/*/*.h' | cut -d / -f 2 | sort | uniq -u); do
  while IFS= read -r file; do
    echo "$file names $family; derive that from schedulers/registry.cpp or from the folders, so that another family needs no change"
    status=1
  done < <(git grep -il "$family" | grep -vE "$family|^($lists)$")
done
exit "$status"

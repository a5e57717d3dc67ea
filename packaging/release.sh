#!/usr/bin/env bash
# A release, up to the upload: release.sh [FOLDER], default build/release-files.
#
# Checks that the commit is clean and has the same version everywhere, that CHANGELOG.md dates it, and that every
# option of ./check has passed on it (docs/last-results.md). Then writes the sources, the Debian packages, the wheel
# and their checksums, and says what is left to do by hand.
set -euo pipefail

root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd)
folder=$(realpath -m -- "${1:-$root/build/release-files}")
cd -- "$root"
complaints=0

complain() {
  printf 'release: %s\n' "$*" >&2
  complaints=$((complaints + 1))
}

version=$(sed -n 's/^project(fairshare VERSION \([0-9.]*\) .*/\1/p' CMakeLists.txt)

# says_version FILE PATTERN: the version after the pattern in a line of the file.
says_version() {
  local said
  said=$(sed -n "s/^ *$2\"\{0,1\}\([0-9][0-9.]*[0-9]\)\"\{0,1\},\{0,1\}\$/\1/p" "$1")
  [[ $said == "$version" ]] || complain "$1 says version ${said:-nothing}, CMakeLists.txt $version"
}

# has_passed OPTION: on this commit, or on one that differs only in the pages of results.
has_passed() {
  local commit name="\`./check${1:+ $1}\`"
  commit=$(awk -F ' *\\| *' -v name="$name" '{ sub(/ [0-9]+`$/, "`", $2) } $2 == name && $4 == 0 { print $6 }' \
    docs/last-results.md)
  if [[ -z $commit ]] || ! git diff --quiet "$commit" HEAD -- . ':!docs/last-results.md' ':!docs/mutants.md'; then
    complain "./check${1:+ $1} has not passed on this commit: run it with --record"
  fi
}

git diff --quiet HEAD || complain 'the work tree is not clean'
says_version bindings/python/pyproject.toml 'version = '
says_version packaging/conan/conanfile.py 'version = '
says_version packaging/vcpkg/vcpkg.json '"version": '
says_version CITATION.cff 'version: '
grep -qE "^## $version, [0-9]{4}-[0-9]{2}-[0-9]{2}\$" CHANGELOG.md ||
  complain "CHANGELOG.md has no heading \"## $version, DATE\""
for option in '' --sanitizers --proofs --bare --languages --packages --web --cluster --mutants --coverage --long --avx512; do
  has_passed "$option"
done
((complaints == 0)) || exit 1

rm -rf -- "$folder"
mkdir -p -- "$folder"
git archive --prefix="fairshare-$version/" -o "$folder/fairshare-$version.tar.gz" HEAD
cmake --preset release >/dev/null
cmake --build --preset release >/dev/null
(cd build/release && cpack -G DEB >/dev/null)
cp -- build/release/packages/*.deb "$folder/"
bindings/python/build.sh build/release/libfairshare.so "$folder"
(cd -- "$folder" && sha256sum -- * >SHA256SUMS)
printf 'in %s:\n' "$folder"
ls -- "$folder"
cat <<END
Left to do by hand:
  git tag -s v$version && git push origin v$version
  upload the files, with the section of CHANGELOG.md as the text
  set the next version in CMakeLists.txt and where this script looks for it
END

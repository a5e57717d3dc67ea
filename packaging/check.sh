#!/usr/bin/env bash
# Can the packages be installed, used and removed on a bare Debian 12? check.sh BUILD; debian.sh says what it needs.
#
# Makes them from BUILD and runs lintian. In the bare Debian: each library builds its example without what the
# others need; the image's steps work; so does the program of examples/languages in each language; and nothing
# stays after a removal.
set -euo pipefail

root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd)
# shellcheck source=tests/bare/debian.sh
source "$root/tests/bare/debian.sh"
build=$(realpath -- "$1")

build_packages() {
  rm -rf -- "$build"/packages/*.deb "$build/packages/_CPack_Packages"
  (cd -- "$build" && cpack -G DEB) >"$log" 2>&1 || fail cpack
  lintian --fail-on error --suppress-tags bad-distribution-in-changes-file "$build"/packages/*.deb >"$log" 2>&1 ||
    fail lintian
  sed 's/^/       /' "$log"
}

# The image's steps remove the packages.
copy_packages() {
  mkdir -- "$bare/packages"
  cp -- "$build"/packages/*.deb "$bare/packages/"
}

# package NAME: its file in the bare Debian.
package() { (cd -- "$bare" && compgen -G "packages/$1_*.deb" | sed 's|^|/|'); }

install_in_bare() {
  in_bare env DEBIAN_FRONTEND=noninteractive apt-get -y --no-install-recommends install "$@" >"$log" 2>&1 ||
    fail "installing $*"
}

remove_from_bare() {
  in_bare env DEBIAN_FRONTEND=noninteractive apt-get -y --purge autoremove "$@" >"$log" 2>&1 || fail "removing $*"
}

# Tries each library of an installed tree with only what it needs installed.
try_libraries() {
  mkdir -p -- "$bare/srv/tests/consumer" "$bare/srv/docs"
  cp -- "$root/tests/consumer/examples.py" "$bare/srv/tests/consumer/"
  cp -- "$root/docs/cpp.md" "$bare/srv/docs/"
  cmake --install "$build" --prefix "$bare/opt/fairshare" >"$log"
  cp -- "$root/tests/consumer/of_model.cpp" "$bare/srv/"
  install_in_bare g++ cmake ninja-build pkg-config python3
  # shellcheck disable=SC2016  # the shell in there is meant
  in_bare -C /srv env PKG_CONFIG_PATH=/opt/fairshare/lib/pkgconfig sh -c \
    'g++ -std=c++20 of_model.cpp $(pkg-config --cflags --libs fairshare-model) -o of_model && ./of_model' >"$log" 2>&1 ||
    fail 'model with nothing else'
  in_bare python3 -B /srv/tests/consumer/examples.py /opt/fairshare reference >"$log" 2>&1 || fail 'reference with nothing else'
  install_in_bare libgmp-dev
  in_bare python3 -B /srv/tests/consumer/examples.py /opt/fairshare exact properties >"$log" 2>&1 ||
    fail 'exact with GMP alone'
  echo '#include "fairshare/schedulers/registry.h"
int main() { return fairshare::schedulers::all_schedulers().empty(); }' >"$bare/srv/of_schedulers.cpp"
  # shellcheck disable=SC2016
  in_bare -C /srv env PKG_CONFIG_PATH=/opt/fairshare/lib/pkgconfig sh -c \
    'g++ -std=c++20 of_schedulers.cpp $(pkg-config --cflags --libs fairshare-schedulers) -o of_schedulers && ./of_schedulers' \
    >"$log" 2>&1 || fail 'schedulers with GMP alone'
  rm -rf -- "$bare/opt/fairshare"
  remove_from_bare g++ cmake ninja-build pkg-config libgmp-dev
}

# Runs the steps of the Containerfile that run something.
make_image() {
  local line said
  copy_packages
  while IFS= read -r line; do
    in_bare sh -c "$line" >"$log" 2>&1 || fail "the image: $line"
  done < <(sed -n 's/^RUN //p' "$root/packaging/Containerfile")
  said=$(in_bare fairshare solve <<<'{"total":100,"claimants":[{},{"weight":2},{"weight":3,"min_share":60}]}') || fail 'the command'
  [[ $said == '{"outcome":"allocation","ratio":"40/3","shares":["40/3","80/3","60"]}' ]] || fail "the command says $said"
  in_bare apt-get update >"$log" 2>&1 || fail 'apt-get update'
}

# says NAME COMMAND...: checks that the program prints the three shares.
says() {
  local name=$1 said
  shift
  said=$(in_bare -C /srv "$@" 2>"$log") || fail "the program in $name"
  [[ $said == *13.333333333333334*26.666666666666668*60* ]] || fail "the program in $name says $said"
  step "$name: $said"
}

try_languages() {
  cp -- "$root"/examples/languages/* "$root/tests/consumer/main.cpp" "$bare/srv/"
  copy_packages
  install_in_bare "$(package python3-fairshare)" "$(package libfairshare0)"
  says Python python3 -B shares.py
  install_in_bare "$(package libfairshare-dev)" g++ pkg-config golang-go default-jdk-headless libjna-java
  # shellcheck disable=SC2016  # the shell in there is meant, and below
  says C sh -c 'cc shares.c $(pkg-config --cflags --libs fairshare-c) -o shares-c && ./shares-c'
  # shellcheck disable=SC2016
  says 'C, from the archive' sh -c \
    'cc shares.c $(pkg-config --cflags --libs fairshare-c-static) -o shares-a && ! ldd shares-a | grep -q fairshare && ./shares-a'
  # shellcheck disable=SC2016
  in_bare -C /srv sh -c \
    'g++ -std=c++20 main.cpp $(pkg-config --cflags --libs fairshare-exact fairshare-reference) -o shares-cpp && ./shares-cpp' \
    >"$log" 2>&1 || fail 'the program in C++'
  [[ $(<"$log") == $'40/3 = 13.3333\n80/3 = 26.6667\n60 = 60' ]] || fail 'the program in C++ says something else'
  step 'C++: 40/3, 80/3 and 60, exactly and in doubles'
  # shellcheck disable=SC2016  # the shell in there is meant
  says Go sh -c 'mkdir -p go && cp shares.go go/ && cd go && printf "module shares\n\nrequire fairshare v0.0.0\n
replace fairshare => /usr/share/fairshare/go\n" >go.mod && GOFLAGS=-mod=mod go run .'
  says Java sh -c 'javac -cp /usr/share/java/jna.jar -d . /usr/share/fairshare/java/Fairshare.java Shares.java &&
    java -cp .:/usr/share/java/jna.jar Shares'
}

try_documents() {
  install_in_bare man-db bash-completion
  in_bare man --warnings=all fairshare >"$log" 2>&1 || fail 'the man page'
  grep -q 'COMMAND fairshare verify' "$log" || fail 'the man page has no fairshare verify'
  # shellcheck disable=SC2016  # the shell in there is meant
  in_bare bash -c 'source /usr/share/bash-completion/completions/fairshare
    COMP_WORDS=(fairshare verify --format gi) COMP_CWORD=3; _fairshare; echo "${COMPREPLY[@]}"' >"$log" 2>&1
  [[ $(<"$log") == github ]] || fail "bash completes --format gi by $(<"$log")"
}

try_prove() {
  install_in_bare "$(package fairshare-prove)"
  in_bare fairshare prove sum-is-monotone >"$log" 2>&1 || fail 'fairshare prove'
}

try_removal() {
  remove_from_bare fairshare fairshare-prove libfairshare0 libfairshare-dev python3-fairshare
  in_bare find / -xdev -iname '*fairshare*' -not -path '/proc/*' -not -path '/packages/*' -not -path '/srv/*' \
    -not -path '/root/*' -not -path '/var/log/*' -not -path '/var/cache/man/*' >"$log"
  [[ ! -s $log ]] || fail 'something stays after the removal'
}

make_debian
step 'packages'
build_packages
step 'libraries, each with what it needs alone'
try_libraries
step 'the image'
make_image
try_languages
step 'man page, completions, prove'
try_documents
try_prove
step 'removal'
try_removal
step 'the packages work on a bare Debian 12'

#!/usr/bin/env bash
# Every lemma that Z3 proves names the theorems of Coq that do its induction, or says that it needs none. The
# theorems that it names are in Coq's list.
set -euo pipefail
cd -- "$(dirname -- "$0")/../../properties/proofs"

# inductions [FILE...]: lines 'FILE NAME', a name being 'Existence.v:exists_iff' or 'none'.
inductions() {
  awk '/^; induction: / { reading = 1; sub("^; induction:", "") }
       /^; [a-z]+: /     { reading = 0 }
       /^$/              { nextfile }
       reading           { gsub(/[;,]/, ""); for (i = 1; i <= NF; ++i) print FILENAME, $i }' "$@"
}

named=$(inductions smt-lib/*.smt2)
listed=$(awk -F '\t' '{ print $2 ":" $1 }' coq/theorems.txt; echo none)
status=0
for file in smt-lib/*.smt2; do
  grep -q "^$file " <<<"$named" && continue
  echo "$file names no theorem of Coq, and does not say that it needs none" >&2
  status=1
done
while read -r file name; do
  grep -qxF -- "$name" <<<"$listed" && continue
  echo "$file: Coq has no theorem $name" >&2
  status=1
done <<<"$named"
exit "$status"

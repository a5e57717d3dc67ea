#!/usr/bin/env bash
# What the tests of `fairshare fuzz` share; to be sourced.

# shellcheck source=tests/whole/expect.sh
source "$(dirname -- "${BASH_SOURCE[0]}")/expect.sh"
cd -- "$root" || exit 2

# fuzz ARGUMENT...: sets `output` (both streams) and `status`.
fuzz() {
  output=$("$binary" fuzz --save "$folder/found" --deadline "${deadline:-500ms}" "$@" 2>&1)
  status=$?
}

# query EXPRESSION: evaluates it in Python, with the JSON in `output` as `r`.
query() { python3 -c "import json,sys; r = json.loads(sys.argv[1]); print($1)" "$output"; }

# Without site-packages and bytecode, since it is started many times.
misbehaving=(python3 -SEB tests/adapters/misbehaving.py)

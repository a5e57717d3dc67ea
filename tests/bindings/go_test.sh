#!/usr/bin/env bash
# Does the Go module answer every vector, is it clean, and does fuzzing with it find a planted defect? go_test.sh BUILD
set -euo pipefail
root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf -- "$work"' EXIT
cmake --install "$1" --prefix "$work/installed" >/dev/null
PKG_CONFIG_PATH=$(dirname -- "$(find "$work/installed" -name fairshare-c.pc)")
export PKG_CONFIG_PATH
mkdir "$work/tree"
cp -r -- "$root/bindings" "$root/vectors" "$work/tree/"
cd -- "$work/tree/bindings/go"
[[ -z $(gofmt -l .) ]] || {
  echo "gofmt lays these out otherwise: $(gofmt -l .)" >&2
  exit 1
}
diff <(sed -n '/^```go$/,/^```$/{//!p;}' "$root/docs/go.md") example_test.go || {
  echo 'docs/go.md does not show bindings/go/example_test.go' >&2
  exit 1
}
go vet ./...
go test -count=1 -race ./...
if found=$(go test -count=1 -fuzz FuzzDivide -fuzztime 60s ./example 2>&1); then
  echo 'fuzzing does not find the defect of example/plugin.go' >&2
  exit 1
fi
grep -q 'R must be' <<<"$found" || {
  printf 'fuzzing ends without a table:\n%s\n' "$found" >&2
  exit 1
}

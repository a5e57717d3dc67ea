#!/usr/bin/env bash
# Writes docs/pictures/report.png: the upper part of the report of the example cluster. Needs chromium.
#
#   report.sh COMMAND
set -euo pipefail
cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../.."

folder=$(mktemp -d)
trap 'rm -rf -- "$folder"' EXIT
cp examples/yarn/scheduler.json examples/yarn/fair-scheduler.xml "$folder"
command=$(realpath -- "$1")
(cd -- "$folder" && "$command" verify scheduler.json --allocations fair-scheduler.xml --format html --exit-zero >report.html)
chromium --headless --no-sandbox --disable-gpu --hide-scrollbars --window-size=1100,1180 \
  --screenshot="$folder/report.png" "file://$folder/report.html" 2>/dev/null
cp "$folder/report.png" docs/pictures/report.png

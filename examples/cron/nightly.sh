#!/usr/bin/env bash
# Judges a cluster once, and leaves the verdicts as metrics for node_exporter's textfile collector.
#
#   nightly.sh FOLDER ARGUMENT...
#   nightly.sh /var/lib/prometheus/node-exporter scheduler.json --allocations fair-scheduler.xml
#
# FOLDER is the collector's; the ARGUMENTs are those of `fairshare verify`. FAIRSHARE names the command, if it is not in PATH.
# FOLDER/fairshare.prom is always whole: the new file is written next to it, then moved over it. If there are no metrics (wrong
# arguments, no command, a full disk) the old file stays, and its age shows that. The exit status is that of `verify`.
set -uo pipefail

folder=$1
shift
new=$(mktemp -- "$folder/.fairshare.prom.XXXXXX") || exit 2
trap 'rm -f -- "$new"' EXIT
"${FAIRSHARE:-fairshare}" verify --format prometheus "$@" >"$new"
status=$?
# The last metric: without it the text is cut short.
if ! tail -n 1 -- "$new" | grep -q '^fairshare_left_out '; then
  echo 'nightly.sh: no metrics, so the old ones stay' >&2
  exit $((status > 1 ? status : 2))
fi
chmod 644 -- "$new" && mv -f -- "$new" "$folder/fairshare.prom" || exit 2
exit "$status"

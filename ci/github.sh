#!/usr/bin/env bash
# The step of action.yml that fuzzes: ci/fuzz.sh, and what it found as annotations, job summary and outputs (`status`
# and `found`). A later step fails the job, so that what is found is kept before.
set -uo pipefail

here=$(dirname -- "$(readlink -f -- "${BASH_SOURCE[0]}")")
# Nothing that the adapter prints may count as a workflow command.
token=$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')
status=0
echo "::stop-commands::$token"
"$here/fuzz.sh" || status=$?
echo "::$token::"

if [[ -f $FAIRSHARE_OUTPUT/annotations.txt ]]; then
  cat -- "$FAIRSHARE_OUTPUT/annotations.txt"
  cat -- "$FAIRSHARE_OUTPUT/summary.md" >>"$GITHUB_STEP_SUMMARY"
  found=$(<"$FAIRSHARE_OUTPUT/found.txt")
else
  echo '::error title=fairshare::nothing was run; see the log'
fi
printf 'status=%s\nfound=%s\n' "$status" "${found:-0}" >>"$GITHUB_OUTPUT"

#!/usr/bin/env bash
# Fuzzes a scheduler in continuous integration: asks what failed before, then new problems. The environment says how:
#
#   FAIRSHARE              the command
#   FAIRSHARE_ADAPTER      the adapter's words, quoted as for a shell; or
#   FAIRSHARE_SHARED_OBJECT  a file that exports fairshare_candidate
#   FAIRSHARE_TIME         for new problems; without it and FAIRSHARE_CASES, 2m
#   FAIRSHARE_CASES        how many new problems
#   FAIRSHARE_SEED         the same problems as another run; without it, different ones each time
#   FAIRSHARE_JOBS         adapters at a time; without it, one per processor
#   FAIRSHARE_OPTIONS      more options of `fairshare fuzz`, quoted as for a shell
#   FAIRSHARE_REGRESSIONS  a folder of records in the repository, asked first
#   FAIRSHARE_CORPUS       a folder of what failed in earlier runs, asked next; of what fails now, the 50 newest are kept
#   FAIRSHARE_OUTPUT       a folder for what is found: found/*.ndjson with the verdicts (*.txt), junit.xml, summary.md,
#                          and what `fairshare fuzz --format json` said (*.json)
#
# The exit status is that of `fairshare fuzz`, the worst of all runs: 0 nothing failed; 1 something did; 2 wrong
# usage, a record that cannot be read, or nothing judged; 3 the adapter could not be run.
set -uo pipefail

here=$(dirname -- "$(readlink -f -- "${BASH_SOURCE[0]}")")
fairshare=${FAIRSHARE:-fairshare} output=${FAIRSHARE_OUTPUT:-fairshare-fuzz} corpus=${FAIRSHARE_CORPUS:-}

refuse() {
  printf 'ci/fuzz.sh: %s\n' "$*" >&2
  exit 2
}

command -v python3 >/dev/null || refuse 'python3 not found: it writes the reports'
# The workflow author's words, split as a shell does.
options=() adapter=()
eval "options=(${FAIRSHARE_OPTIONS:-})" || refuse 'FAIRSHARE_OPTIONS is not quoted as for a shell'
if [[ -n ${FAIRSHARE_SHARED_OBJECT:-} ]]; then
  adapter=(--shared-object "$FAIRSHARE_SHARED_OBJECT")
else
  eval "adapter=(-- ${FAIRSHARE_ADAPTER:-})" || refuse 'FAIRSHARE_ADAPTER is not quoted as for a shell'
fi
((${#adapter[@]} > 1)) || refuse 'no adapter: set FAIRSHARE_ADAPTER or FAIRSHARE_SHARED_OBJECT'
campaign=(--jobs "${FAIRSHARE_JOBS:-$(nproc)}")
if [[ -n ${FAIRSHARE_SEED:-} ]]; then campaign+=(--seed "$FAIRSHARE_SEED"); fi
if [[ -n ${FAIRSHARE_CASES:-} ]]; then campaign+=(--cases "$FAIRSHARE_CASES"); fi
if [[ -n ${FAIRSHARE_TIME:-} || -z ${FAIRSHARE_CASES:-} ]]; then campaign+=(--time "${FAIRSHARE_TIME:-2m}"); fi

mkdir -p -- "$output/found"
rm -f -- "$output"/*.json "$output"/found/*
worst=0

# ask NAME ARGUMENT...: writes the output to NAME.json.
ask() {
  local name=$1 status=0
  shift
  "$fairshare" fuzz --format json "${options[@]}" "$@" "${adapter[@]}" >"$output/$name.json" || status=$?
  if ((status > worst)); then worst=$status; fi
}

# ask_again NAME FOLDER: asks all records there.
ask_again() {
  [[ -n $2 ]] && compgen -G "$2/*.ndjson" >/dev/null || return 0
  ask "$1" --replay "$2"/*.ndjson
}

ask_again regressions "${FAIRSHARE_REGRESSIONS:-}"
ask_again corpus "$corpus"
ask new "${campaign[@]}" --save "$output/found"
FAIRSHARE=$fairshare FAIRSHARE_CORPUS=$corpus python3 "$here/report.py" "$output" "$worst" "${adapter[@]}" || exit 2
exit "$worst"

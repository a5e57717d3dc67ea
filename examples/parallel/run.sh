#!/usr/bin/env bash
# A run in shards by GNU parallel, on this machine or on several; then merges it.
#
#   examples/parallel/run.sh SHARDS FOLDER fuzz|verify ARGUMENT...
#   examples/parallel/run.sh 8 results verify --quiet a.ndjson b.ndjson
#   HOSTS=hosts.txt examples/parallel/run.sh 64 /shared/results fuzz --seed 7 --cases 100000 -- python3 my_adapter.py
#
# HOSTS is a file for --sshloginfile: one host per line, "8/node1" for 8 at once. FOLDER and the files must be the same on all
# hosts. FAIRSHARE names the command, if it is not in PATH. The exit status is that of `merge`, for the whole run.
set -uo pipefail

shards=$1 folder=$2 command=$3
shift 3
mkdir -p -- "$folder"
hosts=()
if [[ -n ${HOSTS:-} ]]; then hosts=(--sshloginfile "$HOSTS" --workdir "$PWD"); fi
# A task's status 1 says that something was found, and is no reason to stop.
seq "$shards" | parallel "${hosts[@]}" --quote --joblog "$folder/jobs.log" --results "$folder/task-{}" \
  "${FAIRSHARE:-fairshare}" "$command" --shard "{}/$shards" --save "$folder" "$@" >/dev/null
exec "${FAIRSHARE:-fairshare}" merge "$folder"

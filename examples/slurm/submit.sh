#!/usr/bin/env bash
# Submits a run as an array job, and a job that merges the results when all tasks have ended, successfully or not.
#
#   examples/slurm/submit.sh SHARDS FOLDER fuzz|verify ARGUMENT...
#   examples/slurm/submit.sh 100 /shared/results verify --quiet /shared/records.ndjson
#   examples/slurm/submit.sh 100 /shared/results fuzz --seed 7 --cases 1000000 -- python3 my_adapter.py
#
# FOLDER must be the same on all nodes, and new for each run. FAIRSHARE names the command, if it is not in PATH.
# Prints the numbers of both jobs; what `merge` prints is in FOLDER/merge.log.
set -euo pipefail

here=$(dirname -- "$(readlink -f -- "${BASH_SOURCE[0]}")")
shards=$1 folder=$2
shift 2
mkdir -p -- "$folder"
array=$(sbatch --parsable --array="1-$shards" --output="$folder/task-%a.log" "$here/task.sbatch" "$shards" "$folder" "$@")
merge=$(sbatch --parsable --dependency="afterany:$array" --output="$folder/merge.log" --job-name=fairshare-merge \
  --wrap "$(printf '%q merge %q' "${FAIRSHARE:-fairshare}" "$folder")")
echo "array $array, merge $merge"

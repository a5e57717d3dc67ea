#!/usr/bin/env bash
# Do the examples for clusters really work? Slurm on this one node, with room for three tasks at once; GNU parallel.
#
#   tests/cluster/run.sh BINARY
#
# Needs root (slurmd, munged) and the packages of the group `cluster`. What it starts, it ends.

# shellcheck source=tests/whole/expect.sh
source "$(dirname -- "${BASH_SOURCE[0]}")/../whole/expect.sh"
cd -- "$root" || exit 2
export FAIRSHARE=$binary
adapter=(python3 "$root/tests/cluster/adapter.py")
host=$(hostname -s)

stop() {
  local name
  for name in slurmd slurmctld munged; do
    if [[ -s $folder/$name.pid ]]; then kill -- "$(<"$folder/$name.pid")"; fi
  done
  sleep 1
  rm -rf -- "$folder"
}
trap stop EXIT

# start: starts munge, unless it runs already, and Slurm with its own files and ports.
start() {
  chmod 755 -- "$folder"
  if ! munge -n 2>/dev/null | unmunge >/dev/null 2>&1; then
    mkdir -p /run/munge
    chown munge:munge /run/munge
    install -d -o munge -g munge -- "$folder/munge"
    (cd / && setpriv --reuid munge --regid munge --clear-groups /usr/sbin/munged --pid-file "$folder/munge/munged.pid" \
      --log-file "$folder/munge/munged.log" --seed-file "$folder/munge/seed") || return 1
    cp -- "$folder/munge/munged.pid" "$folder/munged.pid"
  fi
  mkdir -- "$folder/state" "$folder/spool"
  cat >"$folder/slurm.conf" <<END
ClusterName=local
SlurmctldHost=$host(127.0.0.1)
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
SlurmctldPort=16817
SlurmdPort=16818
SlurmctldPidFile=$folder/slurmctld.pid
SlurmdPidFile=$folder/slurmd.pid
SlurmctldLogFile=$folder/slurmctld.log
SlurmdLogFile=$folder/slurmd.log
StateSaveLocation=$folder/state
SlurmdSpoolDir=$folder/spool
ProctrackType=proctrack/pgid
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
ReturnToService=2
SlurmdParameters=config_overrides
NodeName=$host NodeAddr=127.0.0.1 CPUs=4 RealMemory=2000 State=UNKNOWN
PartitionName=all Nodes=$host Default=YES MaxTime=INFINITE State=UP
END
  export SLURM_CONF=$folder/slurm.conf
  slurmctld -f "$SLURM_CONF" && slurmd -f "$SLURM_CONF" -N "$host" || return 1
  within 60 node_is idle
}

node_is() { [[ $(sinfo -h -o %t) == "$1" ]]; }
is_over() { [[ -z $(squeue -h -j "$1" 2>/dev/null) ]]; }
all_run() { (($(squeue -h -t RUNNING -j "$1" | wc -l) == 3)); }

# within SECONDS COMMAND...
within() {
  local end=$((SECONDS + $1))
  shift
  until "$@"; do
    ((SECONDS < end)) || return 1
    sleep 0.3
  done
}

start || { cat -- "$folder"/*.log && echo 'FAILED: Slurm does not start' && exit 1; }

echo '== the whole, in one'
"$binary" fuzz --seed 7 --cases 3000 --save "$folder/one" --shard 1/1 "--" "${adapter[@]}" >/dev/null
"$binary" merge --format json "$folder/one" >"$folder/one.json"
counts() { jq -c '[.judged, .counts, [.failures[] | [.kind, .count]]]' "$1"; }

echo '== three tasks at once, one of which is killed'
read -r _ array _ merge <<<"$(examples/slurm/submit.sh 3 "$folder/three" fuzz --seed 7 --cases 3000 -- "${adapter[@]}")"
array=${array%,}
is 'three tasks run at once' 0 "$(within 60 all_run "$array"; echo $?)"
squeue -o '%.12i %.10j %.8T %.6M %R'
sleep 1
scancel --signal=KILL "${array}_2"
is 'all of them end' 0 "$(within 300 is_over "$array,$merge"; echo $?)"
ls -- "$folder/three"
cat -- "$folder/three/merge.log"
has 'merge says which is missing' 'error[FS108] shard 2 of 3 is missing: run it again' "$(<"$folder/three/merge.log")"
has 'and what the others did' '2 of 3 shards' "$(<"$folder/three/merge.log")"
"$binary" merge "$folder/three" >/dev/null 2>&1
is 'its exit status is 2' 2 "$?"

echo '== the lost one once more'
array=$(sbatch --parsable --array=2 --output="$folder/three/task-%a.log" examples/slurm/task.sbatch 3 "$folder/three" fuzz \
  --seed 7 --cases 3000 -- "${adapter[@]}")
is 'it ends' 0 "$(within 300 is_over "$array"; echo $?)"
"$binary" merge "$folder/three"
is 'the exit status is that of the whole' 1 "$?"
"$binary" merge --format json "$folder/three" >"$folder/three.json"
is 'three shards are the whole' "$(counts "$folder/one.json")" "$(counts "$folder/three.json")"

echo '== GNU parallel'
for number in {1..200}; do echo "{\"id\":$number,\"total\":10,\"claimants\":[{},{}],\"shares\":[$((number % 7)),5]}"; done \
  >"$folder/records.ndjson"
"$binary" verify --summary --save "$folder/all" "$folder/records.ndjson" >/dev/null
examples/parallel/run.sh 5 "$folder/five" verify --quiet "$folder/records.ndjson" | tail -n 1
is 'its exit status is that of the whole' 1 "${PIPESTATUS[0]}"
"$binary" merge --format json "$folder/all" >"$folder/all.json"
"$binary" merge --format json "$folder/five" >"$folder/five.json"
is 'five shards are the whole' "$(jq -c '[.judged, .counts, .failures]' "$folder/all.json")" \
  "$(jq -c '[.judged, .counts, .failures]' "$folder/five.json")"

finish

#!/usr/bin/env python3
"""Does the time that an input takes grow in proportion to it? Four times as large an input may take six times as long.

growth_test.py COMMAND

Each kind of input is made in two sizes, and the processor's time is compared: the least of three runs each, since other
work on the machine only adds to it. In proportion the ratio is 4; if the time grows with the square, it is up to 16.
The last line is "N passed, M failed".
"""

import json
import pathlib
import resource
import subprocess
import sys
import tempfile

LARGER, LONGER, RUNS = 4, 6, 3
COMMAND = pathlib.Path(sys.argv[1]).resolve()


def kubernetes(api, kind, named):
    """A list of objects; `named` are their contents by name."""
    items = [{"apiVersion": api, "kind": kind, "metadata": {"name": name, "namespace": "shop"}, **contents}
             for name, contents in named.items()]
    return {"apiVersion": "v1", "kind": "List", "items": items}


def samples(metric, label, names, value):
    return "".join(f'{metric}{{{label}="{name}"}} {value}\n' for name in names)


def parents_and_children(count):
    """Names of the parents, each with those of its four children."""
    return {f"p{i}": [f"p{i}-{k}" for k in range(4)] for i in range(count // 5)}


def yarn_response(count):
    def queue(name, memory, children=()):
        leaf = {"numActiveApps": 1} if not children else {"childQueues": children}
        amounts = {"memory": memory, "vCores": 0}
        return {"queueName": name, "schedulingPolicy": "fair", "fairResources": amounts, "steadyFairResources": amounts,
                "minResources": {"memory": 0, "vCores": 0}, "maxResources": total, **leaf}
    total = {"memory": 40 * (count // 5), "vCores": 0}
    parents = [queue(f"root.{parent}", 40, [queue(f"root.{parent}.{child}", 10) for child in children])
               for parent, children in parents_and_children(count).items()]
    root = {**queue("root", total["memory"], parents), "clusterResources": total}
    return ["verify", "--steady"], json.dumps({"scheduler": {"schedulerInfo": {"rootQueue": root}}})


def allocation_file(count):
    queues = "".join(f'<queue name="q{i}"><weight>{1 + i % 7}</weight></queue>\n' for i in range(count))
    return ["lint"], f"<allocations>{queues}</allocations>"


def volcano(count):
    names = [f"q{i}" for i in range(count)]
    metrics = samples("volcano_queue_request_milli_cpu", "queue_name", names, 1000)
    metrics += samples("volcano_queue_deserved_milli_cpu", "queue_name", names, 100)
    dump = kubernetes("scheduling.volcano.sh/v1beta1", "Queue", {name: {"spec": {"weight": 1}} for name in names})
    return ["verify", "--total", f"cpu={count // 10}"], json.dumps(dump), metrics


def kai(count):
    names = [f"q{i}" for i in range(count)]
    metrics = "".join(samples(f"kai_queue_fair_share_{what}", "queue_name", names, share)
                      for what, share in (("gpu", 1), ("cpu_cores", 0), ("memory_gb", 0)))
    queue = {"spec": {"resources": {"gpu": {"limit": -1, "overQuotaWeight": 1, "quota": 0}}},
             "status": {"requested": {"nvidia.com/gpu": "3"}}}
    dump = kubernetes("scheduling.run.ai/v2", "Queue", dict.fromkeys(names, queue))
    return ["verify", "--total", f"nvidia.com/gpu={count}"], json.dumps(dump), metrics


def koordinator(count):
    prefix = "quota.scheduling.koordinator.sh/"
    quotas = {}

    def add(name, parent, is_parent):
        labels = {prefix + "is-parent": is_parent, prefix + "parent": parent}
        annotations = {prefix + "request": '{"cpu":"70"}', prefix + "runtime": '{"cpu":"10"}'}
        quotas[name] = {"metadata": {"name": name, "labels": labels, "annotations": annotations},
                        "spec": {"max": {"cpu": "60"}, "min": {"cpu": "1"}}}
    for parent, children in parents_and_children(count).items():
        add(parent, "koordinator-root-quota", "true")
        for child in children:
            add(child, parent, "false")
    dump = kubernetes("scheduling.sigs.k8s.io/v1alpha1", "ElasticQuota", quotas)
    return ["verify", "--total", f"cpu={10 * (count // 5)}"], json.dumps(dump)


def priority_levels(count):
    names = [f"l{i}" for i in range(count)]
    values = {"nominal_limit": 10, "lower_limit": 5, "upper_limit": 10 * count, "demand": 7, "target": 7, "current_limit": 10}
    metrics = "".join(samples(f"apiserver_flowcontrol_{what}_seats" + "_high_watermark" * (what == "demand"),
                              "priority_level", names, value) for what, value in values.items())
    limited = {"nominalConcurrencyShares": 10, "lendablePercent": 50}
    dump = kubernetes("flowcontrol.apiserver.k8s.io/v1", "PriorityLevelConfiguration",
                      dict.fromkeys(names, {"spec": {"type": "Limited", "limited": limited}}))
    return ["verify"], json.dumps(dump), metrics


def kubefed(count):
    names = [f"w{i}" for i in range(count)]
    preference = {"spec": {"targetKind": "FederatedDeployment", "totalReplicas": 10, "rebalance": True}}
    overrides = [{"clusterName": name, "clusterOverrides": [{"path": "/spec/replicas", "value": 5}]} for name in "ab"]
    dump = kubernetes("scheduling.kubefed.io/v1alpha1", "ReplicaSchedulingPreference", dict.fromkeys(names, preference))
    dump["items"] += kubernetes("types.kubefed.io/v1beta1", "FederatedDeployment",
                                dict.fromkeys(names, {"spec": {"overrides": overrides}}))["items"]
    return ["verify"], json.dumps(dump)


def orchid_2019(count):
    element = {"mode": "fair_share", "weight": 1, "recursive_min_share_ratio": 0, "max_possible_usage_ratio": 1,
               "best_allocation_ratio": 1}
    pools = {"<Root>": {**element, "fair_share_ratio": 1}}
    for parent, children in parents_and_children(count).items():
        pools[parent] = {**element, "parent": "<Root>", "fair_share_ratio": 5 / count}
        pools.update((child, {**element, "parent": parent, "fair_share_ratio": 1.25 / count}) for child in children)
    return ["verify"], json.dumps({"pools": pools, "operations": {}})


def orchid_2023(count):
    def element(share, **more):
        none, some = {"cpu": 0, "memory": 0}, {"cpu": share, "memory": share / 2}
        shares = {"strong_guarantee": none, "integral_guarantee": none, "weight_proportional": some, "total": some}
        return {"mode": "fair_share", "weight": 1, "limits_share": {"cpu": 1, "memory": 1},
                "demand_share": {"cpu": 1, "memory": 0.5}, "detailed_fair_share": shares, **more}
    pools, operations = {"<Root>": element(1)}, {}
    for parent, children in parents_and_children(count).items():
        pools[parent] = element(5 / count, parent="<Root>")
        usage = {"cpu": 0.001, "memory": 0.0005}
        operations.update((child, element(1.25 / count, pool=parent, usage_share=usage)) for child in children)
    return ["verify"], json.dumps({"pools": pools, "operations": operations})


def negotiator_log(count):
    rows = "".join(f"g{i} 10 10 Y Y N 5 10 2 0\n" for i in range(count))
    given = "".join(f"group quotas: group= g{i}  quota= 10  requested= 10  allocated= 10  unallocated= 0\n" for i in range(count))
    text = (f"group quotas: assigning group quotas from {10 * count} available weighted slots\n"
            f"group quota: Quotas have been assigned to the following groups\n{rows}group quotas: allocation round 1\n"
            f"{given}group quotas: groups= {count}  requesting= {count}\n")
    return ["verify"], "".join(f"08/21/26 15:16:39 {line}\n" for line in text.splitlines())


def table(count):
    rows = "".join(f"{i // 10},q{i % 10},100,1,10\n" for i in range(count))
    return ["verify", "--csv", "--group-by", "time"], f"time,name,total,weight,share\n{rows}"


def long_record(count):
    claimants = [{"name": f"q{i}", "weight": 1 + i % 9, "max_share": 5 + i * i % 31} for i in range(count)]
    shares = [5 + i % 7 for i in range(count)]
    return [], json.dumps({"total": 10 * count, "claimants": claimants, "shares": shares})


def many_records(count):
    def record(i):
        claimants = [{"name": "a"}, {"name": "b", "weight": 2}]
        return {"id": i, "total": 9, "claimants": claimants, "shares": [3, 6] if i % 3 else [4, 5]}
    return [], "".join(json.dumps(record(i)) + "\n" for i in range(count))


def tree(count):
    children = [{"name": parent, "children": [{"name": name, "demand": 20} for name in names]}
                for parent, names in parents_and_children(count).items()]
    return [], json.dumps({"total": 10 * count, "tree": {"name": "root", "children": children}})


def snapshot(count):
    claimants = [{"name": f"q{i}", "demand": 5} for i in range(count // 4)]
    tasks = [{"name": f"t{i}", "claimant": f"q{i % (count // 8)}", "start": i} for i in range(count)]
    return ["preempt"], json.dumps({"scheduler": "mr1", "now": 90000, "total": count, "fair_share_timeout": 60000,
                                    "claimants": claimants, "tasks": tasks})


INPUTS = [(make, 4000, []) for make in (yarn_response, allocation_file, volcano, kai, koordinator, priority_levels, kubefed,
                                        orchid_2019, orchid_2023, negotiator_log, snapshot)]
INPUTS += [(table, 40_000, [])]
INPUTS += [(long_record, 8000, arguments.split()) for arguments in (
    "verify --details", "verify --format json", "verify --format html", "verify --ordering", "solve --units webster",
    "solve --certificate", "solve --set q1.weight=3")]
INPUTS += [(many_records, 10_000, ["verify", "--format", form]) for form in ("human", "json", "html", "markdown", "junit")]
INPUTS += [(tree, 20_000, ["solve", "--scheduler", name]) for name in ("mr1", "yarn-3", "fair")]


def seconds(arguments):
    """The least processor time, and the exit status."""
    times = []
    for _ in range(RUNS):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        status = subprocess.run([COMMAND, *arguments], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                check=False).returncode
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        times.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return min(times), status


def measure(folder, make, count, more):
    arguments, text, *metrics = make(count)
    (folder / "input").write_text(text, "utf-8")
    if metrics:
        (folder / "metrics").write_text(metrics[0], "utf-8")
        arguments += ["--metrics", folder / "metrics"]
    return seconds([*more, *arguments, folder / "input"])


def main():
    passed = failed = 0
    with tempfile.TemporaryDirectory() as name:
        for make, count, more in INPUTS:
            (small, first), (large, then) = (measure(pathlib.Path(name), make, size, more) for size in (count, LARGER * count))
            is_good = {first, then} <= {0, 1} and large <= LONGER * small
            passed, failed = passed + is_good, failed + (not is_good)
            print(f"{'passed' if is_good else 'FAILED'}: {make.__name__} {' '.join(more)}: {count} take {small:.3f} s, "
                  f"{LARGER * count} take {large:.3f} s, {large / small:.1f} times as long; exit status {first} and {then}")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())

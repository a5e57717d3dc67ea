#!/usr/bin/env python3
"""Tables, goals and a plot from one run of fairshare_bench.

report.py RUN.json [--into FOLDER]   writes the tables of README.md between the two markers, and passes.svg
report.py RUN.json --check           prints the goals alone; exit status 1 where one was missed
report.py RUN.json --as-installed OTHER.json [--into FOLDER]
                                     writes one table alone: OTHER.json is what `bench/run --as-installed ...` wrote

RUN.json is what `bench/run --benchmark_out=RUN.json --benchmark_out_format=json` wrote. Times are processor times,
the median where a benchmark was repeated. A benchmark that found a wrong answer has none: it is named, and the
exit status is 1.
"""

import argparse
import json
import math
import pathlib
import shlex
import statistics
import sys
from dataclasses import dataclass

FAMILIES = ["uniform", "ties", "ties_at_ratio", "heavy", "geometric", "all_clamped", "few_free", "simplex"]
SIZES = [2, 4, 8, 16, 100, 1000, 10_000, 100_000, 1_000_000, 10_000_000]
GENERIC = ["cms_newton", "kiwiel_search", "sort_sweep"]
PEERS = ["hadoop_double", *GENERIC]
MILLION = 1_000_000
SHARED = {MILLION: "1e6", 10_000_000: "1e7"}  # sizes that two threads solve as well
LARGEST = 100_000_000
LIMITS = {8: 100, 16: 150, 100: 400}  # nanoseconds with AVX-512; 1.5 times as long without
BEGIN = "<!-- what bench/report.py writes begins here -->"
END = "<!-- and ends here -->"
BEGIN_AS_INSTALLED = "<!-- what bench/report.py --as-installed writes begins here -->"


@dataclass
class Run:
    context: dict
    time: dict  # nanoseconds by name
    passes: dict
    items_per_second: dict
    bytes_per_claimant: dict
    speedup: dict  # of two threads
    memory: dict  # the same for the pass, which is limited by memory
    wrong: dict  # what was wrong, by name


NANOSECONDS = {"ns": 1, "us": 1e3, "ms": 1e6, "s": 1e9}


def read_run(path):
    with open(path, encoding="utf-8") as file:
        content = json.load(file)
    repeated, wrong = {}, {}
    for entry in content["benchmarks"]:
        name = entry.get("run_name", entry["name"]).removesuffix("/manual_time")
        if entry.get("error_occurred"):
            wrong[name] = entry.get("error_message", "")
        elif entry.get("aggregate_name", "median") == "median":
            # If there are only medians, each is the only entry of its name.
            repeated.setdefault(name, []).append(entry)

    def medians(key):
        return {
            name: statistics.median(entry[key] for entry in entries)
            for name, entries in repeated.items()
            if key in entries[0] and name not in wrong
        }

    for entries in repeated.values():
        for entry in entries:
            is_by_wall = entry["name"].startswith("threads/")
            entry["nanoseconds"] = entry["real_time" if is_by_wall else "cpu_time"] * NANOSECONDS[entry["time_unit"]]
    return Run(content["context"], medians("nanoseconds"), medians("passes"), medians("items_per_second"),
               medians("bytes_per_claimant"), medians("speedup"), medians("memory"), wrong)


# ---- goals


@dataclass
class Goal:
    text: str
    figures: list[str]
    met: bool | None  # None: this run cannot tell


def at_most(text, most, values, form):
    """`values`: the numbers that must be at most `most`, by name; None if not measured. The worst comes first."""
    if any(value is None for value in values.values()):
        return Goal(text, ["not measured"], None)
    worst_first = sorted(values.items(), key=lambda item: -item[1])
    figures = [f"{name} {form(value)}".strip() for name, value in worst_first]
    return Goal(text, figures, all(value <= most for value in values.values()))


def at_least(text, least, values, form):
    negated = {name: None if value is None else -value for name, value in values.items()}
    return at_most(text, -least, negated, lambda value: form(-value))


def quotient(a, b):
    return None if a is None or b is None else a / b


def best_generic(run, rest):
    times = [run.time.get(f"{peer}/{rest}") for peer in GENERIC]
    return None if None in times else min(times)


def times(value):
    return f"{value:.2f}x" if value < 10 else f"{value:.0f}x"


def duration(nanoseconds):
    for unit, name in ((1e9, "s"), (1e6, "ms"), (1e3, "µs")):
        if nanoseconds >= unit:
            return f"{three_digits(nanoseconds / unit)} {name}"
    return f"{three_digits(nanoseconds)} ns"


def three_digits(value):
    if value >= 100:
        return f"{value:.0f}"
    return f"{value:.1f}" if value >= 10 else f"{value:.2f}"


def no_peer_goal(run):
    ratios = {}
    for size in SIZES:
        for family in FAMILIES:
            peers = [run.time.get(f"{peer}/{family}/{size}") for peer in PEERS]
            best = None if None in peers else min(peers)
            ratios[f"{family} at n = {size:,}"] = quotient(best, run.time.get(f"reference/{family}/{size}"))
    if None not in ratios.values():
        ratios = {name: ratio for name, ratio in ratios.items() if ratio < 1} or {"least": min(ratios.values())}
    return at_least("not slower than any peer, at any n, on any family", 1, ratios, times)


def small_goals(run):
    goals = []
    vectors = run.context.get("vectors", "")
    for size, most_with_avx_512 in LIMITS.items():
        most = most_with_avx_512 * (1 if vectors == "AVX-512" else 1.5)
        values = {family: run.time.get(f"reference/{family}/{size}") for family in FAMILIES}
        text = f"n = {size}, {vectors}: at most {duration(most)} on every family"
        goals.append(at_most(text, most, values, duration))
    batch = {"batch/16": run.items_per_second.get("batch/16")}
    goals.append(at_least("batch, n = 16: at least 12 million problems a second", 12e6, batch,
                          lambda value: f"{value / 1e6:.2f} million"))
    return goals


def million_goals(run):
    passes = {family: run.passes.get(f"reference/{family}/{MILLION}") for family in FAMILIES}
    tied = {"ties_at_ratio": passes.pop("ties_at_ratio")}
    hadoop = {family: quotient(run.time.get(f"hadoop_double/{family}/{MILLION}"),
                               run.time.get(f"reference/{family}/{MILLION}")) for family in FAMILIES}
    more = quotient(run.passes.get(f"reference/uniform/{LARGEST}"), run.passes.get("reference/uniform/10000000"))
    return [
        at_most("n = 1e6, passes: at most 2.5, except on ties_at_ratio", 2.5, passes, three_digits),
        at_most("n = 1e6, passes: at most 4 on ties_at_ratio", 4, tied, three_digits),
        at_least("n = 1e6: at least 8 times faster than hadoop_double on every family", 8, hadoop, times),
        at_most("n = 1e8, passes: at most 1.1 times those of n = 1e7, on uniform", 1.1, {"uniform": more}, times),
    ]


def threads_goal(run):
    """For the families and sizes for which memory allows two threads that much."""
    names = {f"{family} at {text}": f"threads/{family}/{size}" for size, text in SHARED.items() for family in FAMILIES}
    text = "two threads, n = 1e6 and 1e7: at least 1.7 times as fast as one, where the pass is"
    if any(name not in run.speedup for name in names.values()):
        return Goal(text, ["not measured"], None)
    allowed = {where: run.speedup[name] for where, name in names.items() if run.memory[name] >= 1.7}
    if not allowed:
        return Goal(text, [f"the pass is at most {times(max(run.memory.values()))} as fast"], None)
    return at_least(text, 1.7, allowed, times)


def divider_goals(run):
    update = run.time.get(f"divider/update/{MILLION}")
    tied = quotient(run.time.get(f"divider/update_ties/{MILLION}"), update)
    small = quotient(run.time.get("divider/update/16"), run.time.get("reference/uniform/16"))
    return [
        at_most("divider, n = 16: a change and the new R in at most 1.5 times a solve", 1.5, {"update": small}, times),
        at_most("divider, n = 1e6: a change and the new R in at most 2 µs", 2000, {"update": update}, duration),
        at_most("divider, n = 1e6: all breakpoints equal, at most 2 times that", 2, {"update_ties": tied}, times),
    ]


def goals_of(run):
    exact = quotient(run.time.get("exact/uniform/1000"), run.time.get("sort/uniform/1000"))
    return [
        no_peer_goal(run),
        *small_goals(run),
        *million_goals(run),
        threads_goal(run),
        *divider_goals(run),
        at_most("exact::solve, n = 1000: at most 3 times sorting its 2,000 breakpoints", 3, {"exact": exact}, times),
    ]


def print_goals(goals):
    for goal in goals:
        mark = {True: "met   ", False: "MISSED", None: "?     "}[goal.met]
        print(f"{mark} {goal.text}: {', '.join(goal.figures)}")


# ---- tables


def table(head, rows):
    lines = ["| " + " | ".join(head) + " |", "|---|" + "---:|" * (len(head) - 1)]
    return "\n".join(lines + ["| " + " | ".join(row) + " |" for row in rows])


def cell(values, name, form):
    return form(values[name]) if name in values else "-"


def command_of(context):
    """The command as it was typed, without folders, which say more about a machine than about a run."""
    words = []
    for word in context.get("arguments", "").split():
        key, sign, value = word.partition("=")
        if key == "--benchmark_out":
            value = pathlib.Path(value).name
        words.append(shlex.quote(key + sign + value))
    return " ".join(["bench/run", *words])


def machine_table(run, command=True):
    """Without `command` if the page says how it was run."""
    context = run.context
    processor = f"{context.get('processor', 'unknown')}, {context['num_cpus']} cores, {context.get('vectors', '')}"
    rows = [
        ["processor", processor],
        ["compiler", context.get("compiler", "unknown")],
        ["commit", context.get("commit", "unknown")],
        ["command", f"`{command_of(context)}`".replace("|", "\\|")],
        ["date", context["date"][:10]],
    ]
    return table(["", ""], [row for row in rows if command or row[0] != "command"]).replace("---:", "---")


def million_table(run):
    rows = []
    for family in FAMILIES:
        reference = f"reference/{family}/{MILLION}"
        row = [family, cell(run.time, reference, duration), cell(run.passes, reference, three_digits)]
        for peer in PEERS:
            ratio = quotient(run.time.get(f"{peer}/{family}/{MILLION}"), run.time.get(reference))
            row.append("-" if ratio is None else times(ratio))
        rows.append(row)
    return table(["n = 1e6", "reference", "passes", *PEERS], rows)


def sizes_table(run):
    rows = []
    for family in FAMILIES:
        names = [f"reference/{family}/{size}" for size in SIZES]
        rows.append([f"**{family}**", *(cell(run.time, name, duration) for name in names)])
        rows.append(["passes", *(cell(run.passes, name, three_digits) for name in names)])
        ratios = [quotient(best_generic(run, f"{family}/{size}"), run.time.get(f"reference/{family}/{size}"))
                  for size in SIZES]
        rows.append(["best generic peer", *("-" if ratio is None else times(ratio) for ratio in ratios)])
    rows.append(["the pass", *(cell(run.time, f"pass/{size}", duration) for size in SIZES)])
    rows.append(["the floor, in passes", *(cell(run.passes, f"floor/{size}", three_digits) for size in SIZES)])
    return table(["n", *(f"{size:,}" for size in SIZES)], rows)


def limits_table(run):
    """The times of a single problem, and of the certificate alone, from the right ratio."""
    rows = []
    for family in FAMILIES:
        row = [family]
        for size in LIMITS:
            names = [f"{kind}/{family}/{size}" for kind in ("reference", "certificate")]
            row.append(" / ".join(cell(run.time, name, duration) for name in names))
        rows.append(row)
    return table(["n", *map(str, LIMITS)], rows)


def divider_table(run):
    rows = []
    for kind in ("update", "update_ties"):
        rows.append([f"divider/{kind}", *(cell(run.time, f"divider/{kind}/{size}", duration) for size in SIZES)])
    names = [f"divider/update/{size}" for size in SIZES]
    rows.append(["bytes a claimant", *(cell(run.bytes_per_claimant, name, three_digits) for name in names)])
    return table(["n", *(f"{size:,}" for size in SIZES)], rows)


def threads_table(run):
    """For each size: the time on two threads, how many times as fast that is as on one, and the same for the pass."""
    rows = []
    for family in FAMILIES:
        row = [family]
        for size in SHARED:
            name = f"threads/{family}/{size}"
            row += [cell(run.time, name, duration), cell(run.speedup, name, times), cell(run.memory, name, times)]
        rows.append(row)
    head = [part for size in SHARED for part in (f"n = {size:,}", "speedup", "of the pass")]
    return table(["two threads", *head], rows)


def batch_table(run):
    sizes = [8, 16, 32, 64]
    names = [f"batch/{size}" for size in sizes]
    return table(["n", *map(str, sizes)], [
        ["million problems a second",
         *(cell(run.items_per_second, name, lambda value: f"{value / 1e6:.2f}") for name in names)],
        ["passes", *(cell(run.passes, name, three_digits) for name in names)],
    ])


def shortened(figures):
    shown = figures if len(figures) <= 4 else [*figures[:3], f"{len(figures) - 3} more"]
    return ", ".join(shown)


def goals_table(goals):
    mark = {True: "met", False: "**missed**", None: "open"}
    rows = [[goal.text, mark[goal.met], shortened(goal.figures)] for goal in goals]
    return table(["goal", "", "figures"], rows).replace("---:", "---")


def tables_of(run, goals):
    parts = [machine_table(run)]
    if run.wrong:
        parts.append("**Wrong answers:** " + "; ".join(f"`{name}`: {error}" for name, error in run.wrong.items()))
    parts += [
        "### A million claimants\n\nA peer's column says how many times slower it is than the reference solver.",
        million_table(run),
        "### From 2 to 10,000,000\n\nThe row of the best generic peer says how many times slower the fastest of cms_newton, "
        "kiwiel_search and sort_sweep is.",
        sizes_table(run),
        "![Time a claimant by the number of claimants](passes.svg)",
        "### Small problems\n\nEach cell: a solve / the certificate alone, which starts from the right ratio. No guess, however fast, "
        "brings a solve below the second.",
        limits_table(run),
        "### One problem on two threads\n\nBy the wall: how long two threads take, how many times as fast they are as one, and how many "
        "times as fast they make the pass.",
        threads_table(run),
        "### A change and the new ratio",
        divider_table(run),
        "### Many small problems",
        batch_table(run),
        "### Goals",
        goals_table(goals),
    ]
    return "\n\n".join(parts)


def as_installed_table(run, installed):
    """For each size that both have measured: the time without assertions, and with them."""
    def both(name):
        if name not in run.time or name not in installed.time:
            return ""
        return f"{duration(run.time[name])} / {duration(installed.time[name])}"

    rows = [[family, *(both(f"reference/{family}/{size}") for size in SIZES)] for family in FAMILIES]
    rows.append(["divider/update", *(both(f"divider/update/{size}") for size in SIZES)])
    columns = [k for k in range(1, len(SIZES) + 1) if any(row[k] for row in rows)]
    header = ["n", *(f"{size:,}" for size in SIZES)]
    return table([header[k] for k in [0, *columns]], [[row[k] for k in [0, *columns]] for row in rows])


def write_tables(path, text, begin=BEGIN):
    page = path.read_text(encoding="utf-8")
    before, found, rest = page.partition(begin)
    _, end, after = rest.partition(END)
    if not (found and end):
        sys.exit(f"report.py: {path.name} has no markers")
    path.write_text(f"{before}{begin}\n\n{text}\n\n{END}{after}", encoding="utf-8")


# ---- plot

# Okabe and Ito's colours, which colour-blind readers can tell apart; dashes for printing.
LINES = [
    ("sort_sweep", "#cc79a7", 1.4, "7 2"),
    ("kiwiel_search", "#e69f00", 1.4, "1 2"),
    ("hadoop_double", "#009e73", 1.4, "6 2 1 2"),
    ("cms_newton", "#0072b2", 1.4, "3 2"),
    ("pass", "#777777", 1.4, ""),
    ("reference", "#d55e00", 2.6, ""),
]
PANEL_WIDTH, PANEL_HEIGHT, LEFT, TOP, GAP = 230, 190, 58, 84, 18


def series_of(run, solver, family):
    points = []
    for size in SIZES:
        name = f"pass/{size}" if solver == "pass" else f"{solver}/{family}/{size}"
        if name in run.time:
            points.append((size, run.time[name] / size))
    return points


def decades(least, greatest):
    return math.floor(math.log10(least)), math.ceil(math.log10(greatest))


def power(exponent):
    if exponent in (0, 1):
        return str(10**exponent)
    sign = str(exponent).replace("-", "−")
    return f'10<tspan dy="-4" font-size="8">{sign}</tspan>'


def panel(run, family, x0, y0, bottom, top, has_y_labels, has_x_labels):
    def x_of(size):
        return x0 + PANEL_WIDTH * (math.log10(size) - 0.2) / (7.2 - 0.2)

    def y_of(value):
        return y0 + PANEL_HEIGHT * (top - math.log10(value)) / (top - bottom)

    parts = [f'<rect x="{x0}" y="{y0}" width="{PANEL_WIDTH}" height="{PANEL_HEIGHT}" class="frame"/>']
    for exponent in range(bottom, top + 1):
        y = y_of(10**exponent)
        if bottom < exponent < top:
            parts.append(f'<line x1="{x0}" y1="{y:.1f}" x2="{x0 + PANEL_WIDTH}" y2="{y:.1f}" class="grid"/>')
        if has_y_labels:
            parts.append(f'<text x="{x0 - 6}" y="{y + 4:.1f}" text-anchor="end">{power(exponent)}</text>')
    for exponent in range(1, 8):
        x = x_of(10**exponent)
        parts.append(f'<line x1="{x:.1f}" y1="{y0}" x2="{x:.1f}" y2="{y0 + PANEL_HEIGHT}" class="grid"/>')
        if has_x_labels:
            y = y0 + PANEL_HEIGHT + 16
            parts.append(f'<text x="{x:.1f}" y="{y}" text-anchor="middle">{power(exponent)}</text>')
    for solver, colour, width, dashes in LINES:
        points = [(x_of(size), y_of(value)) for size, value in series_of(run, solver, family)]
        if not points:
            continue
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        style = f'stroke="{colour}" stroke-width="{width}"' + (f' stroke-dasharray="{dashes}"' if dashes else "")
        parts.append(f'<polyline points="{path}" {style} fill="none"/>')
        parts += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{1 + width / 2:.1f}" fill="{colour}"/>' for x, y in points]
    parts.append(f'<text x="{x0 + 8}" y="{y0 + 16}" class="family">{family}</text>')
    return parts


def legend(width):
    parts, step = [], (width - LEFT) / len(LINES)
    for index, (solver, colour, line_width, dashes) in enumerate(reversed(LINES)):
        x = LEFT + index * step
        style = f'stroke="{colour}" stroke-width="{line_width}"' + (f' stroke-dasharray="{dashes}"' if dashes else "")
        parts += [f'<line x1="{x:.1f}" y1="58" x2="{x + 30:.1f}" y2="58" {style}/>',
                  f'<circle cx="{x + 15:.1f}" cy="58" r="{1 + line_width / 2:.1f}" fill="{colour}"/>',
                  f'<text x="{x + 37:.1f}" y="62">{solver}</text>']
    return parts


def plot_of(run):
    values = [value for solver, *_ in LINES for family in FAMILIES for _, value in series_of(run, solver, family)]
    if not values:
        return None
    bottom, top = decades(min(values), max(values))
    columns = 4
    rows = math.ceil(len(FAMILIES) / columns)
    width = LEFT + columns * (PANEL_WIDTH + GAP)
    height = TOP + rows * (PANEL_HEIGHT + GAP) + 30
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        'role="img" font-family="Helvetica, Arial, sans-serif" font-size="11" fill="#222222">',
        "<title>Time a claimant by the number of claimants, one panel a family</title>",
        "<style>.frame{fill:none;stroke:#999999}.grid{stroke:#e4e4e4}"
        ".family{font-weight:bold;font-size:12px;paint-order:stroke;stroke:#ffffff;stroke-width:4px}</style>",
        f'<rect width="{width}" height="{height}" fill="#ffffff"/>',
        f'<text x="{LEFT}" y="24" font-size="16" font-weight="bold">Nanoseconds a claimant, by the number of claimants'
        "</text>",
        f'<text x="{LEFT}" y="41" fill="#666666">one core, {run.context.get("vectors", "")}; '
        f'{run.context.get("processor", "")}; commit {run.context.get("commit", "unknown")}; both axes logarithmic'
        "</text>",
        *legend(width),
    ]
    for index, family in enumerate(FAMILIES):
        row, column = divmod(index, columns)
        parts += panel(run, family, LEFT + column * (PANEL_WIDTH + GAP), TOP + row * (PANEL_HEIGHT + GAP), bottom, top,
                       column == 0, row == rows - 1)
    parts.append(f'<text x="{(LEFT + width) / 2:.0f}" y="{height - 8}" text-anchor="middle">claimants</text>')
    parts.append("</svg>")
    return "\n".join(parts) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("run", type=pathlib.Path)
    parser.add_argument("--into", type=pathlib.Path, default=pathlib.Path(__file__).resolve().parent)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--as-installed", type=pathlib.Path)
    arguments = parser.parse_args()
    run = read_run(arguments.run)
    if arguments.as_installed:
        installed = read_run(arguments.as_installed)
        text = "\n\n".join([machine_table(installed, command=False), as_installed_table(run, installed)])
        write_tables(arguments.into / "README.md", text, BEGIN_AS_INSTALLED)
        sys.exit(1 if run.wrong or installed.wrong else 0)
    goals = goals_of(run)
    print_goals(goals)
    for name, error in run.wrong.items():
        print(f"WRONG  {name}: {error}")
    if arguments.check:
        sys.exit(1 if run.wrong or any(goal.met is False for goal in goals) else 0)
    write_tables(arguments.into / "README.md", tables_of(run, goals))
    plot = plot_of(run)
    if plot:
        (arguments.into / "passes.svg").write_text(plot, encoding="utf-8")
    sys.exit(1 if run.wrong else 0)


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""Do action.yml and the examples for GitHub and GitLab do what docs/fuzzing.md says?

ci_test.py COMMAND

runs every step of action.yml as a runner of GitHub Actions would: scripts by the same shell, with the files and variables that
a runner gives them, and stand-ins for the actions that it uses (cache, artifacts). The tutorial's scheduler is fuzzed: with its
defect, again, and mended. Then the lines of the GitLab job run the same way. Building results in COMMAND here; the test checks
that it is built once and then comes from the cache.
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import xml.etree.ElementTree

import yaml

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
EXPRESSION = re.compile(r"\$\{\{\s*(.*?)\s*\}\}")
CONTEXT = re.compile(r"\b(inputs|steps|github)((?:\.[\w-]+)+)")
failures = []


def expect(what, holds, shown=""):
    if not holds:
        failures.append(what)
        print(f"FAILED: {what}\n{shown}")


# A runner


class Runner:
    """Runs the action, and keeps what GitHub would from one run to the next: caches. Log, summary, artifacts and outputs are
    those of the last run."""

    def __init__(self, folder, command):
        self.action = yaml.safe_load((ROOT / "action.yml").read_text())
        self.folder, self.command, self.caches, self.number = folder, command, {}, 0
        self.workspace = folder / "workspace"
        self.tree = folder / "action"  # the repository of the action, as a runner unpacks it
        make_tree(self.tree, command)

    def run(self, **inputs):
        self.number += 1
        known = self.action["inputs"]
        unknown = {name.replace("_", "-") for name in inputs} - set(known)
        assert not unknown, unknown
        values = {name: str(inputs.get(name.replace("-", "_"), known[name]["default"])) for name in known}
        self.contexts = {"inputs": values, "github": {"run_id": str(self.number), "run_attempt": "1"}, "steps": {}}
        # A new machine each time.
        self.temporary = self.folder / "temp"
        shutil.rmtree(self.temporary, ignore_errors=True)
        self.temporary.mkdir()
        self.log, self.summary, self.artifacts, self.ran = "", "", {}, []
        status = 0
        for step in self.action["runs"]["steps"]:
            if status == 0 and self.holds(step.get("if", "true")):
                status = self.step(step)
        self.outputs = {name: self.filled(one["value"]) for name, one in self.action["outputs"].items()}
        return status

    def step(self, step):
        self.ran.append(step["name"])
        if "uses" in step:
            name, _, version = step["uses"].partition("@")
            expect(f"{name} has a version", version)
            given = {key: self.filled(str(value)) for key, value in step["with"].items()}
            outputs, status = USED[name](self, **{key.replace("-", "_"): value for key, value in given.items()}), 0
        else:
            outputs, status = self.script(step)
        self.contexts["steps"][step.get("id", step["name"])] = {"outputs": outputs}
        return status

    def script(self, step):
        expect(f"{step['name']}: what a user says reaches a script by the environment only", "${{" not in step["run"])
        expect(f"{step['name']}: its shell is bash", step["shell"] == "bash")
        script = self.temporary / "script.sh"
        script.write_text(step["run"] + "\n")
        files = {name: self.temporary / name for name in ("GITHUB_OUTPUT", "GITHUB_STEP_SUMMARY")}
        for file in files.values():
            file.write_text("")
        environment = {
            "PATH": os.environ["PATH"], "HOME": str(self.folder), "CI": "true", "GITHUB_ACTIONS": "true",
            "GITHUB_ACTION_PATH": str(self.tree), "GITHUB_WORKSPACE": str(self.workspace), "GITHUB_ACTION_REF": "v1",
            "GITHUB_ACTION_REPOSITORY": "someone/fairshare", "GITHUB_SERVER_URL": "https://github.com",
            "RUNNER_TEMP": str(self.temporary), **{name: str(file) for name, file in files.items()},
            **{name: self.filled(value) for name, value in step.get("env", {}).items()},
        }
        place = self.workspace / self.filled(step.get("working-directory", "."))
        shell = ["bash", "--noprofile", "--norc", "-eo", "pipefail", str(script)]
        done = subprocess.run(shell, cwd=place, env=environment, stdin=subprocess.DEVNULL, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        self.log += done.stdout
        self.summary += files["GITHUB_STEP_SUMMARY"].read_text()
        lines = files["GITHUB_OUTPUT"].read_text().splitlines()
        return dict(line.split("=", 1) for line in lines), done.returncode

    # Expressions

    def look_up(self, match):
        value = self.contexts[match[1]]
        for key in match[2][1:].split("."):
            # A step that did not run has no outputs. An input must be known.
            value = value[key] if match[1] != "steps" else value.get(key, {})
        return value or ""

    def filled(self, text):
        return EXPRESSION.sub(lambda found: CONTEXT.sub(self.look_up, found[1]), text)

    def holds(self, condition):
        text = CONTEXT.sub(lambda match: repr(self.look_up(match)), EXPRESSION.sub(r"\1", condition))
        return eval(text.replace("&&", " and ").replace("||", " or "), {"true": True})

    def commands(self):
        """The workflow commands that the runner would obey, as (command, message)."""
        token, obeyed = None, []
        for line in self.log.splitlines():
            found = re.match(r"::([\w-]+)(?: [^:]*)?::(.*)", line)
            if token is not None:
                token = None if line == f"::{token}::" else token
            elif found and found[1] == "stop-commands":
                token = found[2]
            elif found:
                obeyed.append((found[1], line))
        expect("commands are obeyed again", token is None)
        return obeyed


def restore(runner, path, key, restore_keys=""):
    prefixes = [key, *restore_keys.split()]
    names = [name for prefix in prefixes for name in reversed(runner.caches) if name.startswith(prefix)]
    if names:
        shutil.copytree(runner.caches[names[0]], path)
    return {"cache-hit": "true" if names and names[0] == key else ""}


def save(runner, path, key):
    expect("a cache is written once", key not in runner.caches)
    runner.caches[key] = runner.folder / f"cache-{len(runner.caches)}"
    shutil.copytree(path, runner.caches[key])
    return {}


def upload(runner, name, path, overwrite):
    runner.artifacts[name] = {file.relative_to(path).as_posix(): file.read_text()
                              for file in pathlib.Path(path).rglob("*") if file.is_file()}
    return {}


USED = {"actions/cache/restore": restore, "actions/cache/save": save, "actions/upload-artifact": upload}


def make_tree(tree, command):
    """This tree, in which building only copies, and is recorded."""
    tree.mkdir()
    for name in ("ci", "apt-packages.txt", "cli"):
        (tree / name).symlink_to(ROOT / name)
    launcher = tree / "fairshare"
    launcher.write_text(f'#!/bin/sh\necho "built" >>"{tree}/built"\nmkdir -p "{tree}/build/run"\n'
                        f'cp "{command}" "{tree}/build/run/fairshare"\nexec "{tree}/build/run/fairshare" "$@"\n')
    launcher.chmod(0o755)
    # ci/build.sh finds the tree by its own real path.
    (tree / "ci").unlink()
    shutil.copytree(ROOT / "ci", tree / "ci", ignore=shutil.ignore_patterns("__pycache__"))


def make_project(project):
    """A repository that uses the action: the tutorial's scheduler and its adapter."""
    shutil.copytree(ROOT / "examples" / "tutorial", project / "fuzz", ignore=shutil.ignore_patterns("__pycache__"))
    (project / "fuzz" / "regressions").mkdir()


def mend(project):
    scheduler = project / "fuzz" / "scheduler.py"
    text = scheduler.read_text()
    assert text.count("range(2)") == 1
    scheduler.write_text(text.replace("range(2)", "queues"))


# What is tested


def check_references(action):
    """Checks that what expressions name exists, since on GitHub anything else is an empty text."""
    ids, text = set(), yaml.dump(action["outputs"])
    for step in action["runs"]["steps"]:
        named = " ".join([step.get("if", ""), *EXPRESSION.findall(yaml.dump(step, width=1000))])
        for match in CONTEXT.finditer(named):
            keys = match[2][1:].split(".")
            known = {"inputs": action["inputs"], "steps": ids, "github": {"run_id", "run_attempt"}}[match[1]]
            expect(f"{step['name']}: {match[0]} is known", keys[0] in known)
        ids.add(step.get("id"))
    for match in CONTEXT.finditer(text):
        expect(f"outputs: {match[0]} is known", match[2][1:].split(".")[0] in ids)


def check_workflow(action):
    workflow = yaml.safe_load((ROOT / "examples" / "adapters" / "workflow.yml").read_text())
    uses = [step for step in workflow["jobs"]["shares"]["steps"] if step["uses"].startswith("OWNER/fairshare@")]
    expect("the example uses the action once", len(uses) == 1)
    expect("and with inputs that it has", set(uses[0]["with"]) <= set(action["inputs"]))


def check_github(folder, command):
    runner = Runner(folder, command)
    check_references(runner.action)
    check_workflow(runner.action)
    make_project(runner.workspace)
    given = {"adapter": "python3 -SEB fuzz/adapter.py", "cases": 400, "seed": 1, "regressions": "fuzz/regressions"}

    expect("a defect fails the job", runner.run(**given) == 1, runner.log)
    expect("the command is built", (runner.tree / "built").read_text() == "built\n")
    expect("with its libraries", any((runner.temporary / "fairshare-command" / "lib").glob("libgmp*")))
    errors = [line for name, line in runner.commands() if name == "error"]
    expect("each failure annotates the pull request", errors and all("title=fairshare FS" in line for line in errors),
           runner.log)
    expect("with the record", '"claimants":[' in errors[0] and "%0A" in errors[0], errors[0])
    expect("the summary links the code's page",
           "https://github.com/someone/fairshare/blob/v1/docs/codes/FS101.md" in runner.summary, runner.summary)
    expect("and says how to ask again", "fairshare fuzz --replay FS101-" in runner.summary, runner.summary)
    found = int(runner.outputs["found"])
    expect("the outputs say what came of it", runner.outputs["status"] == "1" and found == len(errors))
    artifact = runner.artifacts["fairshare-fuzz"]
    records = [name for name in artifact if name.startswith("found/FS") and name.endswith(".ndjson")]
    expect("the artifact has each record, and its verdict",
           len(records) == found and all(name.replace(".ndjson", ".txt") in artifact for name in records), str(artifact))
    valid = subprocess.run(["xmllint", "--nonet", "--noout", "--schema", str(ROOT / "docs/junit.xsd"), "-"],
                           input=artifact["junit.xml"], capture_output=True, text=True)
    expect("JUnit's file is as its schema says", valid.returncode == 0, valid.stderr)
    suite = xml.etree.ElementTree.fromstring(artifact["junit.xml"]).find("testsuite")
    expect("JUnit counts them", suite.get("failures") == str(found) == str(len(suite.findall("testcase/failure"))))

    expect("a failure of before fails again", runner.run(**given) == 1, runner.log)
    expect("the command comes from the cache", (runner.tree / "built").read_text() == "built\n"
           and "Keep the command" not in runner.ran)
    expect("what failed before is asked first", f"failures of earlier runs, asked again: {found}" in runner.log, runner.log)
    expect("and is reported as such", "| failures of earlier runs, asked again |" in runner.summary, runner.summary)
    kept = {file.name for file in runner.caches["fairshare-corpus-fuzz-2-1"].iterdir()}
    expect("the same failure is kept once", len(kept) == found, str(kept))

    record = next(file for file in runner.caches["fairshare-corpus-fuzz-2-1"].iterdir())
    regressions = runner.workspace / "fuzz" / "regressions"
    shutil.copy(record, regressions / "second.ndjson")
    (regressions / "first.ndjson").write_text(record.read_text().rstrip("\n"))  # as some editors leave a file
    mend(runner.workspace)
    expect("mended, it passes", runner.run(**given) == 0, runner.log)
    expect("nothing annotates it", runner.commands() == [])
    expect("the repository's records are asked, and those of before",
           "records in the repository, asked again: 2, of which 0" in runner.log
           and f"failures of earlier runs, asked again: {found}, of which 0" in runner.log, runner.log)
    expect("nothing is uploaded, and nothing kept",
           runner.artifacts == {} and "fairshare-corpus-fuzz-3-1" not in runner.caches)
    expect("the outputs say so", runner.outputs["status"] == "0" and runner.outputs["found"] == "0")

    page = runner.tree / "docs" / "codes" / "FS101.md"
    page.parent.mkdir(parents=True)
    page.write_text("# FS101: another text\n")
    expect("a page that the command prints is a reason to build", runner.run(**given) == 0
           and (runner.tree / "built").read_text() == "built\nbuilt\n" and "Keep the command" in runner.ran, runner.log)

    check_trouble(runner, given)


def check_trouble(runner, given):
    expect("an adapter that cannot be run fails the job", runner.run(**{**given, "adapter": "./missing"}) == 3, runner.log)
    expect("and annotates it", ["title=fairshare::the adapter could not be run" in line for _, line in runner.commands()]
           == [True], runner.log)
    expect("without an adapter it is wrong usage", runner.run(**{**given, "adapter": ""}) == 2, runner.log)
    expect("which annotates it, too", "::error title=fairshare::" in runner.log, runner.log)
    expect("a name with a slash is refused", runner.run(**given, name="../x") == 2, runner.log)
    status = runner.run(**{**given, "adapter": "./missing"}, fail="false")
    expect("the job need not fail", status == 0 and runner.outputs["status"] == "3", runner.log)
    expect("a command that is there is not built", runner.run(**given, command=str(runner.command), name="other") == 0
           and "Build the command" not in runner.ran, runner.log)

    killed = runner.folder / "killed"
    killed.write_text("#!/bin/sh\nkill -9 $$\n")
    killed.chmod(0o755)
    expect("a command that is killed fails the job", runner.run(**given, command=str(killed), name="killed") == 137, runner.log)
    expect("and annotates it", ["the command ended with exit status 137" in line for _, line in runner.commands()] == [True],
           runner.log)
    report = (runner.temporary / "fairshare-found-killed" / "junit.xml").read_text()
    expect("JUnit's file has the error", 'errors="1"' in report, report)
    expect("and so has the summary", "**the command ended with exit status 137**" in runner.summary, runner.summary)

    # What an adapter says is shown as text everywhere.
    words = "100%\\n::error title=forged::it\\n| `</details>"
    adapter = runner.workspace / "hostile.py"
    adapter.write_text(
        "import json, sys\n"
        'for line in sys.stdin:\n'
        '    request = json.loads(line)\n'
        f'    print("::error title=forged::said", file=sys.stderr, flush=True)\n'
        '    hello = {"name": "hostile"}\n'
        f'    answer = {{"seq": request.get("seq"), "error": "{words}"}}\n'
        '    print(json.dumps(hello if request["cmd"] == "hello" else answer), flush=True)\n')
    status = runner.run(adapter="'python3' -SEB \"hostile.py\"", cases=20, seed=1, name="hostile", options="--families ties")
    expect("an adapter that refuses fails", status == 1, runner.log)
    expect("it forges no annotation", [re.match("::error title=fairshare FS505::", line) is not None
                                       for _, line in runner.commands()] == [True], runner.log)
    expect("nor a summary", "</details>" not in runner.summary.split("<details>")[0], runner.summary)


def check_gitlab(folder, command):
    job = yaml.safe_load((ROOT / "examples" / "adapters" / "gitlab-ci.yml").read_text())["fuzz shares"]
    project, tree, tools = folder / "project", folder / "source", folder / "tools"
    make_project(project)
    make_tree(tree, command)
    tools.mkdir()
    for name, does in {"apt-get": "exit 0", "git": f'for last; do :; done\nmkdir -p .fairshare\nln -sfn "{tree}" "$last"'}.items():
        (tools / name).write_text(f"#!/bin/sh\n{does}\n")
        (tools / name).chmod(0o755)
    environment = {"PATH": f"{tools}:{os.environ['PATH']}", "HOME": str(folder), "CI_PROJECT_DIR": str(project)}
    for name, value in {**job["variables"], "FAIRSHARE_CASES": "400", "FAIRSHARE_SEED": "1"}.items():
        environment[name] = value.replace("$CI_PROJECT_DIR", str(project))
    script = "set -eo pipefail\n" + "\n".join(job["before_script"] + job["script"])

    def run():
        return subprocess.run(["bash", "-c", script], cwd=project, env=environment, stdin=subprocess.DEVNULL, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT)

    done = run()
    expect("GitLab: a defect fails the job", done.returncode == 1, done.stdout)
    report = project / job["artifacts"]["reports"]["junit"]
    expect("GitLab: its report is JUnit", "<failure " in report.read_text(), done.stdout)
    expect("GitLab: what is found is an artifact",
           any((project / job["artifacts"]["paths"][0] / "found").glob("FS101-*.ndjson")), done.stdout)
    kept = [project / path for path in job["cache"]["paths"]]
    expect("GitLab: the caches are what is kept", all(path.is_dir() and any(path.iterdir()) for path in kept))
    mend(project)
    done = run()
    expect("GitLab: mended, it passes", done.returncode == 0, done.stdout)
    expect("GitLab: what failed before was asked", "failures of earlier runs, asked again: " in done.stdout, done.stdout)
    expect("GitLab: it was built once", (tree / "built").read_text() == "built\n")


def main():
    command = pathlib.Path(sys.argv[1]).resolve()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "github").mkdir()
        (folder / "gitlab").mkdir()
        check_github(folder / "github", command)
        check_gitlab(folder / "gitlab", command)
    print(f"{len(failures)} failed")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""Do the man page and the completions have each command and option that --help has? manual_test.py COMMAND...

For each of the commands, `fairshare` and `fairshare-prove`: bash completes; zsh, if it is installed, reads its file; groff
gives no warning.
"""

import re
import shutil
import subprocess
import sys


# The text that groff makes for one command: its description, its options with their values and defaults, its examples.
SCHEDULERS = """
COMMAND fairshare schedulers
       List the schedulers that fairshare models.

       -h, --help
              Print this help message and exit

       --format human|json
              human; json: one scheduler per line. Default: human

   Examples
         fairshare schedulers
         fairshare schedulers | less
         fairshare schedulers --format json
"""


def say(*command, **options):
    done = subprocess.run(command, capture_output=True, text=True, check=False, **options)
    if done.returncode != 0 or done.stderr:
        sys.exit(f"{' '.join(command)}: status {done.returncode}\n{done.stderr}")
    return done.stdout


def options_of(help_text):
    return set(re.findall(r"^  (?:-\w,)?(--[\w-]+)", help_text, re.MULTILINE))


def subcommands_of(help_text):
    listed = help_text.partition("\nSubcommands:\n")[2].partition("\n\n")[0]
    return re.findall(r"^  (\w+)", listed, re.MULTILINE)


def complete(completions, function, *words):
    """What bash offers for the last word."""
    script = f'{completions}\nCOMP_WORDS=("$@") COMP_CWORD=$(($# - 1)); {function}; printf "%s\\n" "${{COMPREPLY[@]}}"'
    return set(say("bash", "-c", script, "-", *words).split())


def check(command, name, wanted):
    """`wanted`: each subcommand, "" for none, with its options."""
    page = say("groff", "-man", "-ww", "-Tutf8", "-P-cbou", input=say(command, "--man"))
    bash = say(command, "--completions", "bash")
    zsh = say(command, "--completions", "zsh")
    if shutil.which("zsh"):
        say("zsh", "-n", input=zsh)
    for subcommand, options in wanted.items():
        words = [name, *([subcommand] if subcommand else [])]
        heading = f"COMMAND {' '.join(words)}\n" if subcommand else "OPTIONS\n"
        section = re.split(r"\n(?=\S)", page.partition(f"\n{heading}")[2])[0].replace("‐", "-")
        offered = complete(bash, "_" + name.replace("-", "_"), *words, "--")
        for option in options:
            if not re.search(rf"^ +(-\w, )?{option}\b", section, re.MULTILINE):
                sys.exit(f"the man page does not have {' '.join(words)} {option}")
            if option not in offered:
                sys.exit(f"bash does not complete {' '.join(words)} {option}")
            if f"'*{option}[" not in zsh:
                sys.exit(f"zsh does not complete {' '.join(words)} {option}")
        if offered - options:
            sys.exit(f"bash offers {offered - options} for {' '.join(words)}")
    return page.replace("‐", "-"), bash, zsh


def main():
    for command in sys.argv[1:]:
        name = command.rpartition("/")[2]
        top = say(command, "--help")
        wanted = {"": options_of(top)}
        for subcommand in subcommands_of(top):
            if subcommand != "prove":  # its options are those of fairshare-prove
                wanted[subcommand] = options_of(say(command, subcommand, "--help"))
        page, bash, zsh = check(command, name, wanted)
        if name == "fairshare":
            if SCHEDULERS not in page:
                sys.exit(f"the man page has another section on schedulers:\n{page}")
            for part in (
                "NAME fairshare - Fair division by weights, minimums and maximums, in exact arithmetic SYNOPSIS "
                "fairshare COMMAND [OPTION...] [ARGUMENT...] DESCRIPTION Fair division by weights, minimums and maximums,",
                'FILES Records, one JSON object per line, or documents of a scheduler; default or "-": standard',
                "--division NAME Draw the division NAME; needed if there are several --rounding exact|written|double|float|",
                """echo '{"total":100,"claimants":[{},{"weight":2,"max_share":30},{"weight":3}]}' | fairshare solve""",
                "`fairshare COMMAND --help` shows the examples of each command. EXIT STATUS 0 success: solved, nothing unfair,",
            ):
                if part not in " ".join(page.split()):
                    sys.exit(f"the man page does not have: {part}\n{page}")
            if "'*--format[human; json\\: one scheduler per line]:value:(human json)'" not in zsh:
                sys.exit("zsh does not have the text of schedulers --format, or what it takes")
            if (found := complete(bash, "_fairshare", name, "verify", "--format", "gi")) != {"github"}:
                sys.exit(f"bash completes --format gi by {found}")
            if (found := complete(bash, "_fairshare", name, "ver")) != {"verify"}:
                sys.exit(f"bash completes ver by {found}")
            if complete(bash, "_fairshare", name, "verify", "rec"):
                sys.exit("bash offers something in place of files")
            if not re.search(r"'\*--quiet\[[^\n]*\]' ", zsh) or not re.search(r"'\*--csv\[[^\n]*\]' ", zsh):
                sys.exit("zsh completes a value for an option that takes none")
            if not re.search(r"'\*--allocations\[[^\n]*\]:FILE:_files' ", zsh):
                sys.exit("zsh completes no file for --allocations FILE")
        elif "--seconds N Processor time limit for each query, in seconds. Default: 60 " not in " ".join(page.split()):
            sys.exit(f"the man page of {name} does not say how long a query may take\n{page}")
        print(f"{name}: {sum(map(len, wanted.values()))} options of {len(wanted)} commands, in the man page and completed")


if __name__ == "__main__":
    main()

#!/usr/bin/env bash
# Has every code a page, and is the page true?
#
#   codes_test.sh BINARY    checks docs/codes/ against the sources, and runs each page's example

# shellcheck source=tests/whole/expect.sh
source "$(dirname -- "${BASH_SOURCE[0]}")/expect.sh"

# Pages show what is printed without colours, and use the command's installed name.
run_example() {
  ln -sf -- "$binary" "$folder/fairshare"
  (cd -- "$folder" && PATH=$folder:$PATH sh -c "$1" 2>&1)
}

# The lines of the page's only block: the command after "$ ", which may continue in indented lines, and what it
# prints.
block_of() { awk '/^```/ { inside = !inside; next } inside' "$1"; }
command_of() { awk 'NR == 1 { print substr($0, 3); next } /^    / { print; next } { exit }'; }
output_of() { awk 'NR > 1 && !(/^    / && !printed) { printed = 1; print }'; }

sources=$(cd -- "$root" && grep -rhoE 'FS[0-9]{3}' --include='*.cpp' --include='*.h' \
  model reference exact properties schedulers preemption formats fuzz cli | sort -u)
pages=$(cd -- "$root/docs/codes" && printf '%s\n' FS*.md | sed 's/\.md$//')
is 'every code in the sources has a page, and every page a code in the sources' "$sources" "$pages"
is '`fairshare explain` lists every page' "$pages" "$("$binary" explain | cut -d' ' -f1)"
is 'docs/codes/README.md lists every page by its headline' "$(cd -- "$root/docs/codes" && head -qn 1 FS*.md)" \
  "$(sed -n 's/^- \[\(FS[0-9]*\)\](\1\.md): /# \1: /p' "$root/docs/codes/README.md" | sort)"

for page in "$root"/docs/codes/FS*.md; do
  code=$(basename -- "$page" .md)
  is "$code begins with its code" "# $code:" "$(head -n 1 -- "$page" | cut -d' ' -f1,2)"
  is "$code has the two sections of every page" $'## Example\n## What to do' "$(grep '^## ' "$page")"
  is "$code is printed by explain as it stands" "$(<"$page")" "$("$binary" explain "$code")"
  block=$(block_of "$page")
  is "$code has an example that prints what it says" "$(output_of <<<"$block")" \
    "$(run_example "$(command_of <<<"$block")")"
  is "$code is what its example prints" "$code" "$(output_of <<<"$block" | grep -o -m1 "$code" | head -n 1)"
done

finish

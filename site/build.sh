#!/usr/bin/env bash
# Builds the site from docs/ into build/site. A broken link, or a page that the menu lacks, is an error.
set -euo pipefail
cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.."
PATH=/usr/bin:$PATH exec mkdocs build --strict --quiet

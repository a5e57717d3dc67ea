#!/usr/bin/env bash
# Is every source laid out as .clang-format says? Version 14, which is Debian 12's.
set -euo pipefail
cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../.."
find . -path ./build -prune -o \( -name '*.cpp' -o -name '*.h' \) -print0 |
  xargs -0 clang-format --dry-run --Werror

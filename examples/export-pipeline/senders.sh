#!/usr/bin/env bash
# How many submissions came from each sender, the most first.
set -euo pipefail
intray submissions export --fields email "$@" |
  jq -r '.email // "(none)"' |
  sort | uniq -c | sort -k1,1nr -k2

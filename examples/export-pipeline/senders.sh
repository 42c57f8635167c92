#!/usr/bin/env bash
# Counts submissions by sender, in descending order.
set -euo pipefail
intray submissions export --columns email "$@" |
  jq -r '.email // "(none)"' |
  sort | uniq -c | sort -k1,1nr -k2

#!/bin/sh
# Backs up a server on SQLite with its files, keeps the newest backups, and copies the new one elsewhere.
#   BACKUP_DIR    the folder of the backups
#   BACKUP_KEEP   how many are kept, 14 by default
#   BACKUP_COPY   a command that copies the new backup, "$1", to another machine, such as
#                 rclone copy "$1" "elsewhere:intray/${1##*/}"
# Ends with an error if a step fails. Old backups are deleted only after a new one is complete.
set -eu
keep=${BACKUP_KEEP:-14}
case $keep in
[1-9] | [1-9][0-9] | [1-9][0-9][0-9]) ;;
*)
  echo "BACKUP_KEEP must be a whole number from 1 to 999." >&2
  exit 78
  ;;
esac
if [ -z "${BACKUP_DIR:-}" ]; then
  echo "BACKUP_DIR must be the folder of the backups." >&2
  exit 78
fi
new=$BACKUP_DIR/$(date -u +%Y-%m-%dT%H%M%SZ)
intray-server backup "$new" --with-files
# What interrupted backups have left.
rm -rf -- "$BACKUP_DIR"/????-??-??T??????Z.unfinished
# Sorted by name, and so by time.
set -- "$BACKUP_DIR"/????-??-??T??????Z
while [ $# -gt "$keep" ]; do
  rm -rf -- "$1"
  shift
done
if [ -n "${BACKUP_COPY:-}" ]; then sh -euc "$BACKUP_COPY" copy "$new"; fi

#!/bin/sh
# Copies the bucket (S3_* as the platform has them), the registry's folder ($REGISTRY_DIR) and the settings with their keys ($SETTINGS_FILE) into
# $BACKUP_DIR. What was removed or replaced since the copy before is kept KEEP_DAYS in files-removed/<time>: a restored database may ask for it.
# BACKUP_REMOTE, a place of rclone, gets all of $BACKUP_DIR. With --hourly it goes on, once an hour.
set -eu
umask 077
root=${BACKUP_DIR:-/backup}
keep_days=${KEEP_DAYS:-14}
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=deploy/backup/bucket.sh
. "$here/bucket.sh"

copy_all() {
  now=$(date -u +%Y-%m-%dT%H:%M:%SZ)
  mkdir -p "$root/files" "$root/settings"
  # A bucket that lists nothing at once is more likely a fault than a wish.
  if ! has_files "$bucket" && has_files "$root/files"; then
    echo "files.sh: 桶 $S3_BUCKET 是空的，而复制过的不是；没有改动，请先查明" >&2
    return 1
  fi
  rclone sync --metadata --backup-dir "$root/files-removed/$now" "$bucket" "$root/files"
  if [ -n "${REGISTRY_DIR:-}" ]; then rclone sync "$REGISTRY_DIR" "$root/registry"; fi
  if [ -n "${SETTINGS_FILE:-}" ]; then cp "$SETTINGS_FILE" "$root/settings/env"; fi
  if [ -d "$root/files-removed" ]; then find "$root/files-removed" -mindepth 1 -maxdepth 1 -mtime "+$keep_days" -exec rm -rf {} +; fi
  # Every file that a row of this moment names is in the copy: restore.sh goes back to it.
  echo "$now" >"$root/files.copied.new"
  mv "$root/files.copied.new" "$root/files.copied"
  if [ -n "${BACKUP_REMOTE:-}" ]; then rclone sync --exclude '*.partial/**' "$root" "$BACKUP_REMOTE"; fi
  echo "files.sh: $now"
}

while :; do
  copy_all
  [ "${1:-}" = --hourly ] || break
  sleep 3600
done

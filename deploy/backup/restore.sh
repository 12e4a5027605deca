#!/bin/sh
# sh restore.sh database <empty folder> [moment]   fills a data folder of PostgreSQL, which then goes on to that moment by itself
# sh restore.sh files [moment]                     fills the empty bucket as it was then (S3_* as the platform has them)
# A moment is UTC, such as 2026-11-28T03:00:00Z. Without one it is that of the last whole copy of the files, so that rows and files fit together;
# `latest` is the last one there is: files written since that copy are missing then.
set -eu
umask 077
root=${BACKUP_DIR:-/backup}
here=$(cd "$(dirname "$0")" && pwd)
fail() {
  echo "restore.sh: $*" >&2
  exit 1
}

choose_moment() {
  moment=${1:-}
  if [ -z "$moment" ]; then
    [ -f "$root/files.copied" ] || fail "$root/files.copied 不在，文件还没有完整复制过；请写明时刻，或写 latest"
    moment=$(cat "$root/files.copied")
  fi
  case $moment in
    latest | [0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]T[0-9][0-9]:[0-9][0-9]:[0-9][0-9]Z) ;;
    *) fail "$moment 不是时刻；写成 2026-11-28T03:00:00Z（UTC），或 latest" ;;
  esac
}

# A base is named by the time it began; it is whole some time later, which its manifest's file says.
choose_base() {
  base=
  for candidate in "$root"/base/*Z; do
    [ -f "$candidate/base.tar.gz" ] || continue
    whole=$(date -u -r "$candidate/backup_manifest" +%Y-%m-%dT%H:%M:%SZ)
    # Both are digits in the same places, so text and time sort alike.
    if [ "$moment" = latest ] || [ "$(printf '%s\n%s\n' "$whole" "$moment" | sort | head -n 1)" = "$whole" ]; then base=$candidate; fi
  done
  [ -n "$base" ] || fail "$root/base 里没有早于 $moment 的基础备份"
}

restore_database() {
  data=$1
  choose_moment "${2:-}"
  choose_base
  mkdir -p "$data"
  [ -z "$(ls -A "$data")" ] || fail "$data 不是空的，没有改动"
  tar -xzf "$base/base.tar.gz" -C "$data"
  tar -xzf "$base/pg_wal.tar.gz" -C "$data/pg_wal"
  cp "$base/backup_manifest" "$data/backup_manifest"
  pg_verifybackup --quiet "$data" || fail "$base 与写入时不同，请用更早的一份"
  # Beside the data, where the server's own user reads it wherever it runs; gone when it is done.
  if [ -d "$root/wal" ]; then cp -R "$root/wal" "$data/restore_wal"; else mkdir "$data/restore_wal"; fi
  {
    echo "restore_command = 'cp \"restore_wal/%f\" \"%p\" || cp \"restore_wal/%f.partial\" \"%p\"'"
    echo "recovery_end_command = 'rm -rf restore_wal'"
    if [ "$moment" != latest ]; then
      echo "recovery_target_time = '${moment%Z}+00'"
      echo "recovery_target_action = 'promote'"
    fi
  } >>"$data/postgresql.auto.conf"
  touch "$data/recovery.signal"
  chmod 700 "$data"
  if [ "$(id -u)" = 0 ]; then chown -R "${POSTGRES_OWNER:-postgres}" "$data"; fi
  echo "restore.sh: 用 $base 填好 $data；启动 PostgreSQL，它会自己前进到 $moment"
}

# Of a file that was removed or replaced after the moment, the first copy kept since is the one of that moment.
restore_files() {
  choose_moment "${1:-}"
  # shellcheck source=deploy/backup/bucket.sh
  . "$here/bucket.sh"
  ! has_files "$bucket" || fail "$S3_BUCKET 不是空的，没有改动"
  for kept in "$root"/files-removed/*Z; do
    if [ ! -d "$kept" ] || [ "$moment" = latest ]; then continue; fi
    removed=$(basename "$kept")
    if [ "$removed" != "$moment" ] && [ "$(printf '%s\n%s\n' "$removed" "$moment" | sort | tail -n 1)" = "$removed" ]; then
      rclone copy --metadata --ignore-existing "$kept" "$bucket"
    fi
  done
  rclone copy --metadata --ignore-existing "$root/files" "$bucket"
  echo "restore.sh: 文件已恢复到 $moment"
}

case ${1:-} in
  database) [ -n "${2:-}" ] || fail '用法：sh restore.sh database <空文件夹> [时刻]' && restore_database "$2" "${3:-}" ;;
  files) restore_files "${2:-}" ;;
  *) fail '用法：sh restore.sh database <空文件夹> [时刻]，或 sh restore.sh files [时刻]' ;;
esac

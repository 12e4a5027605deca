#!/bin/sh
# Takes one base backup into $BACKUP_DIR/base/<time>, and removes those older than KEEP_DAYS with the WAL that only they need. The newest is
# never removed. With --daily it goes on, one a day.
set -eu
umask 077
root=${BACKUP_DIR:-/backup}
keep_days=${KEEP_DAYS:-14}

take_base() {
  mkdir -p "$root/base"
  rm -rf "$root"/base/*.partial
  name=$(date -u +%Y%m%dT%H%M%SZ)
  pg_basebackup --pgdata "$root/base/$name.partial" --format tar --gzip --wal-method stream --checkpoint fast --no-password
  mv "$root/base/$name.partial" "$root/base/$name"
  echo "base.sh: $root/base/$name"
}

# The first WAL file that the oldest base needs, by its backup_label.
remove_old() {
  find "$root/base" -mindepth 1 -maxdepth 1 -name '*Z' ! -name "$name" -mtime "+$keep_days" -exec rm -rf {} +
  for oldest in "$root"/base/*Z; do break; done
  first=$(tar -xzOf "$oldest/base.tar.gz" backup_label | sed -n 's/^START WAL LOCATION: .*(file \([0-9A-F]*\))$/\1/p')
  [ -z "$first" ] || [ ! -d "$root/wal" ] || pg_archivecleanup "$root/wal" "$first"
}

while :; do
  take_base
  remove_old
  [ "${1:-}" = --daily ] || break
  sleep 86400
done

#!/bin/sh
# Receives what PostgreSQL writes (its WAL), within seconds, into $BACKUP_DIR/wal. PGHOST, PGUSER and PGPASSWORD say where; the user must be
# allowed to replicate. The slot makes the server keep what was not received yet: max_slot_wal_keep_size bounds that.
set -eu
umask 077
wal=${BACKUP_DIR:-/backup}/wal
slot=${BACKUP_SLOT:-zhisuan_backup}
mkdir -p "$wal"
pg_receivewal --create-slot --if-not-exists --slot "$slot"
exec pg_receivewal --directory "$wal" --slot "$slot" --synchronous --no-password

# What the official image does at start, with Debian's PostgreSQL: makes the database once, then serves it with passwords.
set -eu
data=/var/lib/postgresql/data
as_postgres() { setpriv --reuid=postgres --regid=postgres --clear-groups "$@"; }
chown postgres:postgres "$data"
if [ ! -e "$data/PG_VERSION" ]; then
  printf %s "$POSTGRES_PASSWORD" >/tmp/password
  chown postgres:postgres /tmp/password
  as_postgres "$BINARIES/initdb" -D "$data" -U "$POSTGRES_USER" --pwfile=/tmp/password -A scram-sha-256 -E UTF8 --locale=C
  rm /tmp/password
  echo 'host all all all scram-sha-256' >>"$data/pg_hba.conf"
  echo "create database $POSTGRES_DB;" | as_postgres "$BINARIES/postgres" --single -D "$data" postgres
fi
exec setpriv --reuid=postgres --regid=postgres --clear-groups \
  "$BINARIES/postgres" -D "$data" -c "listen_addresses=*" -c unix_socket_directories=/tmp

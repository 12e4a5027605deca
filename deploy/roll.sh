#!/bin/sh
# sh deploy/roll.sh: replaces all nodes by those of the image that was built or pulled. New ones start beside the old ones, which leave
# when all of them are healthy. COMPOSE=docker-compose for 1.29; WAIT_SECONDS is how long a new node may need.
set -eu
cd "$(dirname "$0")"
compose=${COMPOSE:-docker compose}
leave_seconds=120 # the stop_grace_period of compose.yaml

wait_healthy() {
  left=${WAIT_SECONDS:-300}
  until [ "$(docker inspect -f '{{.State.Health.Status}}' "$2")" = healthy ]; do
    left=$((left - 1))
    if [ "$left" -le 0 ]; then
      echo "roll.sh: $1 的新节点没有变为 healthy，旧节点仍在工作" >&2
      exit 1
    fi
    sleep 1
  done
}

for service in worker api; do
  old=$($compose ps -q $service)
  [ -n "$old" ] || continue
  count=$(echo "$old" | wc -l)
  $compose up -d --no-build --no-deps --no-recreate --scale "$service=$((count * 2))" $service
  for node in $($compose ps -q $service); do
    case $old in *$node*) ;; *) wait_healthy $service "$node" ;; esac
  done
  # shellcheck disable=SC2086 # one word an id
  docker stop -t $leave_seconds $old >/dev/null && docker rm $old >/dev/null
done
$compose up -d --no-build --no-deps gateway

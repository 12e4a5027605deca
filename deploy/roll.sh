#!/bin/sh
# sh deploy/roll.sh: replaces all nodes by those of the image that was built or pulled. New ones start beside the old ones, which leave
# when all of them are healthy. COMPOSE=docker-compose for 1.29; WAIT_SECONDS is how long a new node may need.
set -eu
cd "$(dirname "$0")"
compose=${COMPOSE:-docker compose}
leave_seconds=120 # the stop_grace_period of compose.yaml

# Nodes of a service that are not in $old.
list_new() {
  for node in $($compose ps -q "$service"); do
    case $old in *$node*) ;; *) echo "$node" ;; esac
  done
}

# A node that crashes may not be listed at all, so those that are healthy are counted.
wait_healthy() {
  left=${WAIT_SECONDS:-300}
  until [ "$(for node in $(list_new); do docker inspect -f '{{.State.Health.Status}}' "$node"; done | grep -c '^healthy$')" -ge "$count" ]; do
    left=$((left - 1))
    if [ "$left" -le 0 ]; then
      for node in $(list_new); do
        docker logs --tail 40 "$node" >&2 || true
        docker rm -f "$node" >/dev/null
      done
      echo "roll.sh: $service 的新节点没有变为 healthy，已删除，上面是它们的日志；旧节点仍在工作" >&2
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
  wait_healthy
  # shellcheck disable=SC2086 # one word an id
  docker stop -t $leave_seconds $old >/dev/null && docker rm $old >/dev/null
done
$compose up -d --no-build --no-deps gateway

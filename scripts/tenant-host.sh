#!/bin/sh
# Hardens a Docker host for untrusted containers; the platform checks this and places none on other hosts. Run as root:
#
#   sh scripts/tenant-host.sh [apply|remove]
#
# - From instances (bridges zs-*), traffic to non-public addresses is dropped: link-local and metadata, this host, private
#   ranges. DNS stays allowed, and so do replies on connections that the platform opened.
# - Volumes are mounted nosuid,nodev: files written by an instance cannot act as setuid programs or device nodes of this host.
#
# Environment variables:
#   EGRESS_ALLOW  exceptions that instances may reach: `10.0.3.7:3128,10.8.0.0/16,[fd00::1]:443`, each `CIDR[:TCP port]`
#   DOCKER_ROOT   Docker's data folder; default /var/lib/docker
#   FILES_DIR     the platform's <DATA_DIR>/volumes, if files are kept in folders
#
# Idempotent. A reboot clears all rules: tenant-host.service runs it again after Docker, with the same settings.
set -eu
verb=${1:-apply}
allow=${EGRESS_ALLOW:-}
docker_root=${DOCKER_ROOT:-/var/lib/docker}
files_dir=${FILES_DIR:-}
PATH=$PATH:/usr/sbin:/sbin
no_public4='0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.168.0.0/16 198.18.0.0/15 224.0.0.0/4 240.0.0.0/4'
no_public6='::/127 ::ffff:0:0/96 64:ff9b::/96 fc00::/7 fe80::/10 ff00::/8'

fail() {
  echo "tenant-host: $*" >&2
  exit 1
}
[ "$(id -u)" = 0 ] || fail '需要 root'
case $verb in apply | remove) ;; *) fail '用法：tenant-host.sh [apply|remove]' ;; esac

# Prints the EGRESS_ALLOW entries of one address family as iptables options.
allowed() {
  old=$IFS
  IFS=', '
  for entry in $allow; do
    case $entry in
      \[*\]:*) family=6 net=${entry#\[} port=${entry##*:} net=${net%%\]*} ;;
      *:*:*) family=6 net=$entry port= ;;
      *:*) family=4 net=${entry%:*} port=${entry##*:} ;;
      *) family=4 net=$entry port= ;;
    esac
    [ "$family" = "$1" ] || continue
    if [ "$port" ]; then echo "-d $net -p tcp --dport $port"; else echo "-d $net"; fi
  done
  IFS=$old
}

# Prints both chains of one family for iptables-restore, which applies them atomically, so that there is no open moment.
chains() {
  echo '*filter'
  for chain in ZHISUAN-EGRESS ZHISUAN-HOST; do
    echo ":$chain - [0:0]"
    echo "-A $chain -m conntrack --ctstate ESTABLISHED,RELATED -j RETURN"
    allowed "$1" | while read -r what; do echo "-A $chain $what -j RETURN"; done
    for protocol in udp tcp; do echo "-A $chain -p $protocol --dport 53 -j RETURN"; done
  done
  if [ "$1" = 6 ]; then echo '-A ZHISUAN-HOST -p ipv6-icmp -j RETURN'; fi
  for net in $2; do echo "-A ZHISUAN-EGRESS -d $net -j DROP"; done
  echo '-A ZHISUAN-HOST -j DROP'
  echo COMMIT
}

# Inserts the first rule of a chain; an existing rule counts as success.
first() {
  tables=$1 chain=$2
  shift 2
  $tables -w -C "$chain" "$@" 2>/dev/null || $tables -w -I "$chain" 1 "$@"
}

filter() {
  chains "$3" "$4" | "$1-restore" -w -n
  first "$1" "$2" -i zs-+ -j ZHISUAN-EGRESS
  first "$1" INPUT -i zs-+ -j ZHISUAN-HOST
}

unfilter() {
  $1 -w -D "$2" -i zs-+ -j ZHISUAN-EGRESS 2>/dev/null || true
  $1 -w -D INPUT -i zs-+ -j ZHISUAN-HOST 2>/dev/null || true
  for chain in ZHISUAN-EGRESS ZHISUAN-HOST; do
    $1 -w -F $chain 2>/dev/null || true
    $1 -w -X $chain 2>/dev/null || true
  done
}

has_ipv6() { command -v ip6tables-restore >/dev/null && ip6tables -w -n -L INPUT >/dev/null 2>&1; }
is_mounted() { awk -v at="$1" '$5 == at { found = 1 } END { exit !found }' /proc/self/mountinfo; }

guard() {
  [ -d "$1" ] || fail "没有文件夹 $1"
  at=$(cd "$1" && pwd -P)
  is_mounted "$at" || mount --bind "$at" "$at"
  mount -o remount,bind,nosuid,nodev "$at"
}

# Docker reserves this chain for user rules, ahead of its own; other engines do not have it.
forward=FORWARD
if iptables -w -n -L DOCKER-USER >/dev/null 2>&1; then forward=DOCKER-USER; fi
if [ "$verb" = remove ]; then
  unfilter iptables "$forward"
  if has_ipv6; then unfilter ip6tables FORWARD; fi
  exit 0
fi
filter iptables "$forward" 4 "$no_public4"
if has_ipv6; then filter ip6tables FORWARD 6 "$no_public6"; fi
guard "$docker_root/volumes"
if [ "$files_dir" ]; then guard "$files_dir"; fi
echo 'tenant-host: 完成'

#!/bin/sh
# Makes deploy/.env for `docker compose up`, with secrets of its own: sh deploy/new-env.sh <host of the site> <domain of port links>
# ENV_FILE writes elsewhere. An existing file is never touched: its SECRET_KEY may be the only one there is.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
target=${ENV_FILE:-$here/.env}
fail() {
  echo "new-env: $*" >&2
  exit 1
}
[ $# = 2 ] || fail '用法：sh deploy/new-env.sh <网站的域名> <端口链接的泛域名>，如 gpu.example.cn links.example.cn'
for name in "$@"; do
  case $name in
    *[!a-zA-Z0-9.-]* | .* | *. | *..*) fail "$name 不是域名；只写域名，不写 https:// 与端口" ;;
    *.*) ;;
    *) fail "$name 不是域名；要有点，如 gpu.example.cn" ;;
  esac
done
[ ! -e "$target" ] || fail "$target 已经存在，没有改动；要重新生成，先自己移走它（里面的 SECRET_KEY 丢了，数据就解不开）"

secret() { head -c "$1" /dev/urandom | base64 | tr -d '\n'; }
# Letters and digits only: these stand in addresses and in files of other programs.
word() { head -c 64 /dev/urandom | base64 | tr -dc 'a-zA-Z0-9' | head -c 32; }
socket=${DOCKER_SOCKET:-/var/run/docker.sock}
group=0
if [ -e "$socket" ]; then group=$(stat -c %g "$socket"); else
  echo "new-env: 没有找到 $socket，DOCKER_GID 先写 0；装好 Docker 后改成 stat -c %g $socket 的结果" >&2
fi
umask 077
sed \
  -e "s|^SITE_HOST=.*|SITE_HOST=$1|" \
  -e "s|^GATEWAY_DOMAIN=.*|GATEWAY_DOMAIN=$2|" \
  -e "s|^SECRET_KEY=.*|SECRET_KEY=$(secret 48)|" \
  -e "s|^POSTGRES_PASSWORD=.*|POSTGRES_PASSWORD=$(word)|" \
  -e "s|^S3_SECRET_ACCESS_KEY=.*|S3_SECRET_ACCESS_KEY=$(word)|" \
  -e "s|^METRICS_TOKEN=.*|METRICS_TOKEN=$(word)|" \
  -e "s|^GRAFANA_PASSWORD=.*|GRAFANA_PASSWORD=$(word)|" \
  -e "s|^DOCKER_SOCKET=.*|DOCKER_SOCKET=$socket|" \
  -e "s|^DOCKER_GID=.*|DOCKER_GID=$group|" \
  "$here/env.example" >"$target.new"
# Only a whole file takes the name: half of one would stand in the way of the next try.
mv "$target.new" "$target"
echo "已写入 $target。接着："
echo "  1. 在里面填好 BANK_*，或接上支付；"
echo "  2. 把证书放进 TLS_DIR（fullchain.pem 与 privkey.pem）；"
echo "  3. 在 deploy 目录运行 docker compose up -d。"

#!/bin/sh
# Makes a folder for `kubectl apply -k`, with secrets of its own:
#   sh deploy/kubernetes/new-overlay.sh <folder> <host of the site> <domain of port links> <cluster's name of the machine with Docker> [group of its socket]
# An existing folder is never touched: its SECRET_KEY may be the only one there is.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
fail() {
  echo "new-overlay: $*" >&2
  exit 1
}
[ $# = 4 ] || [ $# = 5 ] ||
  fail '用法：sh deploy/kubernetes/new-overlay.sh <文件夹> <网站的域名> <端口链接的泛域名> <有 Docker 的节点名> [docker.sock 的组号]'
target=$1
for name in "$2" "$3"; do
  case $name in
    *[!a-zA-Z0-9.-]* | .* | *. | *..*) fail "$name 不是域名；只写域名，不写 https:// 与端口" ;;
    *.*) ;;
    *) fail "$name 不是域名；要有点，如 gpu.example.cn" ;;
  esac
done
case $4 in
  '' | *[!a-z0-9.-]*) fail "$4 不是节点名；kubectl get nodes 第一列列出了它们" ;;
esac
group=${5:-0}
case $group in
  *[!0-9]*) fail "$group 不是组号；在那台机器上运行 stat -c %g /var/run/docker.sock" ;;
esac
[ ! -e "$target" ] || fail "$target 已经存在，没有改动；要重新生成，先自己移走它（里面的 SECRET_KEY 丢了，数据就解不开）"

umask 077
mkdir -p "$target.new"
# kustomize takes relative paths only; without a common folder but / the way up is a long one.
platform=$(realpath -m --relative-to="$target" "$here/platform")
secret_key=$(head -c 48 /dev/urandom | base64 | tr -d '\n')
metrics_token=$(head -c 64 /dev/urandom | base64 | tr -dc 'a-zA-Z0-9' | head -c 32)
for file in "$here"/overlay/*; do
  sed \
    -e "s|@PLATFORM@|$platform|" \
    -e "s|@SITE_HOST@|$2|" \
    -e "s|@GATEWAY_DOMAIN@|$3|" \
    -e "s|@ENGINE_HOST@|$4|" \
    -e "s|@DOCKER_GID@|$group|" \
    -e "s|@SECRET_KEY@|$secret_key|" \
    -e "s|@METRICS_TOKEN@|$metrics_token|" \
    "$file" >"$target.new/${file##*/}"
done
# Only a whole folder takes the name: half of one would stand in the way of the next try.
mv "$target.new" "$target"
echo "已写入 $target。接着："
echo "  1. 在 settings.env 与 secrets.env 里填好空着的项（TRUST_PROXY、S3_*、DATABASE_URL），以及 BANK_* 或支付；"
echo "  2. 在 kustomization.yaml 的 images 里写上自己的镜像；"
echo "  3. kubectl apply -k $target"
[ "$group" != 0 ] || echo "  没有写 docker.sock 的组号，engine.yaml 里先是 0；在那台机器上运行 stat -c %g /var/run/docker.sock 得到它"

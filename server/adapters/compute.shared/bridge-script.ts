/** Copies in both directions and passes on the end of each one, which a shell cannot do. */
const pythonScript = `import os,socket,sys,threading
s=socket.create_connection((sys.argv[1],int(sys.argv[2])))
def up():
  while True:
    d=os.read(0,65536)
    if not d: break
    s.sendall(d)
  s.shutdown(socket.SHUT_WR)
threading.Thread(target=up,daemon=True).start()
while True:
  d=s.recv(65536)
  if not d: break
  while d: d=d[os.write(1,d):]
os._exit(0)`
const perlScript = `use IO::Socket;
my $s=IO::Socket::INET->new(PeerAddr=>$ARGV[0],PeerPort=>$ARGV[1]) or exit 1;
my ($f,$b)=(fork);
sub copy { my($i,$o)=@_; while(sysread($i,$b,65536)){my $d=$b; while(length $d){my $n=syswrite($o,$d)//exit 1; $d=substr($d,$n)}} }
if(!$f){copy(\\*STDIN,$s); shutdown($s,1); exit 0}
copy($s,\\*STDOUT); kill 9,$f`
/** Cannot close one direction alone. */
const bashScript = 'exec 3<>"/dev/tcp/$0/$1" || exit 1; cat <&0 >&3 & cat <&3; kill $!'

/** First byte of the output, sent when the connection is about to open; nothing precedes it. */
export const bridgeOpenedByte = 0x06
export const bridgeExitCodes = { closed: 111, no_tool: 112 } as const

// biome-ignore-start lint/suspicious/noTemplateCurlyInString: a shell's own syntax
/**
 * `sh -c script sh <port in hex> <port> <own address>`: finds the listener in the kernel's table, then connects stdin and
 * stdout with a tool of the image. Prefers loopback; uses the own address for a program bound only to that.
 */
const bridgeScript = `exec 2>/dev/null
a=
for f in /proc/net/tcp /proc/net/tcp6; do
  while read -r _ l _ s _; do
    case "$s $l" in
      "0A 00000000:$1" | "0A 0100007F:$1" | "0A 00000000000000000000000000000000:$1") a=127.0.0.1 ;;
      "0A 00000000000000000000000001000000:$1") a=\${a:-::1} ;;
      "0A "*":$1") a=\${a:-$3} ;;
    esac
  done <$f
done
[ "$a" ] || exit ${bridgeExitCodes.closed}
has() { command -v "$1" >/dev/null; }
begin() { printf '\\006'; exec "$@" "$a" "$p"; }
p=$2
case "$(nc --help 2>&1)" in *BusyBox*) begin nc ;; esac
has python3 && begin python3 -c "$4"
has perl && begin perl -e "$5"
has bash && begin bash -c "$6"
exit ${bridgeExitCodes.no_tool}`
// biome-ignore-end lint/suspicious/noTemplateCurlyInString: same

/** Builds the command that connects its stdin and stdout to a port in its container. `address` is the container's own. */
export function buildBridgeCommand(port: number, address: string): string[] {
  const hex = port.toString(16).toUpperCase().padStart(4, '0')
  return ['sh', '-c', bridgeScript, 'sh', hex, String(port), address || '127.0.0.1', pythonScript, perlScript, bashScript]
}

import { randomBytes } from 'node:crypto'
import type { Duplex } from 'node:stream'
import { readFirstByte } from '#server/adapters/compute.shared/exec-answer.ts'
import type { ExecOptions, ExecSession } from '#server/ports/compute.ts'
import type { OurContainer } from './containers.ts'
import type { DockerDriverContext } from './driver-context.ts'
import { openExec } from './exec-session.ts'
import { closeWithEngine, connectDirectly, findVisibleAddress } from './port-connection.ts'

const handshakeTimeoutMs = 5_000
const newLine = 0x0a

/**
 * Both listen on the container's own address, print the port, and wait ten seconds for a connection that knows the token, whose
 * socket then becomes stdin and stdout of the command. Modules are avoided: perl's may be missing.
 */
const perlScript = `my ($t,$a)=splice @ARGV,0,2; $|=1;
socket($l,2,1,0) && bind($l,pack('S n C4 x8',2,0,split /\\./,$a)) && listen($l,8) or exit 111;
my (undef,$p)=unpack('S n',getsockname $l); alarm 10; print "$p\\n";
while(accept(my $c,$l)){ my $g='';
  while(length $g<length $t){ sysread($c,$g,length($t)-length $g,length $g) or last }
  next if $g ne $t; alarm 0; setsockopt($c,6,1,pack 'i',1);
  open STDIN,'<&',$c; open STDOUT,'>&',$c; exec {$ARGV[0]} @ARGV; exit 127 }`
const pythonScript = `import os,signal,socket,sys
t,a=sys.argv[1:3]; l=socket.socket(); l.bind((a,0)); l.listen(8); l.settimeout(10); print(l.getsockname()[1],flush=True)
while True:
  c,_=l.accept(); c.settimeout(10); g=b''
  while len(g)<len(t):
    d=c.recv(len(t)-len(g))
    if not d: break
    g+=d
  if g==t.encode(): break
c.setblocking(True); c.setsockopt(6,1,1); signal.signal(signal.SIGPIPE,signal.SIG_DFL)
os.dup2(c.fileno(),0); os.dup2(c.fileno(),1); os.execvp(sys.argv[3],sys.argv[3:])`
/** Without either tool it says port 0, and the command has the engine's pipes. */
const script = `t=$1 a=$2 l=$3 y=$4; shift 4
[ "$(command -v perl)" ] && exec perl -e "$l" "$t" "$a" "$@"
[ "$(command -v python3)" ] && exec python3 -c "$y" "$t" "$a" "$@"
echo 0; exec "$@"`

/**
 * Starts a program whose stdin and stdout are a connection over the container's bridge: the engine's pipes copy each byte four
 * times, and cost more than all else in a transfer. Stderr and exit code come by the engine as ever, and so does all of it where
 * the bridge is not to be seen or nothing inside can listen.
 */
export async function openDirectExec(
  parts: DockerDriverContext,
  container: OurContainer,
  options: ExecOptions,
): Promise<ExecSession> {
  const { engine, clock } = parts
  const openOverEngine = () => openExec(engine, clock, container, options)
  const address = findVisibleAddress(parts, container)
  if (!address) return openOverEngine()
  const token = randomBytes(24).toString('hex')
  const cmd = ['sh', '-c', script, 'sh', token, address, perlScript, pythonScript, ...options.cmd]
  const session = await openExec(engine, clock, container, { ...options, cmd })
  const late = AbortSignal.any([engine.closed, AbortSignal.timeout(handshakeTimeoutMs)])
  const port = await readPort(session.stream, late)
  if (port === 0) return session
  const socket = port && (await connectDirectly(address, port, late))
  if (!socket) {
    session.stream.destroy()
    return openOverEngine()
  }
  session.stream.resume()
  socket.setNoDelay().write(token)
  socket.once('close', () => {
    if (!socket.readableEnded) session.stream.destroy()
  })
  return { ...session, stream: closeWithEngine(engine, socket) }
}

/** Reads the line with the port; undefined if there is none. */
async function readPort(stream: Duplex, signal: AbortSignal): Promise<number | undefined> {
  let line = ''
  for (;;) {
    const byte = await readFirstByte(stream, signal)
    if (byte === newLine) return /^\d{1,5}$/.test(line) ? Number(line) : undefined
    if (byte === undefined || line.length > 5) return undefined
    line += String.fromCharCode(byte)
  }
}

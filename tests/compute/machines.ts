import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import Docker from 'dockerode'
import type { EngineAccess } from '#server/ports/engines.ts'
import { makeSshKey } from '#tests/support/ssh-key.ts'
import { findProgram, runProgram } from '../../scripts/docker-engine/programs.ts'
import { importTestImage } from '../../scripts/docker-engine/test-image.ts'
import { closeLan, lanNetwork, MachineBox, openLan, removeControlGroups } from './machine-box.ts'

const startPatienceMs = 60_000
const sshPort = 22
const tlsPort = 2376
/** How machines are reached: by SSH with a key of ours, by SSH with one that only an agent has, or by TLS. */
const ways = ['key', 'agent', 'tls'] as const
type Way = (typeof ways)[number]

/** Someone else's computer with an engine: a way in, and what can happen to it. */
export interface Machine {
  name: string
  access: EngineAccess
  /** As on the machine itself, whatever is with its network. */
  docker: Docker
  /** `power`: everything in it ends at once. `cable`: it goes on, alone. Either way packets vanish. */
  kill(what: 'power' | 'cable'): Promise<void>
  /** False once its power was cut, until it is revived. */
  isOn(): boolean
  /** What has an engine again once this resolves. */
  revive(): Promise<void>
}

export interface Machines extends Record<Way, Machine> {
  all: readonly Machine[]
  /** Socket of the agent that holds the key of one of them. */
  agent_socket: string
  stop(): Promise<void>
}

/** Says which program is missing here; undefined if machines can be made. */
export async function findMachineObstacle(): Promise<string | undefined> {
  const packages = { sshd: 'openssh-server', 'ssh-agent': 'openssh-client', openssl: 'openssl', unshare: 'util-linux' }
  for (const [program, name] of Object.entries(packages))
    if (!(await findProgram(program))) return `${program} is not installed (apt-get install ${name})`
  return undefined
}

/** Three machines on a network of their own, reached in three ways, each with the test image. `stop` leaves nothing behind. */
export async function startMachines(): Promise<Machines> {
  const folder = await mkdtemp(join(tmpdir(), 'zhisuan-lan-'))
  const agentSocket = join(folder, 'agent.sock')
  const boxes: MachineBox[] = []
  const agents: ChildProcess[] = []
  const stop = async () => {
    for (const box of boxes) await box.cutPower()
    for (const agent of agents) await endProcess(agent)
    for (const box of boxes) await removeControlGroups(formatGroupName(box.folder))
    await closeLan().catch(() => undefined) // it may not have been opened
    await rm(folder, { recursive: true, force: true })
  }
  try {
    await openLan()
    agents.push(await startAgent(agentSocket))
    const all: Machine[] = []
    for (const [nth, way] of ways.entries()) {
      const own = join(folder, way)
      await mkdir(own)
      const { box, access } = await prepareMachine(way, nth, own, agentSocket)
      boxes.push(box)
      all.push(createMachine(`machine-by-${way}`, box, access))
    }
    await Promise.all(all.map((machine) => machine.revive()))
    for (const { docker } of all) await importTestImage(docker)
    return { all, key: all[0]!, agent: all[1]!, tls: all[2]!, agent_socket: agentSocket, stop }
  } catch (error) {
    const said = await Promise.all(boxes.map((box) => box.readLog()))
    await stop()
    throw new Error(`the machines did not start: ${(error as Error).message}\n${said.join('\n')}`)
  }
}

/** Unique among all on this host, as the folder is. */
const formatGroupName = (folder: string) => basename(join(folder, '..')) + basename(folder)

function createMachine(name: string, box: MachineBox, access: Exclude<EngineAccess, { by: 'unix' }>): Machine {
  const docker = new Docker({ socketPath: join(box.folder, 'docker.sock') })
  return {
    name,
    access,
    docker,
    kill: (what) => (what === 'power' ? box.cutPower() : box.plug('down')),
    isOn: () => box.hasPower,
    revive: async () => {
      if (box.hasPower) await box.plug('up')
      else await box.switchOn()
      for (let waited = 0; !(await answers(docker, access)); waited += 100) {
        if (waited > startPatienceMs) throw new Error(`${name} does not answer`)
        await after(100)
      }
    },
  }
}

async function answers(docker: Docker, { host, port }: { host: string; port: number }): Promise<boolean> {
  const socket = connect({ host, port, timeout: 1_000 })
  socket.on('error', () => undefined) // a connection that stands can still run into the timeout
  socket.once('timeout', () => socket.destroy(new Error('no answer')))
  socket.on('error', () => undefined) // it may come after the engine's own refusal has been told
  return Promise.all([once(socket, 'connect'), docker.ping()])
    .then(
      () => true,
      () => false,
    )
    .finally(() => socket.destroy())
}

async function prepareMachine(way: Way, nth: number, folder: string, agentSocket: string) {
  const engine = [
    ...['dockerd', '--data-root', join(folder, 'data'), '--exec-root', '/run/docker', '-p', '/run/docker.pid'],
    ...['-H', `unix://${join(folder, 'docker.sock')}`, '--default-ulimit', 'nofile=1024:4096'],
    ...['--cgroup-parent', `/${formatGroupName(folder)}`, '--insecure-registry', lanNetwork],
  ]
  if (way === 'tls') {
    const certificates = ['--tlsverify', '--tlscacert', 'ca.crt', '--tlscert', 'server.crt', '--tlskey', 'server.key']
    const command = [...engine, '-H', `tcp://"$ADDRESS":${tlsPort}`, ...certificates].join(' ')
    const box = new MachineBox(nth, folder, `cd ${folder}\n${command} &`)
    return { box, access: await writeCertificates(folder, box.address) }
  }
  const sshd = `${await findProgram('sshd')} -D -e -f ${join(folder, 'sshd_config')} -o ListenAddress="$ADDRESS"`
  const box = new MachineBox(nth, folder, `${sshd} &\n${engine.join(' ')} &`)
  return { box, access: await writeSshFiles(folder, box.address, way === 'agent' ? agentSocket : undefined) }
}

/** An SSH server that lets one key in, and it to no shell. Sockets need TCP forwarding too: without it sshd refuses both. */
async function writeSshFiles(folder: string, address: string, agentSocket?: string): Promise<EngineAccess & { by: 'ssh' }> {
  const path = (name: string) => join(folder, name)
  const [host, user] = [makeSshKey(), makeSshKey()]
  await writeFile(path('host_key'), host.private_key, { mode: 0o600 })
  await writeFile(path('authorized_keys'), `${user.public_key}\n`)
  const settings = {
    ...{ Port: sshPort, HostKey: path('host_key'), AuthorizedKeysFile: path('authorized_keys'), PidFile: 'none' },
    ...{ StrictModes: 'no', UsePAM: 'no', PasswordAuthentication: 'no', KbdInteractiveAuthentication: 'no' },
    ...{ AllowStreamLocalForwarding: 'local', PermitTTY: 'no', ForceCommand: '/bin/false' },
  }
  const lines = Object.entries(settings).map(([name, value]) => `${name} ${value}\n`)
  await writeFile(path('sshd_config'), lines.join(''))
  if (agentSocket) {
    await writeFile(path('user_key'), user.private_key, { mode: 0o600 })
    await runProgram('env', [`SSH_AUTH_SOCK=${agentSocket}`, 'ssh-add', '-q', path('user_key')])
    await rm(path('user_key'))
  }
  return {
    ...{ by: 'ssh', host: address, port: sshPort, username: 'root', socket_path: path('docker.sock') },
    host_key: host.fingerprint,
    ...(!agentSocket && { private_key: user.private_key }),
  }
}

/** An authority of its own, which signs for the engine and for us. */
async function writeCertificates(folder: string, address: string): Promise<EngineAccess & { by: 'https' }> {
  const path = (name: string) => join(folder, name)
  const write = async (name: string, more: readonly string[]) => {
    const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
    const out = ['-keyout', path(`${name}.key`), '-out', path(`${name}.crt`), '-days', '2', '-subj', `/CN=${name}`]
    await runProgram('openssl', ['req', '-x509', ...curve, ...out, ...more])
  }
  const signed = ['-CA', path('ca.crt'), '-CAkey', path('ca.key'), '-addext', 'basicConstraints=CA:FALSE']
  await write('ca', [])
  await write('server', [...signed, '-addext', `subjectAltName=IP:${address}`, '-addext', 'extendedKeyUsage=serverAuth'])
  await write('client', [...signed, '-addext', 'extendedKeyUsage=clientAuth'])
  const read = (name: string) => readFile(path(name), 'utf8')
  const [ca, cert, key] = [await read('ca.crt'), await read('client.crt'), await read('client.key')]
  return { by: 'https', host: address, port: tlsPort, ca, cert, key }
}

async function startAgent(socket: string): Promise<ChildProcess> {
  const agent = spawn('setpriv', ['--pdeathsig', 'KILL', 'ssh-agent', '-D', '-a', socket], { stdio: 'ignore' })
  for (let waited = 0; waited < startPatienceMs; waited += 50) {
    const held = await runProgram('sh', ['-c', `test -S ${socket}`]).then(
      () => true,
      () => false,
    )
    if (held) return agent
    await after(50)
  }
  await endProcess(agent)
  throw new Error('ssh-agent did not start')
}

async function endProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill()
  await ended
}

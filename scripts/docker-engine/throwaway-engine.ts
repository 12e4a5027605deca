import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import Docker from 'dockerode'
import { findProgram, runProgram } from './programs.ts'

const hostScript = fileURLToPath(new URL('../tenant-host.sh', import.meta.url))
const needed = ['dockerd', 'ip', 'nsenter', 'iptables', 'umount', 'tar', 'busybox', 'chroot', 'runc'] as const
const startPatienceMs = 30_000
const stopPatienceMs = 20_000

/** Our own dockerd: its own network and data, unix socket only; `stop` removes everything. */
export interface ThrowawayEngine {
  docker: Docker
  socket_path: string
  /** Runs a program in the network namespace where the engine's bridge and published ports are reachable. */
  spawnInside(command: string, args: readonly string[], env: NodeJS.ProcessEnv): ChildProcess
  /** SIGSTOP: the engine stops responding while its containers keep running. */
  freeze(): void
  thaw(): void
  /** SIGTERM: the engine's containers end with it. */
  shutDown(): Promise<void>
  startAgain(): Promise<void>
  stop(): Promise<void>
}

/** Returns in one line why no engine can be started here; undefined if one can. */
export async function findEngineObstacle(): Promise<string | undefined> {
  if (process.platform !== 'linux') return '只能在 Linux 上启动临时 Docker 引擎'
  if (process.getuid?.() !== 0) return '启动临时 Docker 引擎需要 root'
  for (const name of needed) if (!(await findProgram(name))) return `没有安装 ${name}，无法启动临时 Docker 引擎`
  return undefined
}

export async function startThrowawayEngine(): Promise<ThrowawayEngine> {
  const folder = await mkdtemp(join(tmpdir(), 'zhisuan-docker-'))
  const namespace = basename(folder)
  const socketPath = join(folder, 'docker.sock')
  const log = join(folder, 'dockerd.log')
  const inside = `--net=/run/netns/${namespace}`
  await runProgram('ip', ['netns', 'add', namespace]).catch(async (error: Error) => {
    await rm(folder, { recursive: true })
    throw error
  })
  await runProgram('ip', ['netns', 'exec', namespace, 'ip', 'link', 'set', 'lo', 'up'])
  // the runtime named nvidia has no cards: it lets tests observe how an engine behaves with it
  // nsenter rather than `ip netns exec`, which hides /sys/fs/cgroup from the daemon
  const args = [
    inside,
    (await findProgram('dockerd'))!,
    ...['--data-root', join(folder, 'data'), '--exec-root', join(folder, 'exec'), '-p', join(folder, 'dockerd.pid')],
    ...['-H', `unix://${socketPath}`, '--default-ulimit', 'nofile=1024:4096'],
    ...['--add-runtime', `nvidia=${(await findProgram('runc'))!}`],
  ]
  const written = createWriteStream(log)
  const spawnDaemon = () => {
    const daemon = spawn('nsenter', args, { stdio: ['ignore', 'pipe', 'pipe'], detached: true })
    daemon.stdout.pipe(written, { end: false })
    daemon.stderr.pipe(written, { end: false })
    return daemon
  }
  let daemon = spawnDaemon()
  const docker = new Docker({ socketPath })
  const stop = async () => {
    await removeContainers(docker).catch(() => undefined)
    await end(daemon)
    await unmountBelow(folder)
    await runProgram('ip', ['netns', 'del', namespace])
    written.destroy()
    await rm(folder, { recursive: true, force: true })
  }
  try {
    await answers(docker, daemon)
    await runProgram('env', [`DOCKER_ROOT=${join(folder, 'data')}`, 'nsenter', inside, 'sh', hostScript])
  } catch (error) {
    const said = (await readFile(log, 'utf8').catch(() => '')).split('\n').slice(-5).join('\n')
    await stop()
    throw new Error(`dockerd 没有启动：${(error as Error).message}\n${said}`)
  }
  return {
    docker,
    socket_path: socketPath,
    spawnInside: (command, args, env) => spawn('nsenter', [inside, command, ...args], { stdio: 'inherit', env }),
    freeze: () => void daemon.kill('SIGSTOP'),
    thaw: () => void daemon.kill('SIGCONT'),
    shutDown: () => end(daemon),
    startAgain: async () => {
      daemon = spawnDaemon()
      await answers(docker, daemon)
    },
    stop,
  }
}

async function answers(docker: Docker, daemon: ChildProcess): Promise<void> {
  for (let waited = 0; waited < startPatienceMs; waited += 100) {
    if (daemon.exitCode !== null) throw new Error(`退出码 ${daemon.exitCode}`)
    const answered = await docker.ping().then(
      () => true,
      () => false,
    )
    if (answered) return
    await after(100)
  }
  throw new Error(`${startPatienceMs / 1000} 秒内没有应答`)
}

async function removeContainers(docker: Docker): Promise<void> {
  const containers = await docker.listContainers({ all: true })
  await Promise.all(containers.map(({ Id }) => docker.getContainer(Id).remove({ force: true, v: true })))
}

async function end(daemon: ChildProcess): Promise<void> {
  if (daemon.exitCode !== null || daemon.signalCode !== null) return
  const ended = once(daemon, 'exit')
  daemon.kill('SIGTERM')
  const patience = AbortSignal.timeout(stopPatienceMs)
  await Promise.race([ended, once(patience, 'abort')])
  if (daemon.exitCode === null && daemon.signalCode === null) daemon.kill('SIGKILL')
}

async function unmountBelow(folder: string): Promise<void> {
  const mounts = (await readFile('/proc/self/mounts', 'utf8')).split('\n').map((line) => line.split(' ')[1] ?? '')
  for (const mount of mounts.filter((path) => path.startsWith(`${folder}/`)).reverse()) {
    await runProgram('umount', ['-l', mount])
  }
}

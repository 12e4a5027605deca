import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import Docker from 'dockerode'
import { secretKeys } from '#contract/secret-keys.ts'
import { wallet } from '#contract/wallet.ts'
import { readProcessTime } from '#tests/bench/cpu-time.ts'
import { findFreePort, PlatformProcess, waitUntilTruthy } from '#tests/compute/server.ts'
import { importTestImage } from '../../scripts/docker-engine/test-image.ts'

/**
 * `npm run bench:transfer [-- <another tree>]`: a real Docker engine and OpenSSH's scp. How fast a file goes through the SSH
 * gateway relative to an sshd of the container's own, and what four copies at once do to the API. Prints ratios with their
 * limits; ends with 1 if one is exceeded.
 */
const image = 'zhisuan/bench:sshd'
const user = '13800000001'
const fileMb = 200
const rounds = 3
const speedAim = 0.6
const latencyAim = 2
const idleMs = 4_000
const busyMs = 8_000
const warmUpMs = 1_000
const sshdPort = 2200
/** Perl is in every Debian and Ubuntu, as are most images. */
const programs = ['/usr/sbin/sshd', '/usr/bin/ssh-keygen', '/usr/lib/openssh/sftp-server', '/usr/bin/perl']

const print = (line: string) => process.stdout.write(`${line}\n`)
const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!
const computeP95 = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[Math.floor(values.length * 0.95)]!
const mark = (isKept: boolean) => (isKept ? '✓' : '✗')

interface Door {
  host: string
  port: number
  name: string
}

interface World {
  platform: PlatformProcess
  key: string
  file: string
  gateway: Door
  direct: Door
}

/** One copy by scp; answers MB a second. */
async function copy({ key }: World, { host, port, name }: Door, from: string, to: string): Promise<number> {
  const options = ['StrictHostKeyChecking=no', 'UserKnownHostsFile=/dev/null', 'LogLevel=ERROR'].flatMap((one) => ['-o', one])
  const place = (path: string) => path.replace('there:', `${name}@${host}:`)
  const begun = performance.now()
  const child = spawn('scp', ['-q', ...options, '-i', key, '-P', String(port), place(from), place(to)], { stdio: 'inherit' })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`scp ended with ${code}`)
  return fileMb / ((performance.now() - begun) / 1000)
}

const directions = { 上传: ['file', 'there:/workspace/up'], 下载: ['there:/workspace/up', 'copy'] } as const

async function measureSpeed(world: World): Promise<boolean> {
  let kept = true
  for (const [what, [from, to]] of Object.entries(directions)) {
    const toLocal = (path: string) => (path.startsWith('there:') ? path : join(world.file, '..', path))
    const speeds: { ours: number; direct: number }[] = []
    let spentMs = 0
    for (let round = 0; round <= rounds; round += 1) {
      const one = async (door: Door) => copy(world, door, toLocal(from), toLocal(to))
      const direct = await one(world.direct)
      const before = readProcessTime(world.platform.pid)
      const ours = await one(world.gateway)
      if (round === 0) continue
      spentMs += readProcessTime(world.platform.pid) - before
      speeds.push({ ours, direct })
    }
    const ratio = median(speeds.map(({ ours, direct }) => ours / direct))
    kept &&= ratio >= speedAim
    print(`${what}：速度为直连 sshd 的 ${ratio.toFixed(2)}（限 ≥ ${speedAim}）${mark(ratio >= speedAim)}`)
    print(`${what}：平台的进程每 GB 用 ${((spentMs / (rounds * fileMb)) * 1.024).toFixed(1)} s 的核`)
  }
  return kept
}

async function callsFor({ platform }: World, forMs: number): Promise<number[]> {
  const times: number[] = []
  const end = performance.now() + forMs
  while (performance.now() < end) {
    const begun = performance.now()
    await platform.call(user, wallet.get)
    times.push(performance.now() - begun)
    await sleep(20)
  }
  return times
}

/** p95 of a call while four copies go through `door`, over and over. */
async function measureBesides(world: World, door: Door): Promise<number> {
  let isOver = false
  const copies = [0, 1, 2, 3].map(async (nth) => {
    while (!isOver) await copy(world, door, world.file, `there:/workspace/up${nth}`)
  })
  await sleep(warmUpMs)
  const p95 = computeP95(await callsFor(world, busyMs))
  isOver = true
  await Promise.all(copies)
  return p95
}

/** Copies that go past the platform show what the machine itself costs: scp and its cipher run here as well. */
async function measureLatency(world: World): Promise<boolean> {
  const figures: { ours: number; direct: number }[] = []
  for (let round = 0; round < rounds; round += 1) {
    const idle = computeP95(await callsFor(world, idleMs))
    const direct = (await measureBesides(world, world.direct)) / idle
    figures.push({ direct, ours: (await measureBesides(world, world.gateway)) / idle })
  }
  const ratio = median(figures.map(({ ours }) => ours))
  const past = median(figures.map(({ direct }) => direct))
  const limit = Math.max(latencyAim, past)
  const limits = `限 ≤ ${latencyAim}，或不经平台的四个 scp 时的 ${past.toFixed(2)}`
  print(`接口 p95：四个 scp 时为闲时的 ${ratio.toFixed(2)} 倍（${limits}）${mark(ratio <= limit)}`)
  return ratio <= limit
}

/** Rents an instance, and starts in it an sshd of its own with the same key. */
async function prepare(dir: string, tree: string): Promise<World> {
  const docker = new Docker({ socketPath: process.env.DOCKER_SOCKET })
  await importTestImage(docker, image, programs)
  const sshPort = await findFreePort()
  const settings = { SSH_PORT: String(sshPort), LOG_LEVEL: 'warn', USER_RPS: '0', NETWORK_RPS: '0' }
  const platform = new PlatformProcess(
    join(dir, 'data'),
    process.env.DOCKER_SOCKET!,
    image,
    settings,
    join(tree, 'server/main.ts'),
  )
  await platform.start()
  const { data } = await platform.call(user, secretKeys.create, { body: { mode: 'generate', name: '笔记本' } })
  const key = join(dir, 'key')
  await writeFile(key, data.private_key!, { mode: 0o600 })
  const file = join(dir, 'file')
  await writeFile(file, Buffer.concat(Array.from({ length: fileMb }, () => randomBytes(1 << 20))))
  const id = await platform.rent(user)
  const [container] = (await docker.listContainers()).filter(({ Image }) => Image === image)
  const { NetworkSettings } = await docker.getContainer(container!.Id).inspect()
  const script = `mkdir -p /root/.ssh /run/sshd; chmod 700 /root /root/.ssh; echo '${data.public_key}' > /root/.ssh/authorized_keys
    ssh-keygen -q -t ed25519 -N '' -f /etc/hostkey
    exec /usr/sbin/sshd -f /dev/null -p ${sshdPort} -o HostKey=/etc/hostkey -o UsePAM=no -o Subsystem='sftp /usr/lib/openssh/sftp-server'`
  const exec = await docker.getContainer(container!.Id).exec({ Cmd: ['/bin/sh', '-c', script] })
  await exec.start({ Detach: true })
  const { IPAddress } = Object.values(NetworkSettings.Networks)[0]!
  await waitUntilTruthy(() => once(connect(sshdPort, IPAddress), 'data'))
  return {
    platform,
    key,
    file,
    gateway: { host: '127.0.0.1', port: sshPort, name: id },
    direct: { host: IPAddress, port: sshdPort, name: 'root' },
  }
}

async function main(): Promise<boolean> {
  const dir = await mkdtemp(join(tmpdir(), 'zhisuan-transfer-'))
  let world: World | undefined
  try {
    world = await prepare(dir, resolve(process.argv[2] ?? '.'))
    const kept = await measureSpeed(world)
    return (await measureLatency(world)) && kept
  } finally {
    await world?.platform.stop()
    await rm(dir, { recursive: true, force: true })
  }
}

process.exit((await main()) ? 0 : 1)

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { readdir, readFile, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { runProgram } from '../../scripts/docker-engine/programs.ts'

const bridge = 'zhisuan-lan'
const net = '10.203.0'
/** Where machines reach this process. */
export const lanAddress = `${net}.1`
export const lanNetwork = `${net}.0/24`
/** Time in which a machine has its own namespaces, so that a cable can be put in. */
const bootPatienceMs = 10_000

/** Puts a switch into the network namespace of this process; machines are plugged into it. */
export async function openLan(): Promise<void> {
  await runProgram('ip', ['link', 'add', bridge, 'type', 'bridge'])
  await runProgram('ip', ['address', 'add', `${lanAddress}/24`, 'dev', bridge])
  await runProgram('ip', ['link', 'set', bridge, 'up'])
}

export async function closeLan(): Promise<void> {
  await runProgram('ip', ['link', 'del', bridge])
}

/**
 * What a machine does when it gets power and its cable; then it runs `services`. Its /run is in memory, as everywhere: what a
 * power failure leaves there would keep services from starting.
 */
const boot = `set -e
read -r _
mount -t tmpfs tmpfs /run
mkdir /run/sshd
ip link set lo up
ip address add "$ADDRESS/24" dev uplink
ip link set uplink up
`

/**
 * A machine: processes with network, mounts and process numbers of their own, all of which end when the first of them does, also
 * when this process is killed.
 */
export class MachineBox {
  readonly address: string
  readonly folder: string
  readonly #cable: string
  readonly #mac: string
  readonly #services: string
  #process: ChildProcess | undefined

  constructor(nth: number, folder: string, services: string) {
    this.address = `${net}.${nth + 10}`
    this.folder = folder
    this.#cable = `zhisuan-lan-${nth}`
    // the same card after a power failure: neighbours still know it
    this.#mac = `02:00:00:cb:00:${(nth + 10).toString(16).padStart(2, '0')}`
    this.#services = services
  }

  get hasPower(): boolean {
    return this.#process !== undefined
  }

  async switchOn(): Promise<void> {
    const log = openSync(join(this.folder, 'machine.log'), 'a')
    const own = ['unshare', '--net', '--pid', '--mount', '--mount-proc', '--fork', '--kill-child']
    const box = spawn('setpriv', ['--pdeathsig', 'KILL', ...own, 'sh', '-c', `${boot}${this.#services}\nwait`], {
      stdio: ['pipe', log, log],
      env: { ...process.env, ADDRESS: this.address },
    })
    closeSync(log)
    this.#process = box
    const first = await findFirstProcess(box)
    const peer = ['peer', 'name', 'uplink', 'address', this.#mac, 'netns', `${first}`]
    await runProgram('ip', ['link', 'add', this.#cable, 'type', 'veth', ...peer])
    await runProgram('ip', ['link', 'set', this.#cable, 'master', bridge, 'up'])
    box.stdin!.end('\n')
  }

  /** Nothing in it gets to say good-bye, and nothing of what was sent before its end arrives after it. */
  async cutPower(): Promise<void> {
    const box = this.#process
    if (!box) return
    this.#process = undefined
    await runProgram('ip', ['link', 'del', this.#cable]).catch(() => undefined) // it may have ended before it had one
    const first = await findFirstProcess(box).catch(() => undefined)
    const ended = box.exitCode === null && box.signalCode === null ? once(box, 'exit') : undefined
    // the outer one waits until all in it have gone
    if (first) process.kill(first, 'SIGKILL')
    else box.kill('SIGKILL')
    await ended
  }

  async plug(state: 'up' | 'down'): Promise<void> {
    await runProgram('ip', ['link', 'set', this.#cable, state])
  }

  /** The last lines that it printed. */
  async readLog(): Promise<string> {
    const log = await readFile(join(this.folder, 'machine.log'), 'utf8').catch(() => '')
    return log.trimEnd().split('\n').slice(-8).join('\n')
  }
}

async function findFirstProcess({ pid, exitCode, signalCode }: ChildProcess): Promise<number> {
  for (let waited = 0; waited < bootPatienceMs && exitCode === null && signalCode === null; waited += 20) {
    const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '')
    if (children.trim()) return Number(children.trim().split(' ')[0])
    await after(20)
  }
  throw new Error('the machine has no first process')
}

const groups = '/sys/fs/cgroup'

/** Removes the control groups of containers that a power failure ended. */
export async function removeControlGroups(name: string): Promise<void> {
  const trees = [groups, ...(await readdir(groups)).map((tree) => join(groups, tree))]
  for (const tree of trees) {
    const own = await readdir(join(tree, name), { withFileTypes: true }).catch(() => undefined)
    if (!own) continue
    for (const entry of own) if (entry.isDirectory()) await rmdir(join(tree, name, entry.name))
    await rmdir(join(tree, name))
  }
}

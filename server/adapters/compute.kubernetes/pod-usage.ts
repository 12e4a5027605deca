import pMap from 'p-map'
import { acceleratorProfiles } from '#server/adapters/compute.shared/accelerators/profiles.ts'
import type { ResourceClaim } from '#server/adapters/compute.shared/admission.ts'
import { readExecAnswer } from '#server/adapters/compute.shared/exec-answer.ts'
import { runWithSignals } from '#server/adapters/compute.shared/linked-signal.ts'
import type { CardUse, InstanceRef, UsageSample } from '#server/ports/compute.ts'
import type { KubernetesContext } from './kubernetes-context.ts'
import { parseClaim } from './names.ts'
import type { ClusterPod } from './objects.ts'
import { buildAskScript, buildToolScript, endScript, pairCards, readAnswerParts, sayScript } from './pod-cards.ts'
import { startInPod } from './pod-exec.ts'

interface RunningPod {
  pod: ClusterPod
  ref: InstanceRef
}

interface Reading {
  /** CPU time used so far, in µs. */
  cpu_us: number
  memory_bytes: number
  traffic: Pick<UsageSample, 'net_rx_bytes' | 'net_tx_bytes' | 'disk_read_bytes' | 'disk_write_bytes'>
  cards: CardUse[]
  at: Date
}

const concurrency = 8
const readingLimitMs = 10_000
const toolLimitSeconds = 4
const maxAnswerLength = 2 ** 20
const mib = 2 ** 20

/** Both versions of control groups: a file that is not there says nothing. */
const cpuFiles = '/sys/fs/cgroup/cpuacct/cpuacct.usage /sys/fs/cgroup/cpu,cpuacct/cpuacct.usage'
const memoryFolders = '/sys/fs/cgroup /sys/fs/cgroup/memory'
const basicScript = [
  'exec 2>/dev/null </dev/null',
  sayScript,
  'say cpu2; cat /sys/fs/cgroup/cpu.stat',
  `say cpu1; for at in ${cpuFiles}; do cat "$at" && break; done`,
  `say memory; for at in ${memoryFolders}; do cat "$at/memory.current" || cat "$at/memory.usage_in_bytes" && break; done`,
  `say details; for at in ${memoryFolders}; do cat "$at/memory.stat" && break; done`,
  'say io; cat /sys/fs/cgroup/io.stat',
  'say net; cat /proc/net/dev',
].join('\n')

const scripts = {
  without_cards: [basicScript, endScript].join('\n'),
  with_cards: [basicScript, buildAskScript(toolLimitSeconds), ...acceleratorProfiles.map(buildToolScript), endScript].join('\n'),
}

/** Measures use from inside each pod, for many clusters have no metrics API. CPU use is between two of our own readings. */
export class PodUsage {
  readonly #parts: Pick<KubernetesContext, 'client' | 'settings'>
  #before = new Map<string, Reading>()

  constructor(parts: Pick<KubernetesContext, 'client' | 'settings'>) {
    this.#parts = parts
  }

  /** Samples the pods that can be read. The first sample of a pod says 0 % of its cores. */
  async samples(running: readonly RunningPod[]): Promise<UsageSample[]> {
    const samples = await pMap(running, (one) => this.#sample(one).catch(() => undefined), { concurrency })
    return samples.filter((sample) => sample !== undefined)
  }

  /** Drops the readings of pods that no longer exist. */
  keepOnly(uids: ReadonlySet<string>): void {
    for (const uid of this.#before.keys()) if (!uids.has(uid)) this.#before.delete(uid)
  }

  async #sample({ pod, ref }: RunningPod): Promise<UsageSample | undefined> {
    const claim = parseClaim(pod)
    const now = claim && (await this.#read(pod, claim))
    if (!now) return undefined
    const before = this.#before.get(pod.metadata.uid)
    this.#before.set(pod.metadata.uid, now)
    return {
      id: ref.id,
      at: now.at,
      cpu_percent: before ? computePercent(before, now, claim.cpu) : 0,
      memory_mb: Math.min(claim.memory_mb, Math.round(now.memory_bytes / mib)),
      ...now.traffic,
      sys_disk_mb: null, // the file system is the node's, not the instance's
      data_disk_mb: null,
      gpus: now.cards,
    }
  }

  async #read(pod: ClusterPod, claim: ResourceClaim): Promise<Reading | undefined> {
    const { client, settings } = this.#parts
    const script = scripts[claim.gpu_uuids.length > 0 ? 'with_cards' : 'without_cards']
    const said = await runWithSignals([client.closed, AbortSignal.timeout(readingLimitMs)], async (cut) => {
      const program = { cmd: ['sh', '-c', script], stdin: false, hang_up: 'all' } as const
      const { stream } = await startInPod(client, pod, program, cut)
      return readExecAnswer(stream, maxAnswerLength, cut)
    })
    return said === undefined ? undefined : parsePodReading(said, claim, settings.clock.now())
  }
}

/** Reads the answer of the script; undefined if it broke off, or if the container does not see what it uses. */
function parsePodReading(said: string, { host, gpu_uuids: slots }: ResourceClaim, at: Date): Reading | undefined {
  const part = readAnswerParts(said)
  if (!part) return undefined
  const cpuUs = findField(part('cpu2'), 'usage_usec') ?? parseCount(part('cpu1'), 1000)
  const memory = parseCount(part('memory'))
  if (cpuUs === undefined || memory === undefined) return undefined
  const reclaimable = findField(part('details'), 'total_inactive_file') ?? findField(part('details'), 'inactive_file') ?? 0
  return {
    cpu_us: cpuUs,
    memory_bytes: Math.max(0, memory - reclaimable),
    traffic: { ...sumNetworks(part('net')), ...sumDisks(part('io')) },
    cards: pairCards(part, host, slots),
    at,
  }
}

const parseCount = (text: string, divisor = 1) => (/^\d+$/.test(text.trim()) ? Number(text.trim()) / divisor : undefined)

/** Finds the number after a name at the begin of a line. */
function findField(text: string, name: string): number | undefined {
  const cells = text.split('\n').map((line) => line.split(' '))
  return parseCount(cells.find(([first]) => first === name)?.[1] ?? '')
}

const sum = (counts: readonly number[]): number | null => (counts.length > 0 ? counts.reduce((all, one) => all + one, 0) : null)

function sumNetworks(table: string): Pick<UsageSample, 'net_rx_bytes' | 'net_tx_bytes'> {
  const rows = [...table.matchAll(/^ *([^\s:]+): *(\d.*)$/gm)].filter(([, name]) => name !== 'lo')
  const counts = rows.map(([, , cells = '']) => cells.trim().split(/\s+/).map(Number))
  return { net_rx_bytes: sum(counts.map((cells) => cells[0] ?? 0)), net_tx_bytes: sum(counts.map((cells) => cells[8] ?? 0)) }
}

function sumDisks(table: string): Pick<UsageSample, 'disk_read_bytes' | 'disk_write_bytes'> {
  const count = (name: string) => sum([...table.matchAll(new RegExp(`\\b${name}=(\\d+)`, 'g'))].map(([, bytes]) => Number(bytes)))
  return { disk_read_bytes: count('rbytes'), disk_write_bytes: count('wbytes') }
}

function computePercent(before: Reading, now: Reading, cores: number): number {
  const passedUs = Math.max(1, now.at.getTime() - before.at.getTime()) * 1000
  const share = Math.max(0, now.cpu_us - before.cpu_us) / passedUs / cores
  return Math.min(100, Math.round(share * 1000) / 10)
}

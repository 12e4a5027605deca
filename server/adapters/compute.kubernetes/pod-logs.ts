import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { runWithSignals } from '#server/adapters/compute.shared/linked-signal.ts'
import { LineCutter, shortenTime } from '#server/adapters/compute.shared/text-lines.ts'
import type { InstanceRef } from '#server/ports/compute.ts'
import { type ClusterClient, ignoreStatus } from './cluster-client.ts'
import { toClusterError } from './cluster-errors.ts'
import type { KubernetesContext } from './kubernetes-context.ts'
import { buildMetadata, buildObjectPath, formatConsoleName, mainContainer } from './names.ts'
import type { ClusterPod, ClusterSecret } from './objects.ts'

const maxLines = 10_000
const savedLines = 1_000
const savedBytes = 256 * 1024
const readLimitMs = 10_000
const [notStarted, taken] = [400, 409]

const buildLogPath = ({ namespace }: ClusterClient, { metadata }: ClusterPod, tail: number, follow: boolean): string => {
  const asked = { container: mainContainer, timestamps: 'true', tailLines: String(tail), ...(follow && { follow: 'true' }) }
  return `${buildObjectPath(namespace, 'pods', metadata.name)}/log?${new URLSearchParams(asked)}`
}

/** Returns the newest console lines of a pod, each with its UTC time in ms; none of one that has not started yet. */
export async function readPodLogs(client: ClusterClient, pod: ClusterPod, tail: number): Promise<string[]> {
  if (tail <= 0) return []
  const path = buildLogPath(client, pod, Math.min(tail, maxLines), false)
  return runWithSignals([client.closed, AbortSignal.timeout(readLimitMs)], async (cut) => {
    const answer = await ignoreStatus(notStarted, client.open(path, cut))
    const lines: string[] = []
    try {
      for await (const line of answer ? cutLines(answer) : []) lines.push(...line)
    } catch (error) {
      throw toClusterError(error)
    }
    return lines.slice(-tail)
  })
}

/** Streams new console lines until the pod's run ends, `signal` aborts, or the driver closes. */
export async function followPodLogs(client: ClusterClient, pod: ClusterPod, signal: AbortSignal): Promise<Readable> {
  const answer = await ignoreStatus(notStarted, client.open(buildLogPath(client, pod, 0, true), signal))
  return Readable.from(answer ? printLines(answer) : [], { objectMode: false })
}

/**
 * Keeps the newest lines of a pod's console in a secret, which outlives the pod. Throws nothing: a silent node, or a cluster that
 * takes no more secrets, must not keep an instance from being stopped. Then the console is lost with the pod.
 */
export async function saveConsole(
  { client }: Pick<KubernetesContext, 'client'>,
  ref: InstanceRef,
  pod: ClusterPod,
): Promise<void> {
  try {
    const lines = keepNewest(await readPodLogs(client, pod, savedLines))
    if (lines.length > 0) await writeConsole(client, ref, lines)
  } catch {
    return
  }
}

async function writeConsole(client: ClusterClient, ref: InstanceRef, lines: readonly string[]): Promise<void> {
  const metadata = buildMetadata(formatConsoleName(ref), ref, 'console')
  const data = { lines: Buffer.from(lines.join('\n')).toString('base64') }
  const created = await ignoreStatus(taken, client.create(buildObjectPath(client.namespace, 'secrets'), { metadata, data }))
  if (created === undefined) await client.merge(buildObjectPath(client.namespace, 'secrets', metadata.name), { data })
}

/** Returns the newest lines of the saved console; none if there is none. */
export async function readSavedConsole(
  { client }: Pick<KubernetesContext, 'client'>,
  ref: InstanceRef,
  tail: number,
): Promise<string[]> {
  if (tail <= 0) return []
  const path = buildObjectPath(client.namespace, 'secrets', formatConsoleName(ref))
  const saved = await client.find<ClusterSecret>(path)
  const text = Buffer.from(saved?.data?.lines ?? '', 'base64').toString()
  return text === '' ? [] : text.split('\n').slice(-tail)
}

function keepNewest(lines: readonly string[]): string[] {
  let left = savedBytes
  const first = lines.findLastIndex((line) => {
    left -= Buffer.byteLength(line) + 1
    return left < 0
  })
  return lines.slice(first + 1)
}

async function* cutLines(answer: IncomingMessage): AsyncGenerator<string[]> {
  const cutter = new LineCutter()
  for await (const chunk of answer as AsyncIterable<Buffer>) yield cutter.push(chunk).map(shortenTime)
  yield cutter.end().map(shortenTime)
}

async function* printLines(answer: IncomingMessage): AsyncGenerator<Buffer> {
  try {
    for await (const lines of cutLines(answer)) if (lines.length > 0) yield Buffer.from(`${lines.join('\n')}\n`)
  } catch {
    return // aborted by the signal or by a failing cluster: nothing more to follow
  }
}

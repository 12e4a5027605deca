import { parentPort, workerData } from 'node:worker_threads'
import { BadArchive, planOf, type Unpacked } from '#server/domains/storage/file-storage/archive.policy.ts'
import { type Archive, openArchive, type Source } from '#server/domains/storage/file-storage/archive.ts'
import type { Order, Report, Step, ThreadData } from '#server/domains/storage/file-storage/archive-messages.ts'

/** Reads what somebody uploaded away from the server's event loop: the thread archive-thread.ts starts. It has no files of its own. */

/** What one message has of steps, and of bytes. */
const steps_together = 64
const bytes_together = 262_144

const { size_bytes } = workerData as ThreadData
const send = (report: Report, moved: ArrayBuffer[] = []) => parentPort?.postMessage(report, moved)

const reads = new Map<number, (bytes: Uint8Array) => void>()
let goOn = () => {}
let last_id = 0

parentPort?.on('message', (order: Order) => {
  if (order.kind === 'next') return goOn()
  reads.get(order.id)?.(order.bytes)
  reads.delete(order.id)
})

const source: Source = {
  size_bytes,
  read: (start, end) =>
    new Promise((resolve) => {
      const id = ++last_id
      reads.set(id, resolve)
      send({ kind: 'read', id, start, end })
    }),
}

/** In memory of their own, which can be moved to another thread. */
function joined(parts: readonly Uint8Array[], length: number): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(length)
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

/** Waits until what `sendIt` says has been answered by the wish for more. */
function until(sendIt: () => void): Promise<void> {
  return new Promise((resolve) => {
    goOn = resolve
    sendIt()
  })
}

/** What is to be made, as it is read: the bytes of a file in parts that are worth a message. */
async function* stepsOf(archive: Archive, all: readonly Unpacked[]): AsyncGenerator<Step> {
  for (const [position, { path, kind }] of all.entries()) {
    if (path === '') continue
    if (kind === 'folder') {
      yield { folder: path }
      continue
    }
    yield { file: path }
    let parts: Uint8Array[] = []
    let length = 0
    for await (const part of await archive.read(position)) {
      parts.push(part)
      length += part.length
      if (length < bytes_together) continue
      yield { part: joined(parts, length) }
      parts = []
      length = 0
    }
    if (length > 0) yield { part: joined(parts, length) }
    yield 'end'
  }
}

const bytesOf = (step: Step): ArrayBuffer[] => (step !== 'end' && 'part' in step ? [step.part.buffer] : [])

async function work(): Promise<void> {
  const archive = await openArchive(source)
  const { all, total_bytes } = planOf(archive.entries, size_bytes)
  await until(() => send({ kind: 'planned', total_bytes }))
  let steps: Step[] = []
  let bytes = 0
  const flush = async () => {
    await until(() => send({ kind: 'steps', steps }, steps.flatMap(bytesOf)))
    steps = []
    bytes = 0
  }
  for await (const step of stepsOf(archive, all)) {
    steps.push(step)
    for (const { byteLength } of bytesOf(step)) bytes += byteLength
    if (steps.length >= steps_together || bytes >= bytes_together) await flush()
  }
  await flush()
  send({ kind: 'done' })
}

work().catch((error: unknown) => {
  const { message } = error as Error
  send(error instanceof BadArchive ? { kind: 'refused', message } : { kind: 'broken', message })
})

/**
 * Reads an uploaded archive off the server's event loop, in a thread started by archive-thread.ts. It has no file access of its
 * own.
 */
import { parentPort, workerData } from 'node:worker_threads'
import { BadArchive, computeExtractPlan, type ExtractEntry } from '#server/domains/storage/file-storage/archive.policy.ts'
import { type Archive, type ArchiveSource, openArchive } from '#server/domains/storage/file-storage/archive.ts'
import type {
  ArchiveThreadCommand,
  ArchiveThreadData,
  ArchiveThreadReport,
  ExtractStep,
} from '#server/domains/storage/file-storage/archive-messages.ts'

/** Maximum number of steps and of bytes per message. */
const stepsTogether = 64
const bytesTogether = 262_144

const { size_bytes: sizeBytes } = workerData as ArchiveThreadData
const send = (report: ArchiveThreadReport, moved: ArrayBuffer[] = []) => parentPort?.postMessage(report, moved)

const pendingReads = new Map<number, (bytes: Uint8Array) => void>()
let resumeSteps = () => {}
let lastId = 0

parentPort?.on('message', (order: ArchiveThreadCommand) => {
  if (order.kind === 'next') return resumeSteps()
  pendingReads.get(order.id)?.(order.bytes)
  pendingReads.delete(order.id)
})

const source: ArchiveSource = {
  size_bytes: sizeBytes,
  read: (start, end) =>
    new Promise((resolve) => {
      const id = ++lastId
      pendingReads.set(id, resolve)
      send({ kind: 'read', id, start, end })
    }),
}

/** Copies parts into a new buffer that can be transferred to another thread. */
function concatParts(parts: readonly Uint8Array[], length: number): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(length)
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

/** Calls `sendIt` and waits until the parent requests more. */
function waitForNext(sendIt: () => void): Promise<void> {
  return new Promise((resolve) => {
    resumeSteps = resolve
    sendIt()
  })
}

/** Yields the extraction steps as the archive is read; groups file bytes into parts large enough for a message. */
async function* generateSteps(archive: Archive, all: readonly ExtractEntry[]): AsyncGenerator<ExtractStep> {
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
      if (length < bytesTogether) continue
      yield { part: concatParts(parts, length) }
      parts = []
      length = 0
    }
    if (length > 0) yield { part: concatParts(parts, length) }
    yield 'end'
  }
}

const listTransfers = (step: ExtractStep): ArrayBuffer[] => (step !== 'end' && 'part' in step ? [step.part.buffer] : [])

async function runWorker(): Promise<void> {
  const archive = await openArchive(source)
  const { all, total_bytes: totalBytes } = computeExtractPlan(archive.entries, sizeBytes)
  await waitForNext(() => send({ kind: 'planned', total_bytes: totalBytes }))
  let steps: ExtractStep[] = []
  let bytes = 0
  const flush = async () => {
    await waitForNext(() => send({ kind: 'steps', steps }, steps.flatMap(listTransfers)))
    steps = []
    bytes = 0
  }
  for await (const step of generateSteps(archive, all)) {
    steps.push(step)
    for (const { byteLength } of listTransfers(step)) bytes += byteLength
    if (steps.length >= stepsTogether || bytes >= bytesTogether) await flush()
  }
  await flush()
  send({ kind: 'done' })
}

runWorker().catch((error: unknown) => {
  const { message } = error as Error
  send(error instanceof BadArchive ? { kind: 'refused', message } : { kind: 'broken', message })
})

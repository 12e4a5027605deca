import { Worker } from 'node:worker_threads'
import { BadArchive } from '#server/domains/storage/file-storage/archive.policy.ts'
import type {
  ArchiveThreadCommand,
  ArchiveThreadData,
  ArchiveThreadReport,
  ExtractStep,
} from '#server/domains/storage/file-storage/archive-messages.ts'
import type { VolumePath, VolumeStore } from '#server/ports/volumes.ts'

/** Memory limits of a thread; the maximum number of names at maximum length takes a quarter of it. */
export const archiveThreadMemory = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 32 }

type ThreadReport = Exclude<ArchiveThreadReport, { kind: 'read' }>

function toThreadError(error: Error): Error {
  if ((error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY')
    return new BadArchive('压缩包的结构太复杂，解压时内存不足，请分成几个后重新压缩')
  return new ArchiveThreadLost(error.message, { cause: error })
}

/** The thread ended before it finished; nothing else is affected. */
export class ArchiveThreadLost extends Error {}

/**
 * Runs archive-worker.ts in its own thread, which lists, checks and inflates an uploaded archive in bounded memory. The thread
 * has no access of its own: it requests bytes and reports what to create. Rejects with BadArchive, ArchiveThreadLost, or the
 * volume's error.
 */
export class ArchiveThread {
  readonly #volumes: VolumeStore
  readonly #place: VolumePath
  readonly #worker: Worker
  readonly #told: ThreadReport[] = []
  #waiting: { resolve(told: ThreadReport): void; reject(error: unknown): void } | undefined
  #failed: { error: unknown } | undefined

  constructor(volumes: VolumeStore, place: VolumePath, sizeBytes: number) {
    this.#volumes = volumes
    this.#place = place
    this.#worker = new Worker(new URL('./archive-worker.mjs', import.meta.url), {
      workerData: { size_bytes: sizeBytes } satisfies ArchiveThreadData,
      execArgv: [],
      resourceLimits: archiveThreadMemory,
    })
    this.#worker.on('message', (report: ArchiveThreadReport) => this.#receive(report))
    this.#worker.on('error', (error: Error) => this.#fail(toThreadError(error)))
    this.#worker.on('exit', () => this.#fail(new ArchiveThreadLost('the thread ended')))
  }

  /** Returns the total number of extracted bytes. */
  async plan(): Promise<number> {
    const told = await this.#next()
    if (told.kind !== 'planned') throw new ArchiveThreadLost(`${told.kind} instead of a plan`)
    return told.total_bytes
  }

  /** Yields the steps; the thread reads the next batch while the current one is written. */
  async *steps(): AsyncGenerator<ExtractStep> {
    this.#order({ kind: 'next' })
    for (let told = await this.#next(); told.kind === 'steps'; told = await this.#next()) {
      this.#order({ kind: 'next' })
      yield* told.steps
    }
  }

  /** Stops the thread, whatever it is doing. */
  async close(): Promise<void> {
    this.#fail(new ArchiveThreadLost('closed'))
    await this.#worker.terminate()
  }

  #order(order: ArchiveThreadCommand): void {
    this.#worker.postMessage(order, order.kind === 'bytes' ? [order.bytes.buffer] : [])
  }

  async #next(): Promise<ThreadReport> {
    const told = this.#told.shift()
    if (told) return told
    if (this.#failed) throw this.#failed.error
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject }
    })
  }

  #receive(report: ArchiveThreadReport): void {
    if (report.kind === 'read') void this.#read(report)
    else if (report.kind === 'refused') this.#fail(new BadArchive(report.message))
    else if (report.kind === 'broken') this.#fail(new ArchiveThreadLost(report.message))
    else if (!this.#waiting) this.#told.push(report)
    else {
      this.#waiting.resolve(report)
      this.#waiting = undefined
    }
  }

  async #read({ id, start, end }: Extract<ArchiveThreadReport, { kind: 'read' }>): Promise<void> {
    try {
      const bytes = new Uint8Array(end - start)
      let length = 0
      for await (const part of await this.#volumes.read(this.#place, { start, end: end - 1 })) {
        bytes.set(part as Buffer, length)
        length += (part as Buffer).length
      }
      this.#order({ kind: 'bytes', id, bytes: bytes.subarray(0, length) })
    } catch (error) {
      this.#fail(error)
    }
  }

  /** Fails with the first reason; later ones are ignored. */
  #fail(error: unknown): void {
    this.#failed ??= { error }
    this.#waiting?.reject(this.#failed.error)
    this.#waiting = undefined
  }
}

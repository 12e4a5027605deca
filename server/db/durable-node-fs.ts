import fs from 'node:fs'
import { NodeFS } from '@electric-sql/pglite/nodefs'

/** The parts of Emscripten's NODEFS used here. PGlite keeps NODEFS private; therefore its version is pinned. */
interface NodeFsModule {
  NODEFS: {
    realPath(node: unknown): string
    /** Runs `work` and converts Node's error codes to the errno PostgreSQL expects. */
    tryFSOperation(work: () => void): void
    stream_ops: { fsync?: (stream: { nfd?: number; node: unknown }) => number }
  }
}

type Init = NodeFS['init']

/**
 * Adds fsync to PGlite's NODEFS, where COMMIT returns while the data is still in the page cache. Every failure is reported to
 * `onSyncFailure`: after one, nothing may be acknowledged any more because the kernel may have dropped the dirty pages.
 */
export class DurableNodeFS extends NodeFS {
  readonly #onSyncFailure: (error: Error) => void

  constructor(directory: string, onSyncFailure: (error: Error) => void) {
    super(directory)
    this.#onSyncFailure = onSyncFailure
  }

  override async init(...[pg, options]: Parameters<Init>): ReturnType<Init> {
    const result = await super.init(pg, options)
    result.emscriptenOpts.preRun?.push((module) => this.#addFsync(module as unknown as NodeFsModule))
    return result
  }

  #addFsync({ NODEFS }: NodeFsModule): void {
    NODEFS.stream_ops.fsync = (stream) => {
      NODEFS.tryFSOperation(() => {
        try {
          // Emscripten opens directories without a file descriptor.
          if (stream.nfd === undefined) syncPath(NODEFS.realPath(stream.node))
          else fs.fsyncSync(stream.nfd)
        } catch (error) {
          this.#onSyncFailure(error as Error)
          throw error
        }
      })
      return 0
    }
  }
}

/** Makes a file, or the entries of a directory, durable across a power failure. */
export function syncPath(file: string): void {
  const descriptor = fs.openSync(file, 'r')
  try {
    fs.fsyncSync(descriptor)
  } finally {
    fs.closeSync(descriptor)
  }
}

import fs from 'node:fs'
import { NodeFS } from '@electric-sql/pglite/nodefs'

/** What this file needs of Emscripten's NODEFS, which PGlite keeps private: its version is pinned for that. */
interface NodeFsModule {
  NODEFS: {
    realPath(node: unknown): string
    /** Runs `work`, turning Node's error codes into the errno PostgreSQL expects. */
    tryFSOperation(work: () => void): void
    stream_ops: { fsync?: (stream: { nfd?: number; node: unknown }) => number }
  }
}

type Init = NodeFS['init']

/**
 * PGlite's NODEFS has no fsync: COMMIT returns while the data sits in the page cache. This one hands fsync to the
 * operating system. `onSyncFailure` hears of every failure: after one, nothing may be acknowledged any more, because the
 * kernel may have dropped the dirty pages.
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
          // Directories are opened by Emscripten without a descriptor of their own.
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

/** Makes one file, or the entries of one directory, survive a power cut. */
export function syncPath(file: string): void {
  const descriptor = fs.openSync(file, 'r')
  try {
    fs.fsyncSync(descriptor)
  } finally {
    fs.closeSync(descriptor)
  }
}

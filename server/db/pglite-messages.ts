import type { ErrorFields } from './errors.ts'
import type { TextAnswer } from './pglite-text.ts'

/** What the thread that runs PGlite is started with. */
export interface PgliteThreadData {
  directory: string
  template: Blob | undefined
}

export type PgliteCommand = { kind: 'run'; sql: string; parameters: (string | null)[] } | { kind: 'close' }

/** To the thread: each is answered once, by an `answer` or `error` with its id. */
export type PgliteRequest = PgliteCommand & { id: number }

/** From the thread. */
export type PgliteReply =
  | { kind: 'ready' }
  | { kind: 'answer'; id: number; answer: TextAnswer | undefined }
  | { kind: 'error'; id: number; error: ErrorFields }
  | { kind: 'notification'; channel: string; payload: string }
  /** Nothing this thread says from now on can be trusted: it must be ended. */
  | { kind: 'failed'; message: string }

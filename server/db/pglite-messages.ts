import type { ErrorFields } from './errors.ts'
import type { TextAnswer } from './pglite-statements.ts'

/** Start data of the thread that runs PGlite. */
export interface PgliteThreadData {
  directory: string
  template: string | undefined
}

export type PgliteCommand = { kind: 'run'; sql: string; parameters: (string | null)[] } | { kind: 'close' }

/** Messages to the thread; each gets one reply, `answer` or `error`, with its id. */
export type PgliteRequest = PgliteCommand & { id: number }

/** Messages from the thread. */
export type PgliteReply =
  | { kind: 'ready' }
  | { kind: 'answer'; id: number; answer: TextAnswer | undefined }
  | { kind: 'error'; id: number; error: ErrorFields }
  | { kind: 'notification'; channel: string; payload: string }
  /** The thread can no longer be trusted and must be terminated. */
  | { kind: 'failed'; message: string }

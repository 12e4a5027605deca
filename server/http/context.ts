import type { Role } from '#contract/access.ts'
import type { Deps } from '#server/deps.ts'
import type { UploadedFile } from '#server/http/upload.ts'
import type { Tx } from '#server/tx.ts'

/** Who is signed in, as the access checks need it. */
export interface Caller {
  user_id: string
  session_id: string
  account_type: 'main' | 'sub'
  role: Role
  is_tencent: boolean
}

export interface RequestDetails {
  id: string
  ip: string
  user_agent: string
  /** Of a call that may be challenged. */
  challenge_answer?: string | undefined
}

/** What an operator changed, field by field, for the audit log. Never a secret and never an ID number. */
export interface AuditedChange {
  /** Where the path does not name it: the id of what was made. */
  target_id?: string
  before?: Record<string, string>
  after?: Record<string, string>
}

/** What a handler gets beside its parsed input. */
export interface Context {
  deps: Deps
  request: RequestDetails
  /** Throws `signedOutCode` where nobody is; endpoints with access other than `public` always have one. */
  readonly caller: Caller
  readonly visitor: boolean
  /** What was sent to an endpoint with `upload`. */
  readonly file: UploadedFile
  /** Puts what changed beside the call's row in the audit log. */
  audit(change: AuditedChange): void
  /**
   * One database transaction. On an idempotent endpoint the key and the result are written in this same transaction,
   * so the work and its replay can never part: such handlers do all their work inside, and return as the result of
   * `work` just what they answer (JSON-ready).
   */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>
}

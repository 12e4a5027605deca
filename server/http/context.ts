import type { Role } from '#contract/access.ts'
import type { Deps } from '#server/deps.ts'
import type { UploadedFile } from '#server/http/upload.ts'
import type { Tx } from '#server/tx.ts'

/** The signed-in user, as needed by the access checks. */
export interface Caller {
  user_id: string
  session_id: string
  account_type: 'main' | 'sub'
  role: Role
  is_tencent: boolean
  /** An operator who must have a second factor and has none: `role` is that of a user until there is one. */
  lacks_second_factor?: true
}

export interface RequestDetails {
  id: string
  ip: string
  user_agent: string
  /** Only for calls that may be challenged. */
  challenge_answer?: string | undefined
}

/** Fields that a call changed, for the audit log. Never contains a secret or an ID number. */
export interface AuditedChange {
  /** Id of a created row, if the path does not contain it. */
  target_id?: string
  before?: Record<string, string>
  after?: Record<string, string>
}

/** What a handler receives besides its parsed input. */
export interface Context {
  deps: Deps
  request: RequestDetails
  /** Throws `signedOutCode` if nobody is signed in; endpoints with access other than `public` always have a caller. */
  readonly caller: Caller
  readonly visitor: boolean
  /** The uploaded file of an endpoint with `upload`. */
  readonly file: UploadedFile
  /** Adds the change to the call's row in the audit log. */
  audit(change: AuditedChange): void
  /**
   * Runs `work` in one database transaction. Idempotent endpoints write key and result in the same transaction, so that work and
   * replay stay consistent: their handlers do everything inside and return exactly their answer (JSON-ready) from `work`.
   */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>
}

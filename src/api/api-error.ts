import { signedOutCode } from '#contract/signed-out.ts'

interface Details {
  code: string
  /** HTTP status; 0 if no response arrived. */
  status: number
  message: string
  /** Message sent by the server; empty if it sent none and `message` is a client-side fallback. */
  said?: string
  /** Error messages by field path. */
  errors?: Record<string, string[]> | undefined
  /** Seconds. */
  retry_after?: number | undefined
  request_id?: string | undefined
  /** For the second step of a sign-in. */
  ticket?: { token: string } | undefined
}

/** Error of a refused or unanswered call. `message` is Chinese and can be shown to the user as is. */
export class ApiError extends Error implements Details {
  override name = 'ApiError'
  code: string
  said: string
  status: number
  errors?: Record<string, string[]> | undefined
  retry_after?: number | undefined
  request_id?: string | undefined
  ticket?: { token: string } | undefined

  constructor({ message, ...details }: Details) {
    super(message)
    this.code = details.code
    this.said = details.said ?? message
    this.status = details.status
    this.errors = details.errors
    this.retry_after = details.retry_after
    this.request_id = details.request_id
    this.ticket = details.ticket
  }

  /** HTTP status under the name that Refine expects. */
  get statusCode(): number {
    return this.status
  }
}

export const isApiError = (error: unknown): error is ApiError => error instanceof ApiError

/** Creates the error for a call made without a valid session. */
export const createSignedOutError = (): ApiError =>
  new ApiError({ code: signedOutCode.code, status: signedOutCode.http, message: signedOutCode.message })

/** True if no definite response arrived, so the outcome of the call is unknown. */
export const isUnanswered = ({ status }: Pick<ApiError, 'status'>): boolean => status === 0 || status === 502 || status === 504

/** One intent has one idempotency key, so a retry does not repeat the action (docs/decisions/008). */
export const unansweredHint = '没有收到答复，不能确定是否已经成功。原样再试一次不会重复；要改内容，请先看看是否已经有了。'

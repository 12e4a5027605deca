import { auth } from '#contract/auth.ts'
import { resultCodes } from '#contract/codes.ts'
import { buildPath, type CallInput, challengeHeader, type Endpoint, type EndpointData } from '#contract/endpoint.ts'
import { toast } from '#src/ui/toast.ts'
import { unwrapEnvelope } from './answer.ts'
import { isApiError } from './api-error.ts'
import { ownActions } from './own-actions.ts'
import { retryAfterRemedy } from './retry-after-remedy.ts'
import { sendRequest } from './send.ts'
import { callAsVisitor } from './visitor-call.ts'

/** Codes of an ended session, which the session itself reports. */
export const sessionEndCodes: readonly string[] = [resultCodes.signed_out.code, resultCodes.session_ended.code]
/**
 * Codes without a toast here: the session reports its own end, the step-up dialog asks for the proof, and the back office leads to
 * the second factor.
 */
const codesWithoutToast = [...sessionEndCodes, resultCodes.step_up_required.code, resultCodes.second_factor_missing.code]

/**
 * Outcome of the last call of each read. Reads may be polled, so a refusal is toasted only once until the read succeeds again.
 */
const readOutcomes = new Map<string, 'answered' | 'refused'>()

const buildReadKey = ({ method }: Endpoint, url: string) => `${method} ${url}`

/** Toasts the server's error message (requirements §8). Unanswered calls are not toasted here (docs/decisions/065). */
function notifyRefusal(endpoint: Endpoint, url: string, error: unknown): void {
  if (!isApiError(error) || error.status === 0 || codesWithoutToast.includes(error.code)) return
  if (!endpoint.message) {
    const before = readOutcomes.get(buildReadKey(endpoint, url))
    readOutcomes.set(buildReadKey(endpoint, url), 'refused')
    const isGone = before === 'answered' && error.code === resultCodes.not_found.code // the page shows that the row is gone
    if (before === 'refused' || isGone) return
  }
  toast.error(error.message)
}

/** Records a successful read, so that its next refusal is toasted again. */
function recordAnswer(endpoint: Endpoint, url: string): void {
  if (!endpoint.message) readOutcomes.set(buildReadKey(endpoint, url), 'answered')
}

export interface CallOptions {
  signal?: AbortSignal | undefined
  /** Retries of one intent must carry the same key; if omitted, an idempotent call gets a fresh key. */
  idempotencyKey?: string | undefined
  /** File to send; for endpoints with `upload`. */
  file?: Blob | undefined
  /** Receives the upload progress, 0–1. */
  onProgress?: ((part: number) => void) | undefined
  /** Timeout for slow calls; 0 waits indefinitely. */
  timeout_ms?: number | undefined
  /** Suppresses the toast because the caller does not show the refusal as a failure. */
  quiet?: boolean | undefined
  /** Called when the server requires a challenge, which takes a second or two to solve. */
  onChallenge?: (() => void) | undefined
}

export interface CallResult<E extends Endpoint> {
  data: EndpointData<E>
  /** Number of rows in all pages; 0 for calls without paging. */
  total: number
  /** There are at least `total` rows: counting stopped. */
  total_is_capped?: true
  message: string
}

/** Creates a random key. Does not use `randomUUID`, which browsers disable on plain http. */
export const createIdempotencyKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')

/** Builds a multipart body: the fields of the JSON body as text, then the file. */
function formOf(body: unknown, file: Blob): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(body ?? {})) if (value !== undefined) form.append(name, String(value))
  form.append('file', file)
  return form
}

function dataOf(endpoint: Endpoint, body: unknown, file: Blob | undefined): unknown {
  if (endpoint.method === 'GET') return undefined
  return endpoint.upload && file ? formOf(body, file) : (body ?? {})
}

/**
 * Calls an endpoint of the contract; rejects with `ApiError`. A 401 refreshes the session once and retries once (requirements
 * §4); if the refresh fails, the user has already been informed and redirected. If the server requires a step-up proof, asks
 * for it and retries with the same key; if it requires a challenge, solves it and retries. Toasts refusals (requirements §8).
 */
export async function callEndpoint<E extends Endpoint>(
  endpoint: E,
  sent: CallInput<E> = {},
  options: CallOptions = {},
): Promise<CallResult<E>> {
  if (import.meta.env.SSR) return (await callAsVisitor(endpoint, sent)) as CallResult<E>
  const url = urlOf(endpoint, sent)
  try {
    const called = await callWithChallenge(endpoint, sent, options)
    recordAnswer(endpoint, url)
    return called
  } catch (error) {
    if (!options.quiet) notifyRefusal(endpoint, url, error)
    throw error
  }
}

const urlOf = <E extends Endpoint>(endpoint: E, sent: CallInput<E>) =>
  buildPath(endpoint, sent.params as Record<string, unknown> | undefined)

async function callWithChallenge<E extends Endpoint>(
  endpoint: E,
  sent: CallInput<E>,
  options: CallOptions,
): Promise<CallResult<E>> {
  const key = options.idempotencyKey ?? (endpoint.idempotent ? createIdempotencyKey() : undefined)
  const ask = (challengeAnswer?: string): Promise<CallResult<E>> =>
    retryAfterRemedy(() => sendOnce(endpoint, sent, options, { key, challenge_answer: challengeAnswer }))
  // an endpoint with a success message is a user action; the caller shows that message
  const attempt: typeof ask = (answer) => (endpoint.message ? ownActions.during(() => ask(answer)) : ask(answer))
  if (!endpoint.challenged) return attempt()
  return attempt().catch(async (refusal: unknown) => {
    if (!isApiError(refusal) || refusal.status !== 403) throw refusal
    const { solveChallenge } = await import('./challenge.ts')
    const fetchTask = async (body: Parameters<Parameters<typeof solveChallenge>[2]['fetchTask']>[0]) =>
      (await callEndpoint(auth.challenge, { body }, { signal: options.signal })).data
    return attempt(await solveChallenge(refusal, sent.body, { ...options, fetchTask }))
  })
}

async function sendOnce<E extends Endpoint>(
  endpoint: E,
  sent: CallInput<E>,
  options: CallOptions,
  { key, challenge_answer: challengeAnswer }: { key: string | undefined; challenge_answer: string | undefined },
): Promise<CallResult<E>> {
  const answer = await sendRequest({
    method: endpoint.method,
    url: urlOf(endpoint, sent),
    params: sent.query,
    data: dataOf(endpoint, sent.body, options.file),
    anonymous: endpoint.path === auth.refresh.path,
    headers: {
      ...(key && { 'Idempotency-Key': key }),
      ...(challengeAnswer && { [challengeHeader]: challengeAnswer }),
    },
    ...(options.signal && { signal: options.signal }),
    ...(options.timeout_ms !== undefined && { timeout: options.timeout_ms }),
    ...(options.onProgress && { onUploadProgress: ({ progress }) => options.onProgress?.(progress ?? 0) }),
  })
  return unwrapEnvelope(answer) as CallResult<E>
}

import { auth } from '#contract/auth.ts'
import { resultCodes } from '#contract/codes.ts'
import { buildPath, type CallInput, challengeHeader, type Endpoint, type EndpointData } from '#contract/endpoint.ts'
import { toast } from '#src/ui/toast.ts'
import { unwrapEnvelope } from './answer.ts'
import { isApiError } from './api-error.ts'
import { ownActions } from './own-actions.ts'
import { retryAfterRemedy } from './retry-after-remedy.ts'
import { sendRequest } from './send.ts'

/** What others say: the session that it is lost, the question for a proof itself. */
const codesHandledElsewhere: readonly string[] = [
  resultCodes.signed_out.code,
  resultCodes.session_ended.code,
  resultCodes.step_up_required.code,
]
/** How reads went when they were last made: they may be made by a timer, and a refusal is told once until they succeed. */
const readOutcomes = new Map<string, 'answered' | 'refused'>()

const buildReadKey = ({ method }: Endpoint, url: string) => `${method} ${url}`

/** Toasts what the server said of a call (requirements §8); what nobody answered is no word of the server (docs/decisions/065). */
function notifyRefusal(endpoint: Endpoint, url: string, error: unknown): void {
  if (!isApiError(error) || error.status === 0 || codesHandledElsewhere.includes(error.code)) return
  if (!endpoint.message) {
    const before = readOutcomes.get(buildReadKey(endpoint, url))
    readOutcomes.set(buildReadKey(endpoint, url), 'refused')
    const isGone = before === 'answered' && error.code === resultCodes.not_found.code // the page says what became of it
    if (before === 'refused' || isGone) return
  }
  toast.error(error.message)
}

/** The next refusal of this read is news again. */
function recordAnswer(endpoint: Endpoint, url: string): void {
  if (!endpoint.message) readOutcomes.set(buildReadKey(endpoint, url), 'answered')
}

export interface CallOptions {
  signal?: AbortSignal | undefined
  /** Repeats of one intent must carry the same key; without one, an idempotent call gets a fresh key. */
  idempotencyKey?: string | undefined
  /** For an endpoint with `upload`. */
  file?: Blob | undefined
  /** Of the upload, 0–1. */
  onProgress?: ((part: number) => void) | undefined
  /** For what may take long; 0 waits for ever. */
  timeout_ms?: number | undefined
  /** The caller shows a refusal as something other than a failure: no toast of it. */
  quiet?: boolean | undefined
  /** The server asks for a challenge to be solved first, which takes a second or two. */
  onChallenge?: (() => void) | undefined
}

export interface CallResult<E extends Endpoint> {
  data: EndpointData<E>
  /** Rows in all pages; 0 for calls that are not paged. */
  total: number
  message: string
}

/** Not `randomUUID`, which browsers keep from plain http. */
export const createIdempotencyKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')

/** The parts of a multipart request: the fields of the body as text, then the file. */
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
 * Makes one call of the contract. Rejects with `ApiError`. A 401 refreshes the session once and sends again once
 * (requirements §4); when the refresh fails, the user has already been told and led away. A call that needs a fresh proof asks for
 * it and goes on with the same key; one that is challenged solves what it is given and goes on. What the server refuses
 * is toasted (requirements §8).
 */
export async function callEndpoint<E extends Endpoint>(
  endpoint: E,
  sent: CallInput<E> = {},
  options: CallOptions = {},
): Promise<CallResult<E>> {
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
    retryAfterRemedy(() => once(endpoint, sent, options, { key, challenge_answer: challengeAnswer }))
  // what has words for its success is an act of the user, and says them
  const attempt: typeof ask = (answer) => (endpoint.message ? ownActions.during(() => ask(answer)) : ask(answer))
  if (!endpoint.challenged) return attempt()
  return attempt().catch(async (refusal: unknown) => {
    if (!isApiError(refusal) || refusal.status !== 403) throw refusal
    const { solveChallenge: solveFor } = await import('./challenge.ts')
    const fetchTask = async (body: Parameters<Parameters<typeof solveFor>[2]['fetchTask']>[0]) =>
      (await callEndpoint(auth.challenge, { body }, { signal: options.signal })).data
    return attempt(await solveFor(refusal, sent.body, { ...options, fetchTask }))
  })
}

async function once<E extends Endpoint>(
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

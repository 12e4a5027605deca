import { auth } from '#contract/auth.ts'
import { challenge_header, type DataOf, type Endpoint, pathOf, type Sent } from '#contract/endpoint.ts'
import { unwrap } from './answer.ts'
import { isApiError } from './api-error.ts'
import { noteAnswer, tellRefusal } from './notify-refusal.ts'
import { own_acts } from './own-actions.ts'
import { withSecondTry } from './retry-after-remedy.ts'
import { send } from './send.ts'

export interface CallOptions {
  signal?: AbortSignal | undefined
  /** Repeats of one intent must carry the same key; without one, an idempotent call gets a fresh key. */
  idempotency_key?: string | undefined
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

export interface Called<E extends Endpoint> {
  data: DataOf<E>
  /** Rows in all pages; 0 for calls that are not paged. */
  total: number
  message: string
}

/** Not `randomUUID`, which browsers keep from plain http. */
export const newIdempotencyKey = (): string =>
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
 * (spec §4); when the refresh fails, the user has already been told and led away. A call that needs a fresh proof asks for
 * it and goes on with the same key; one that is challenged solves what it is given and goes on. What the server refuses
 * is toasted (spec §8).
 */
export async function call<E extends Endpoint>(endpoint: E, sent: Sent<E> = {}, options: CallOptions = {}): Promise<Called<E>> {
  const url = urlOf(endpoint, sent)
  try {
    const called = await remedied(endpoint, sent, options)
    noteAnswer(endpoint, url)
    return called
  } catch (error) {
    if (!options.quiet) tellRefusal(endpoint, url, error)
    throw error
  }
}

const urlOf = <E extends Endpoint>(endpoint: E, sent: Sent<E>) =>
  pathOf(endpoint, sent.params as Record<string, unknown> | undefined)

async function remedied<E extends Endpoint>(endpoint: E, sent: Sent<E>, options: CallOptions): Promise<Called<E>> {
  const key = options.idempotency_key ?? (endpoint.idempotent ? newIdempotencyKey() : undefined)
  const ask = (challenge_answer?: string): Promise<Called<E>> =>
    withSecondTry(() => once(endpoint, sent, options, { key, challenge_answer }))
  // what has words for its success is an act of the user, and says them
  const attempt: typeof ask = (answer) => (endpoint.message ? own_acts.during(() => ask(answer)) : ask(answer))
  if (!endpoint.challenged) return attempt()
  return attempt().catch(async (refusal: unknown) => {
    if (!isApiError(refusal) || refusal.status !== 403) throw refusal
    const { solveFor } = await import('./challenge.ts')
    const fetchTask = async (body: Parameters<Parameters<typeof solveFor>[2]['fetchTask']>[0]) =>
      (await call(auth.challenge, { body }, { signal: options.signal })).data
    return attempt(await solveFor(refusal, sent.body, { ...options, fetchTask }))
  })
}

async function once<E extends Endpoint>(
  endpoint: E,
  sent: Sent<E>,
  options: CallOptions,
  { key, challenge_answer }: { key: string | undefined; challenge_answer: string | undefined },
): Promise<Called<E>> {
  const answer = await send({
    method: endpoint.method,
    url: urlOf(endpoint, sent),
    params: sent.query,
    data: dataOf(endpoint, sent.body, options.file),
    anonymous: endpoint.path === auth.refresh.path,
    headers: {
      ...(key && { 'Idempotency-Key': key }),
      ...(challenge_answer && { [challenge_header]: challenge_answer }),
    },
    ...(options.signal && { signal: options.signal }),
    ...(options.timeout_ms !== undefined && { timeout: options.timeout_ms }),
    ...(options.onProgress && { onUploadProgress: ({ progress }) => options.onProgress?.(progress ?? 0) }),
  })
  return unwrap(answer) as Called<E>
}

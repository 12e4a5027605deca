import { buildPath, type CallInput, type Endpoint } from '#contract/endpoint.ts'
import { unwrapEnvelope } from './answer.ts'
import { retryAfterRemedy } from './retry-after-remedy.ts'
import { sendRequest } from './send.ts'

export interface FetchedFile {
  blob: Blob
  /** File name given by the server. */
  name: string | undefined
}

/** Fetches the bytes of an endpoint with `download`; rejects with `ApiError`, like `callEndpoint`. */
export async function fetchFile<E extends Endpoint>(
  endpoint: E,
  sent: CallInput<E> = {},
  signal?: AbortSignal,
): Promise<FetchedFile> {
  return retryAfterRemedy(async () => {
    const answer = await sendRequest({
      method: endpoint.method,
      url: buildPath(endpoint, sent.params as Record<string, unknown> | undefined),
      params: sent.query,
      responseType: 'blob',
      timeout: 0,
      ...(signal && { signal }),
    })
    const blob = answer.body as Blob
    if (answer.status >= 400) return unwrapEnvelope({ ...answer, body: JSON.parse(await blob.text()) }) as never
    const name = /filename\*=UTF-8''(.+)$/.exec(answer.header('content-disposition') ?? '')?.[1]
    return { blob, name: name && decodeURIComponent(name) }
  })
}

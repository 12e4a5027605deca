import { type Endpoint, pathOf, type Sent } from '#contract/endpoint.ts'
import { unwrap } from './answer.ts'
import { withSecondTry } from './retry-after-remedy.ts'
import { send } from './send.ts'

export interface FetchedFile {
  blob: Blob
  /** As the server calls it. */
  name: string | undefined
}

/** Fetches the bytes of an endpoint with `download`. Rejects with `ApiError`, as `call` does. */
export async function fetchFile<E extends Endpoint>(endpoint: E, sent: Sent<E> = {}, signal?: AbortSignal): Promise<FetchedFile> {
  return withSecondTry(async () => {
    const answer = await send({
      method: endpoint.method,
      url: pathOf(endpoint, sent.params as Record<string, unknown> | undefined),
      params: sent.query,
      responseType: 'blob',
      timeout: 0,
      ...(signal && { signal }),
    })
    const blob = answer.body as Blob
    if (answer.status >= 400) return unwrap({ ...answer, body: JSON.parse(await blob.text()) }) as never
    const name = /filename\*=UTF-8''(.+)$/.exec(answer.header('content-disposition') ?? '')?.[1]
    return { blob, name: name && decodeURIComponent(name) }
  })
}

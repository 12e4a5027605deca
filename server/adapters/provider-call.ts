const answerTimeoutMs = 5_000
const maxAnswerBytes = 1_048_576

export interface ProviderAnswer {
  status: number
  headers: Headers
  /** Raw response body, byte for byte: signatures cover it. */
  body: string
}

/** A failed call to a provider. The message contains neither keys nor personal data. */
export class ProviderFault extends Error {
  /** The provider's own error code. */
  readonly code: string | undefined
  constructor(what: string, code?: string) {
    super(`${what} failed${code === undefined ? '' : ` with ${code}`}`)
    this.code = code
  }
}

async function readBody(answer: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of answer.body ?? []) {
    size += chunk.byteLength
    if (size > maxAnswerBytes) throw new RangeError('answer too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** Calls a provider; throws `ProviderFault` on any failure, including a timeout (5 s), over 1 MiB or a redirect. */
export async function callProvider(what: string, url: URL, request: RequestInit): Promise<ProviderAnswer> {
  try {
    const signal = AbortSignal.timeout(answerTimeoutMs)
    const answer = await fetch(url, { ...request, redirect: 'error', signal })
    return { status: answer.status, headers: answer.headers, body: await readBody(answer) }
  } catch {
    throw new ProviderFault(what)
  }
}

/** Parses an answer; undefined if it is no JSON, as from a proxy in between. */
export function parseProviderJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

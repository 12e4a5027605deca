const answerTimeoutMs = 5_000
const maxAnswerBytes = 1_048_576

export interface ProviderAnswer {
  status: number
  headers: Headers
  /** Byte for byte as it came: signatures are over it. */
  body: string
}

/** Something went wrong between us and the provider. What it says holds neither keys nor people. */
export class ProviderFault extends Error {
  /** The provider's own word for it. */
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

/** Asks a provider; within five seconds and one mebibyte, or it has failed. Redirects are not followed. */
export async function callPaymentProvider(what: string, url: URL, request: RequestInit): Promise<ProviderAnswer> {
  try {
    const signal = AbortSignal.timeout(answerTimeoutMs)
    const answer = await fetch(url, { ...request, redirect: 'error', signal })
    return { status: answer.status, headers: answer.headers, body: await readBody(answer) }
  } catch {
    throw new ProviderFault(what)
  }
}

import type { ProviderTrouble } from '#server/ports/provider-trouble.ts'

/** How a cloud's refusal is to be taken; `limit`: whom it concerns has had enough, and nothing is wrong. */
export interface CodeReading {
  kind: ProviderTrouble['kind'] | 'limit'
  reading: string
}

/** A refusal, or no answer, of one cloud. */
export class CloudError extends Error {
  readonly trouble: Omit<ProviderTrouble, 'kind'> & { kind: CodeReading['kind'] }
  constructor(trouble: CloudError['trouble']) {
    super(`${trouble.provider} ${trouble.code}: ${trouble.reading}`)
    this.trouble = trouble
  }
}

const plain = (text: unknown, pattern: RegExp) => (typeof text === 'string' && pattern.test(text) ? text : undefined)

/** What a cloud answered beside its result. */
interface CloudAnswer {
  code?: unknown
  request_id?: unknown
}

/**
 * Makes the errors of one service. The first reading whose pattern fits the code is taken; a code that is none of them must be
 * looked up by an operator. What does not look like a code or id is left out, as it might be personal.
 */
export function describeCloudErrors(
  service: Pick<ProviderTrouble, 'provider' | 'effect'> & {
    readings: readonly (readonly [RegExp, CodeReading])[]
    unread: string
  },
): (answer?: CloudAnswer) => CloudError {
  const { provider, effect, readings, unread } = service
  return ({ code: said, request_id: id } = {}) => {
    const code = plain(said, /^(?!.*\d{6})[A-Za-z\d-][\w.-]{0,79}$/)
    const reading: CodeReading =
      code === undefined
        ? { kind: 'outage', reading: '没有可读的回答' }
        : (readings.find(([pattern]) => pattern.test(code))?.[1] ?? { kind: 'setup', reading: unread })
    const requestId = plain(id, /^[A-Fa-f0-9-]{16,64}$/) ?? null
    return new CloudError({ provider, effect, code: code ?? 'no_answer', request_id: requestId, ...reading })
  }
}

import type { CaptchaPurpose } from '#contract/auth.ts'
import type { SmsClass } from '#contract/notification-preferences.ts'
import type { ProviderTrouble } from '#server/ports/provider-trouble.ts'

export type SmsMessage = { phone: string } & ({ type: CaptchaPurpose; code: string } | { template: SmsClass; title: string })

/** How a provider's refusal is to be taken; `limit`: this phone has had enough. */
export interface CodeReading {
  kind: ProviderTrouble['kind'] | 'limit'
  reading: string
}

/** A refusal, or no answer, of one provider. */
export class SmsProviderError extends Error {
  readonly trouble: Omit<ProviderTrouble, 'kind'> & { kind: CodeReading['kind'] }
  constructor(trouble: SmsProviderError['trouble']) {
    super(`${trouble.provider} ${trouble.code}: ${trouble.reading}`)
    this.trouble = trouble
  }
}

export interface SmsProvider {
  deliver(message: SmsMessage): Promise<void>
}

const plain = (text: unknown, pattern: RegExp) => (typeof text === 'string' && pattern.test(text) ? text : undefined)

/** Builds the error of an answer; what does not look like a code or id is left out, as it might be a phone. */
export function createSmsProviderError(
  provider: ProviderTrouble['provider'],
  answer: { code?: unknown; request_id?: unknown },
  read: (code: string) => CodeReading,
): SmsProviderError {
  const code = plain(answer.code, /^(?!.*\d{6})[A-Za-z][\w.-]{0,79}$/)
  const requestId = plain(answer.request_id, /^[A-Fa-f0-9-]{16,64}$/) ?? null
  const found: CodeReading = code === undefined ? { kind: 'outage', reading: '没有可读的回答' } : read(code)
  return new SmsProviderError({ provider, code: code ?? 'no_answer', request_id: requestId, ...found })
}

/** Cuts a variable to what the provider takes, with an ellipsis. */
export function shortenSmsVariable(text: string, max: number): string {
  const letters = Array.from(text)
  return letters.length <= max ? text : `${letters.slice(0, max - 1).join('')}…`
}

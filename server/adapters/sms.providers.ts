import { CloudError } from '#server/adapters/cloud-error.ts'
import { createAliyunSms } from '#server/adapters/sms.aliyun.ts'
import type { SmsMessage } from '#server/adapters/sms.provider.ts'
import { createTencentSms } from '#server/adapters/sms.tencent.ts'
import type { Clock } from '#server/ports/clock.ts'
import type { ProviderTrouble } from '#server/ports/provider-trouble.ts'
import { type SmsOutcome, type SmsProviderSettings, type SmsSender, SmsUnsentError } from '#server/ports/sms.ts'

/** Known ones have some forty characters. */
const maxIdLength = 100

/**
 * Asks the providers in order until one takes the message. A limit on the phone ends it: another provider is no way around.
 * A provider that answered too late may have sent it: then the same message arrives twice, which does no harm.
 */
export function createProviderSms(settings: readonly SmsProviderSettings[], clock: Clock): SmsSender {
  const providers = settings.map((one) => ({
    name: one.provider,
    provider: one.provider === 'aliyun' ? createAliyunSms(one, clock) : createTencentSms(one, clock),
  }))
  async function deliver(message: SmsMessage): Promise<SmsOutcome> {
    const troubles: ProviderTrouble[] = []
    for (const { name, provider } of providers) {
      try {
        const id = await provider.deliver(message)
        return { troubles, taken: id ? { provider: name, message_id: id.slice(0, maxIdLength) } : null }
      } catch (error) {
        if (!(error instanceof CloudError)) throw error
        const { kind, ...rest } = error.trouble
        if (kind === 'limit') throw new SmsUnsentError(true, troubles)
        troubles.push({ kind, ...rest })
      }
    }
    throw new SmsUnsentError(false, troubles)
  }
  const receipts = Object.fromEntries(providers.map(({ name, provider }) => [name, provider]))
  return { sandbox: false, receipts, send: deliver, tell: deliver }
}

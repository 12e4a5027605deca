import { CloudError } from '#server/adapters/cloud-error.ts'
import { createAliyunSms } from '#server/adapters/sms.aliyun.ts'
import type { SmsMessage } from '#server/adapters/sms.provider.ts'
import { createTencentSms } from '#server/adapters/sms.tencent.ts'
import type { Clock } from '#server/ports/clock.ts'
import type { ProviderTrouble } from '#server/ports/provider-trouble.ts'
import { type SmsProviderSettings, type SmsSender, SmsUnsentError } from '#server/ports/sms.ts'

/**
 * Asks the providers in order until one takes the message. A limit on the phone ends it: another provider is no way around.
 * A provider that answered too late may have sent it: then the same message arrives twice, which does no harm.
 */
export function createProviderSms(settings: readonly SmsProviderSettings[], clock: Clock): SmsSender {
  const providers = settings.map((one) =>
    one.provider === 'aliyun' ? createAliyunSms(one, clock) : createTencentSms(one, clock),
  )
  async function deliver(message: SmsMessage): Promise<readonly ProviderTrouble[]> {
    const troubles: ProviderTrouble[] = []
    for (const provider of providers) {
      try {
        await provider.deliver(message)
        return troubles
      } catch (error) {
        if (!(error instanceof CloudError)) throw error
        const { kind, ...rest } = error.trouble
        if (kind === 'limit') throw new SmsUnsentError(true, troubles)
        troubles.push({ kind, ...rest })
      }
    }
    throw new SmsUnsentError(false, troubles)
  }
  return { sandbox: false, send: deliver, tell: deliver }
}

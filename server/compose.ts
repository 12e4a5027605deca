import { join } from 'node:path'
import { proofOfWork } from '#server/adapters/challenge.proof-of-work.ts'
import { createCompute } from '#server/adapters/compute.ts'
import { sandbox_identity } from '#server/adapters/identity.sandbox.ts'
import { sandboxInvoiceIssuer } from '#server/adapters/invoice-issuer.sandbox.ts'
import { openaiUpstream } from '#server/adapters/llm-upstream.openai.ts'
import { sandboxLlm } from '#server/adapters/llm-upstream.sandbox/llm-upstream.sandbox.ts'
import { sandboxMail } from '#server/adapters/mail.sandbox.ts'
import { smtpMail } from '#server/adapters/mail.smtp.ts'
import { prometheusMetrics } from '#server/adapters/metrics.prometheus.ts'
import { createPayment } from '#server/adapters/payment.ts'
import { consoleSms } from '#server/adapters/sms.console.ts'
import { sandboxSms } from '#server/adapters/sms.sandbox.ts'
import { createUploads } from '#server/adapters/uploads.ts'
import { createVolumes } from '#server/adapters/volumes.ts'
import { publicWebhooks } from '#server/adapters/webhooks.https.ts'
import { officialAccount } from '#server/adapters/wechat.official.ts'
import { sandboxWechat } from '#server/adapters/wechat.sandbox.ts'
import type { Config } from '#server/config/config.ts'
import type { Deps } from '#server/deps.ts'
import { signerOf } from '#server/lib/signing.ts'

type Outside = Omit<Deps, 'config' | 'clock' | 'database' | 'keys' | 'installation_id' | 'log' | 'gateways'>
type Inside = Pick<Deps, 'clock' | 'keys' | 'installation_id'> & { say: (line: string) => void }

/** The outside world as the configuration has it: the one place that knows which adapter stands where. */
export async function createAdapters(config: Config, { clock, keys, installation_id, say }: Inside): Promise<Outside> {
  const { adapters } = config
  const played = {
    sms: adapters.sms === 'sandbox' ? sandboxSms(clock, say) : undefined,
    mail: adapters.mail === 'sandbox' ? sandboxMail(clock) : undefined,
    wechat: adapters.wechat === 'sandbox' ? sandboxWechat(clock) : undefined,
  }
  const payment = createPayment(config, clock, keys.sandbox_payment)
  const volumes = await createVolumes(config)
  return {
    sms: played.sms ?? consoleSms(clock, join(config.data_dir, 'sms.log')),
    challenge: proofOfWork(clock, signerOf(keys.challenge)),
    mail: played.mail ?? (config.smtp && smtpMail(config.smtp)),
    webhooks: publicWebhooks(),
    payment,
    wechat: played.wechat ?? (config.wechat && officialAccount(config.wechat, { clock })),
    identity: adapters.identity === 'sandbox' ? sandbox_identity : undefined,
    invoice_issuer: adapters.invoice === 'sandbox' ? sandboxInvoiceIssuer(config.brand) : undefined,
    compute: await createCompute(config, clock, installation_id),
    llm: adapters.llm === 'sandbox' ? sandboxLlm(clock) : config.llm && openaiUpstream(config.llm),
    volumes,
    uploads: createUploads(config, volumes),
    ...(config.prometheus_url && { metrics: prometheusMetrics(config.prometheus_url) }),
    sandbox: { ...played, payment: payment.sandbox ? payment : undefined },
  }
}

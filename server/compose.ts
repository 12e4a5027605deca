import { join } from 'node:path'
import { createProofOfWork } from '#server/adapters/challenge.proof-of-work.ts'
import { createCompute } from '#server/adapters/compute.ts'
import { sandboxIdentity } from '#server/adapters/identity.sandbox.ts'
import { createSandboxInvoiceIssuer } from '#server/adapters/invoice-issuer.sandbox.ts'
import { createOpenaiUpstream } from '#server/adapters/llm-upstream.openai.ts'
import { createSandboxLlm } from '#server/adapters/llm-upstream.sandbox/llm-upstream.sandbox.ts'
import { createSandboxMail } from '#server/adapters/mail.sandbox.ts'
import { createPrometheusMetrics } from '#server/adapters/metrics.prometheus.ts'
import { createPayment } from '#server/adapters/payment.ts'
import { createConsoleSms } from '#server/adapters/sms.console.ts'
import { createSandboxSms } from '#server/adapters/sms.sandbox.ts'
import { createUploads } from '#server/adapters/uploads.ts'
import { createVolumes } from '#server/adapters/volumes.ts'
import { createPublicWebhooks } from '#server/adapters/webhooks.https.ts'
import { createOfficialAccount } from '#server/adapters/wechat.official.ts'
import { createSandboxWechat } from '#server/adapters/wechat.sandbox.ts'
import type { Config } from '#server/config/config.ts'
import type { Deps } from '#server/deps.ts'
import { NodeFigures } from '#server/lib/node-figures.ts'
import { createSigner } from '#server/lib/signing.ts'

type AdapterDeps = Omit<Deps, 'config' | 'clock' | 'database' | 'keys' | 'installation_id' | 'log' | 'gateways'>
type AdapterContext = Pick<Deps, 'clock' | 'keys' | 'installation_id'> & { say: (line: string) => void }

/** The outside world as the configuration has it: the one place that knows which adapter stands where. */
export async function createAdapters(
  config: Config,
  { clock, keys, installation_id: installationId, say }: AdapterContext,
): Promise<AdapterDeps> {
  const { adapters } = config
  const played = {
    sms: adapters.sms === 'sandbox' ? createSandboxSms(clock, say) : undefined,
    mail: adapters.mail === 'sandbox' ? createSandboxMail(clock) : undefined,
    wechat: adapters.wechat === 'sandbox' ? createSandboxWechat(clock) : undefined,
  }
  // Loaded when chosen only, as the drivers of compute and volumes are: see docs/decisions/088.
  const smtp =
    config.smtp && !played.mail ? (await import('#server/adapters/mail.smtp.ts')).createSmtpMail(config.smtp) : undefined
  const payment = createPayment(config, clock, keys.sandbox_payment)
  const volumes = await createVolumes(config)
  return {
    figures: new NodeFigures(),
    sms: played.sms ?? createConsoleSms(clock, join(config.data_dir, 'sms.log')),
    challenge: createProofOfWork(clock, createSigner(keys.challenge)),
    mail: played.mail ?? smtp,
    webhooks: createPublicWebhooks(),
    payment,
    wechat: played.wechat ?? (config.wechat && createOfficialAccount(config.wechat, { clock })),
    identity: adapters.identity === 'sandbox' ? sandboxIdentity : undefined,
    invoice_issuer: adapters.invoice === 'sandbox' ? createSandboxInvoiceIssuer(config.brand) : undefined,
    compute: await createCompute(config, clock, installationId),
    llm: adapters.llm === 'sandbox' ? createSandboxLlm(clock) : config.llm && createOpenaiUpstream(config.llm),
    volumes,
    uploads: createUploads(config, volumes),
    ...(config.prometheus_url && { metrics: createPrometheusMetrics(config.prometheus_url) }),
    sandbox: { ...played, payment: payment.sandbox ? payment : undefined },
  }
}

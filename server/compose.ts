import { join } from 'node:path'
import { createProofOfWork } from '#server/adapters/challenge.proof-of-work.ts'
import { FleetDriver } from '#server/adapters/compute.fleet/fleet-driver.ts'
import { createDirectories } from '#server/adapters/directories.ts'
import { createEngines, readConfiguredCluster } from '#server/adapters/engines.ts'
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
import { createEngineSource, type HoldEngine } from '#server/domains/rentals/engines/engine-source.service.ts'
import { Departure } from '#server/lib/departure.ts'
import { NodeFigures } from '#server/lib/node-figures.ts'
import { createSigner } from '#server/lib/signing.ts'
import type { Clock } from '#server/ports/clock.ts'
import type { ComputeDriver } from '#server/ports/compute.ts'
import type { IdentityCheck } from '#server/ports/identity.ts'
import type { InvoiceIssuer } from '#server/ports/invoice-issuer.ts'
import type { MailSender } from '#server/ports/mail.ts'
import type { SmsSender } from '#server/ports/sms.ts'
import type { Wechat } from '#server/ports/wechat.ts'
import { traceCalls, watchCalls } from '#server/watch-calls.ts'
import { version } from '../package.json'

/** What a node that ends waits for its collector. */
const lastSpansMs = 2_000

export interface Tracing {
  /** Sends what is left, within two seconds. */
  close(): Promise<void>
}

/** Sends traces if the configuration says so, and else loads nothing of the SDK; before all that is to be traced. */
export async function startTracing(
  { traces_endpoint: endpoint, role }: Pick<Config, 'traces_endpoint' | 'role'>,
  { clock, log }: Pick<Deps, 'clock' | 'log'>,
): Promise<Tracing> {
  if (!endpoint) return { close: async () => undefined }
  const { startOtlpTracing } = await import('#server/adapters/tracing.otlp.ts')
  const sending = startOtlpTracing({ role: role.name, version, say: log })
  return { close: () => Promise.race([sending.close(), clock.sleep(lastSpansMs)]) }
}

type AdapterDeps = Omit<Deps, 'config' | 'clock' | 'database' | 'keys' | 'installation_id' | 'log' | 'gateways' | 'compute'>
type AdapterContext = Pick<Deps, 'clock' | 'keys' | 'installation_id'> & { say: (line: string) => void }

/** `read` refuses forged notices, which says nothing about the provider. */
const payCalls = ['open', 'find', 'close', 'refund'] as const

/** All that asks the engine and ends. */
const engineCalls = [
  ...(['health', 'inventory', 'ensureRunning', 'ensureStopped', 'ensureAbsent', 'findDataDisk', 'observe', 'disks'] as const),
  ...(['list', 'exec', 'logs', 'followLogs', 'usage', 'snapshot', 'copyImage', 'removeImage', 'relocate'] as const),
  ...(['copyDataDisk', 'dial', 'ensureImage'] as const),
] satisfies (keyof ComputeDriver)[]
/** Of these, what people's connections to instances ask for. */
const connectionCalls = ['exec', 'dial']

export const traceEngine = (driver: ComputeDriver): ComputeDriver => traceCalls(driver.kind, driver, engineCalls, connectionCalls)

/** All engines as one driver; `hold` says for each whether this process may use it now. */
export const createFleet = (
  deps: Pick<Deps, 'config' | 'clock' | 'database' | 'engines' | 'keys'>,
  hold: HoldEngine,
): ComputeDriver => traceEngine(new FleetDriver(createEngineSource(deps, hold), deps.clock))

/** Providers are loaded when chosen only, as `smtp` is below. */
async function createRealSms({ sms_providers: providers, data_dir: dataDir }: Config, clock: Clock): Promise<SmsSender> {
  if (providers.length === 0) return createConsoleSms(clock, join(dataDir, 'sms.log'))
  const { createProviderSms } = await import('#server/adapters/sms.providers.ts')
  return createProviderSms(providers, clock)
}

/** Undefined: reviewers check each person. */
async function createRealIdentity({ identity }: Config, clock: Clock): Promise<IdentityCheck | undefined> {
  if (identity?.provider === 'aliyun')
    return (await import('#server/adapters/identity.aliyun.ts')).createAliyunIdentity(identity, clock)
  if (identity) return (await import('#server/adapters/identity.tencent.ts')).createTencentIdentity(identity, clock)
  return undefined
}

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
  const figures = new NodeFigures()
  const watch = <Port extends object>(name: string, port: Port | undefined, ...methods: (keyof Port & string)[]) =>
    port && watchCalls({ figures, clock }, name, port, methods)
  const payment = createPayment(config, clock, keys.sandbox_payment)
  const { alipay, wechat: wechatPay } = payment.channels
  const channels = {
    ...(alipay && { alipay: watchCalls({ figures, clock }, 'alipay', alipay, payCalls) }),
    ...(wechatPay && { wechat: watchCalls({ figures, clock }, 'wechat_pay', wechatPay, payCalls) }),
  }
  const volumes = await createVolumes(config)
  const llm = adapters.llm === 'sandbox' ? createSandboxLlm(clock) : config.llm && createOpenaiUpstream(config.llm)
  return {
    figures,
    departure: new Departure(),
    sms: watch<SmsSender>('sms', played.sms ?? (await createRealSms(config, clock)), 'send', 'tell')!,
    challenge: createProofOfWork(clock, createSigner(keys.challenge)),
    mail: watch<MailSender>('mail', played.mail ?? smtp, 'send'),
    webhooks: traceCalls('webhook', createPublicWebhooks(), ['post']),
    payment: { sandbox: payment.sandbox, channels },
    wechat: watch<Wechat>(
      'wechat',
      played.wechat ?? (config.wechat && createOfficialAccount(config.wechat, { clock })),
      'qrText',
    ),
    directories: traceCalls('directory', createDirectories(clock), ['begin', 'finish', 'checkPassword', 'find', 'probe']),
    identity: watch<IdentityCheck>(
      'identity',
      adapters.identity === 'sandbox' ? sandboxIdentity : await createRealIdentity(config, clock),
      'check',
    ),
    invoice_issuer: watch<InvoiceIssuer>(
      'invoice',
      adapters.invoice === 'sandbox' ? createSandboxInvoiceIssuer(config.brand) : undefined,
      'issue',
      'issueRed',
    ),
    engines: createEngines(config, clock, installationId, await readConfiguredCluster(config)),
    llm: llm && traceCalls('llm', llm, ['ask', 'models']),
    volumes,
    uploads: createUploads(config, volumes),
    ...(config.prometheus_url && { metrics: traceCalls('prometheus', createPrometheusMetrics(config.prometheus_url), ['read']) }),
    sandbox: { ...played, payment: payment.sandbox ? payment : undefined },
  }
}

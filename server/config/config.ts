import { z } from 'zod'
import { limits } from '#contract/limits.ts'
import { type Adapters, adapterEnvironment, chooseAdapters, isAllPlayed, listDeploymentFaults } from '#server/config/adapters.ts'
import {
  type Addresses,
  addressEnvironment,
  buildAddresses,
  HttpUrl,
  isLoopbackHost,
  ProxyList,
} from '#server/config/addresses.ts'
import { buildDockerConfig, type DockerConfig, dockerEnvironment } from '#server/config/docker.ts'
import { buildIdentitySettings, identityEnvironment } from '#server/config/identity.ts'
import { buildKubernetesConfig, type KubernetesConfig, kubernetesEnvironment } from '#server/config/kubernetes.ts'
import { buildLlmSettings, llmEnvironment } from '#server/config/llm.ts'
import { buildSmtpConfig, mailEnvironment } from '#server/config/mail.ts'
import { buildAlipaySettings, buildBankAccount, buildWechatPaySettings } from '#server/config/payment.ts'
import { buildRole, type NodeRole, roleEnvironment } from '#server/config/role.ts'
import { buildSmsLimits, type SmsLimits, smsEnvironment } from '#server/config/sms.ts'
import { buildSmsProviders, smsProviderEnvironment } from '#server/config/sms-providers.ts'
import { buildS3Settings, storageEnvironment } from '#server/config/storage.ts'
import { findTracesEndpoint, tracingEnvironment } from '#server/config/tracing.ts'
import { buildWechatSettings, type WechatSettings, wechatEnvironment } from '#server/config/wechat.ts'
import { parseSecretRing, type SecretRing } from '#server/keys.ts'
import type { IdentitySettings } from '#server/ports/identity.ts'
import type { LlmSettings } from '#server/ports/llm-upstream.ts'
import type { AlipaySettings, WechatPaySettings } from '#server/ports/payment.ts'
import type { SmsProviderSettings } from '#server/ports/sms.ts'
import type { S3Settings } from '#server/ports/volumes.ts'

const defaultDrainSeconds = 60 // within the 90 that systemd grants, and the two minutes of the compose file
const Environment = z.object({
  NODE_ENV: z.string().default('development'),
  PORT: z.coerce.number().int().min(0).max(65535).default(8080),
  HOST: z.string().default('127.0.0.1'),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: z.string().optional(),
  /** How long a start waits for a database server that does not answer yet. */
  DATABASE_WAIT_SECONDS: z.coerce.number().int().min(0).max(86_400).default(300),
  /** How long a node that is asked to leave (SIGTERM) waits for what is open; 60 in a real deployment, else 0. */
  DRAIN_SECONDS: z.coerce.number().int().min(0).max(86_400).optional(),
  ...addressEnvironment,
  ...roleEnvironment,
  ...dockerEnvironment,
  ...kubernetesEnvironment,
  /** Timeout of an image pull without progress. */
  PULL_PATIENCE_MINUTES: z.coerce.number().int().min(1).max(1440).default(30),
  /**
   * Unset: on while only this machine can reach the server. `plain`: a few rows for each page, without a story. No effect in a real
   * deployment.
   */
  DEMO: z.enum(['0', '1', 'plain']).optional(),
  /** Secrets for tokens, quotes and encrypted data, newest first: at least 32 bytes, base64. Generated in DATA_DIR if unset. */
  SECRET_KEY: z.string().optional(),
  TRUST_PROXY: ProxyList,
  /** Calls per second and node: per user, and per address for visitors who are not signed in; 0 disables the limit. */
  USER_RPS: z.coerce.number().int().min(0).max(100_000).default(50),
  NETWORK_RPS: z.coerce.number().int().min(0).max(100_000).default(100),
  /** Rows that an export has at most to be downloaded at once; with more, it becomes a task that writes a file. */
  EXPORT_DIRECT_ROWS: z.coerce.number().int().min(0).max(10_000_000).default(limits.exportDirectRows),
  ...smsEnvironment,
  ...smsProviderEnvironment,
  ...identityEnvironment,
  BRAND: z.string().default('智算中心'),
  ICP_NUMBER: z.string().optional(),
  HOME_MESSAGE: z.string().optional(),
  /** Public security filing number: `京公网安备 11010502000001号`. */
  POLICE_NUMBER: z.string().optional(),
  /** Content of the site's two QR codes: an address, such as that of a WeChat customer service, or text. */
  SERVICE_QRCODE: z.string().max(500).optional(),
  OFFICIAL_QRCODE: z.string().max(500).optional(),
  /** Shown on the about page, if set. */
  CONTACT_EMAIL: z.email('须为邮箱地址').optional(),
  CONTACT_PHONE: z.string().optional(),
  CONTACT_ADDRESS: z.string().optional(),
  /** Alipay: the app, the merchant (PID), the app's private key and Alipay's public key; all four or none. */
  ALIPAY_APP_ID: z.string().optional(),
  ALIPAY_SELLER_ID: z
    .string()
    .regex(/^2088\d{12}$/, '须为 2088 开头的 16 位商户号（PID）')
    .optional(),
  ALIPAY_PRIVATE_KEY: z.string().optional(),
  ALIPAY_PUBLIC_KEY: z.string().optional(),
  /** `qr` shows a code to scan (当面付); `page` opens Alipay's page (电脑网站支付). */
  ALIPAY_WAY: z.enum(['qr', 'page']).default('qr'),
  ALIPAY_GATEWAY: HttpUrl.default('https://openapi.alipay.com/gateway.do'),
  /** WeChat Pay (APIv3, Native): all five or none, plus the public key if the merchant has one. */
  WECHAT_PAY_APP_ID: z.string().optional(),
  WECHAT_PAY_MCH_ID: z.string().optional(),
  WECHAT_PAY_SERIAL: z.string().optional(),
  WECHAT_PAY_PRIVATE_KEY: z.string().optional(),
  WECHAT_PAY_V3_KEY: z
    .string()
    .regex(/^[\x21-\x7e]{32}$/, '须为 32 位 APIv3 密钥')
    .optional(),
  WECHAT_PAY_PUBLIC_KEY_ID: z.string().startsWith('PUB_KEY_ID_', '须以 PUB_KEY_ID_ 开头').optional(),
  WECHAT_PAY_PUBLIC_KEY: z.string().optional(),
  /** Target account of bank transfers; all three or none. */
  BANK_NAME: z.string().optional(),
  BANK_ACCOUNT_NAME: z.string().optional(),
  BANK_ACCOUNT_NUMBER: z
    .string()
    .regex(/^[\d ]{8,34}$/, '须为银行账号')
    .optional(),
  ...mailEnvironment,
  /** Token that allows reading /metrics from another machine; without it, only programs on this machine may. */
  METRICS_TOKEN: z.string().min(16, '至少 16 个字符').optional(),
  /** A Prometheus that scrapes the GPU and container exporters: `http://prometheus:9090`. */
  PROMETHEUS_URL: HttpUrl.optional(),
  /** Port of the SSH gateway; 0 disables it. */
  SSH_PORT: z.coerce.number().int().min(0).max(65535).default(2222),
  /** Host name users type after `@`; defaults to the host of PUBLIC_ORIGIN, or localhost. */
  SSH_HOST: z.string().optional(),
  /** Port for what runs in instances, separate from the console; defaults to PORT + 1, 0 disables it. */
  GATEWAY_PORT: z.coerce.number().int().min(0).max(65535).optional(),
  /** Port links are `<instance>-<port>.<GATEWAY_DOMAIN>`; all these names must resolve to this server. */
  GATEWAY_DOMAIN: z
    .string()
    .toLowerCase()
    .regex(/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/, '须为域名')
    .default('localhost'),
  ...adapterEnvironment,
  ...storageEnvironment,
  ...llmEnvironment,
  ...wechatEnvironment,
  ...tracingEnvironment,
  /** Unset: `info`, one line for each answer, in a real deployment; else `warn`. */
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).optional(),
})

export interface Config extends Addresses {
  port: number
  host: string
  data_dir: string
  database_url: string | undefined
  database_wait_ms: number
  drain_ms: number
  role: NodeRole
  /** Adapters for the outside services. */
  adapters: Adapters
  docker: DockerConfig
  /** The cluster of COMPUTE=kubernetes. */
  kubernetes: KubernetesConfig | undefined
  pull_patience_ms: number
  /** NODE_ENV=production: used by strangers with real money. */
  real_deployment: boolean
  /** Whether an empty database is filled with demo data. */
  demo: boolean
  /** Whether it lives from the snapshot of a story: only on one computer, with everything outside played. */
  demo_story: boolean
  /**
   * Whether accounts with the passwords printed in the README may exist: only if no other machine can reach them, or with DEMO=1.
   */
  demo_accounts: boolean
  secret_key: SecretRing | undefined
  trust_proxy: string[]
  traffic: { user_rps: number; network_rps: number }
  export_direct_rows: number
  sms: SmsLimits
  /** In the order in which they are asked; empty without a provider. */
  sms_providers: SmsProviderSettings[]
  /** Undefined: the sandbox, or reviewers. */
  identity: IdentitySettings | undefined
  brand: string
  icp_number: string | null
  home_message: string | null
  police_number: string | null
  qrcodes: { service: string | null; official: string | null }
  contact: { email: string | null; phone: string | null; address: string | null }
  /** Undefined: the sandbox, or none. */
  wechat: WechatSettings | undefined
  /** As configured; keys are not parsed yet. */
  alipay: AlipaySettings | undefined
  wechat_pay: WechatPaySettings | undefined
  /** Undefined: no bank transfers, or transfers to a fictitious account of the sandbox. */
  bank: { bank_name: string; account_name: string; account_number: string } | undefined
  /** Undefined: the sandbox's mailbox, or no mail. */
  smtp: { url: string; from: string } | undefined
  metrics_token: string | undefined
  /**
   * Whether programs on this machine may read /metrics without a token; unsafe behind a proxy, where every visitor looks local.
   */
  metrics_on_loopback: boolean
  prometheus_url: string | undefined
  /** OpenTelemetry collector that spans are sent to; undefined: none are made. */
  traces_endpoint: string | undefined
  /** Undefined if disabled. */
  ssh: { port: number; public_host: string } | undefined
  gateway: { port: number; domain: string; https: boolean } | undefined
  /** Undefined: files are stored in folders below the data folder. */
  s3: S3Settings | undefined
  /** Undefined: the sandbox, which only echoes, or none. */
  llm: LlmSettings | undefined
  log_level: string
}

const toPublicHost = (origin: string | undefined) => (origin ? new URL(origin).hostname : 'localhost')

/** Behind TLS in a public deployment, links have no port of their own: the TLS proxy stands in front of both. */
function buildGatewayConfig(e: z.infer<typeof Environment>): Config['gateway'] {
  const port = e.GATEWAY_PORT ?? (e.PORT === 0 || e.PORT === 65535 ? 0 : e.PORT + 1)
  return port === 0 ? undefined : { port, domain: e.GATEWAY_DOMAIN, https: e.PUBLIC_ORIGIN?.startsWith('https:') ?? false }
}

/** Reads and validates the environment; nothing else reads it. Throws all faults at once, one line each. */
export function readServerConfig(env: NodeJS.ProcessEnv): Config {
  const parsed = Environment.safeParse(env)
  if (!parsed.success) {
    throw new Error(parsed.error.issues.map((issue) => `配置 ${issue.path.join('.')} 有误：${issue.message}`).join('\n'))
  }
  const e = parsed.data
  const faults: string[] = []
  const fault = (line: string) => void faults.push(line)
  /** Returns the result of `of` for the environment; an error it throws becomes a fault. */
  const part = <T>(of: (environment: typeof e) => T): T | undefined => {
    try {
      return of(e)
    } catch (error) {
      fault((error as Error).message)
      return undefined
    }
  }

  const realDeployment = e.NODE_ENV === 'production'
  if (realDeployment) listDeploymentFaults(e).forEach(fault)
  const [wechat, alipay, wechatPay] = [part(buildWechatSettings), part(buildAlipaySettings), part(buildWechatPaySettings)]
  const [bank, smtp, s3, llm] = [part(buildBankAccount), part(buildSmtpConfig), part(buildS3Settings), part(buildLlmSettings)]
  const secretKey = part(({ SECRET_KEY }) => (SECRET_KEY ? parseSecretRing(SECRET_KEY) : undefined))
  const services = {
    providers: (alipay ?? wechatPay) !== undefined,
    bank: bank !== undefined,
    smtp: smtp !== undefined,
    official: wechat !== undefined,
    upstream: llm !== undefined,
  }
  const smsProviders = part(buildSmsProviders) ?? []
  const identity = part(buildIdentitySettings)
  const tracesEndpoint = part(findTracesEndpoint)
  const kubernetes = part(buildKubernetesConfig)
  const adapters = chooseAdapters(e, services, realDeployment, fault)
  const role = buildRole(e, fault)
  if (faults.length > 0) throw new Error(faults.join('\n'))

  const forThisMachine = isLoopbackHost(e.HOST)
  const mayPlay = !realDeployment && adapters.compute !== 'none' // a demo sells what it finds at its first start
  const demo = mayPlay && (e.DEMO === undefined ? forThisMachine : e.DEMO !== '0')
  return {
    port: e.PORT,
    host: e.HOST,
    data_dir: e.DATA_DIR,
    database_url: e.DATABASE_URL,
    database_wait_ms: e.DATABASE_WAIT_SECONDS * 1000,
    drain_ms: (e.DRAIN_SECONDS ?? (realDeployment ? defaultDrainSeconds : 0)) * 1000,
    ...buildAddresses(e),
    role,
    adapters,
    docker: buildDockerConfig(e),
    kubernetes,
    pull_patience_ms: e.PULL_PATIENCE_MINUTES * 60_000,
    real_deployment: realDeployment,
    demo,
    demo_story: demo && e.DEMO !== 'plain' && e.ROLE === 'all' && !e.DATABASE_URL && !s3 && isAllPlayed(adapters),
    demo_accounts: !realDeployment && (forThisMachine || (e.DEMO !== undefined && e.DEMO !== '0')),
    secret_key: secretKey,
    trust_proxy: e.TRUST_PROXY ?? [],
    traffic: { user_rps: e.USER_RPS, network_rps: e.NETWORK_RPS },
    export_direct_rows: e.EXPORT_DIRECT_ROWS,
    sms: buildSmsLimits(e, realDeployment),
    sms_providers: smsProviders,
    identity,
    brand: e.BRAND,
    icp_number: e.ICP_NUMBER ?? null,
    home_message: e.HOME_MESSAGE ?? null,
    police_number: e.POLICE_NUMBER ?? null,
    qrcodes: { service: e.SERVICE_QRCODE ?? null, official: e.OFFICIAL_QRCODE ?? null },
    contact: { email: e.CONTACT_EMAIL ?? null, phone: e.CONTACT_PHONE ?? null, address: e.CONTACT_ADDRESS ?? null },
    wechat,
    alipay,
    wechat_pay: wechatPay,
    bank,
    smtp,
    metrics_token: e.METRICS_TOKEN,
    metrics_on_loopback: !realDeployment && e.TRUST_PROXY === undefined,
    prometheus_url: e.PROMETHEUS_URL,
    traces_endpoint: tracesEndpoint,
    ssh: e.SSH_PORT === 0 ? undefined : { port: e.SSH_PORT, public_host: e.SSH_HOST ?? toPublicHost(e.PUBLIC_ORIGIN) },
    gateway: buildGatewayConfig(e),
    s3,
    llm,
    log_level: e.LOG_LEVEL ?? (realDeployment ? 'info' : 'warn'),
  }
}

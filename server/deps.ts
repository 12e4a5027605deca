import type { FastifyBaseLogger } from 'fastify'
import type { SandboxMail } from '#server/adapters/mail.sandbox.ts'
import type { SandboxPayment } from '#server/adapters/payment.sandbox.ts'
import type { SandboxSms } from '#server/adapters/sms.sandbox.ts'
import type { SandboxWechat } from '#server/adapters/wechat.sandbox.ts'
import type { Config } from '#server/config/config.ts'
import type { Database } from '#server/db/database.ts'
import type { Keys } from '#server/keys.ts'
import type { Departure } from '#server/lib/departure.ts'
import type { NodeFigures } from '#server/lib/node-figures.ts'
import type { ChallengeProvider } from '#server/ports/challenge.ts'
import type { Clock } from '#server/ports/clock.ts'
import type { ComputeDriver } from '#server/ports/compute.ts'
import type { Directories } from '#server/ports/directory.ts'
import type { Engines } from '#server/ports/engines.ts'
import type { IdentityCheck } from '#server/ports/identity.ts'
import type { InvoiceIssuer } from '#server/ports/invoice-issuer.ts'
import type { LlmUpstream } from '#server/ports/llm-upstream.ts'
import type { MailSender } from '#server/ports/mail.ts'
import type { MetricsSource } from '#server/ports/metrics.ts'
import type { PaymentProvider } from '#server/ports/payment.ts'
import type { SmsSender } from '#server/ports/sms.ts'
import type { UploadStore } from '#server/ports/uploads.ts'
import type { VolumeStore } from '#server/ports/volumes.ts'
import type { WebhookSender } from '#server/ports/webhooks.ts'
import type { Wechat } from '#server/ports/wechat.ts'

/** Public addresses; a gateway that is off or could not listen is absent. */
export interface GatewayAddresses {
  /** `fingerprint` of the host key: `SHA256:…`. */
  ssh?: { host: string; port: number; fingerprint: string }
  http?: { domain: string; port: number; https: boolean }
}

/** Everything the rules may ask of the outside world. */
export interface Deps {
  config: Config
  clock: Clock
  database: Database
  keys: Keys
  sms: SmsSender
  challenge: ChallengeProvider
  /** Undefined: no mail is sent. */
  mail: MailSender | undefined
  webhooks: WebhookSender
  payment: PaymentProvider
  /** Undefined: nobody signs in by WeChat. */
  wechat: Wechat | undefined
  /** Of organisations, whose people sign in by them. */
  directories: Directories
  /** Undefined: reviewers check who somebody is. */
  identity: IdentityCheck | undefined
  /** Undefined: finance issues elsewhere and registers what it issued. */
  invoice_issuer: InvoiceIssuer | undefined
  compute: ComputeDriver
  /** Makes drivers of single engines, of which `compute` is made. */
  engines: Engines
  /** Names our objects on an engine that others may share: every `Ref` carries it. */
  installation_id: string
  /** Whoever runs the large models; undefined: none are offered. */
  llm: LlmUpstream | undefined
  /** Where all files lie: what people store, and the content of data sets. */
  volumes: VolumeStore
  uploads: UploadStore
  /** Measured figures from elsewhere, such as Prometheus; without it, our own samples. */
  metrics?: MetricsSource
  /** Where this node's gateways are reached from outside. */
  gateways?: GatewayAddresses
  log: FastifyBaseLogger
  /** What this process has seen of itself. */
  figures: NodeFigures
  /** Whether and until when this process leaves. */
  departure: Departure
  /** What is played here, each beside its port; a part that is real or off is absent, and so are its routes and pages. */
  sandbox: {
    sms?: SandboxSms | undefined
    payment?: SandboxPayment | undefined
    mail?: SandboxMail | undefined
    wechat?: SandboxWechat | undefined
  }
}

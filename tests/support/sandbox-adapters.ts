import { join } from 'node:path'
import { createProofOfWork } from '#server/adapters/challenge.proof-of-work.ts'
import { createSimulator } from '#server/adapters/compute.simulator/simulator.ts'
import { createDirectories } from '#server/adapters/directories.ts'
import { sandboxIdentity } from '#server/adapters/identity.sandbox.ts'
import { createSandboxInvoiceIssuer } from '#server/adapters/invoice-issuer.sandbox.ts'
import { createSandboxLlm } from '#server/adapters/llm-upstream.sandbox/llm-upstream.sandbox.ts'
import { createSandboxMail } from '#server/adapters/mail.sandbox.ts'
import { createSandboxPayment } from '#server/adapters/payment.sandbox.ts'
import { createSandboxSms } from '#server/adapters/sms.sandbox.ts'
import { createSandboxWechat } from '#server/adapters/wechat.sandbox.ts'
import { demoFleet } from '#server/demo/fleet.ts'
import type { Keys } from '#server/keys.ts'
import { Departure } from '#server/lib/departure.ts'
import { NodeFigures } from '#server/lib/node-figures.ts'
import { createSigner } from '#server/lib/signing.ts'
import type { Clock } from '#server/ports/clock.ts'
import { createRecordingWebhooks } from '#tests/support/recording-webhooks.ts'

/** Every part of the outside world as the sandbox plays it, on one clock; the simulated machines lie below `dir`. */
export const createSandboxAdapters = (clock: Clock, keys: Keys, dir: string) => ({
  figures: new NodeFigures(),
  departure: new Departure(),
  sms: createSandboxSms(clock, () => {}),
  challenge: createProofOfWork(clock, createSigner(keys.challenge)),
  mail: createSandboxMail(clock),
  webhooks: createRecordingWebhooks(),
  payment: createSandboxPayment(keys.sandbox_payment),
  wechat: createSandboxWechat(clock),
  directories: createDirectories(clock),
  identity: sandboxIdentity,
  invoice_issuer: createSandboxInvoiceIssuer('智算中心'),
  llm: createSandboxLlm(clock, { piece_ms: 0 }),
  compute: createSimulator({ clock, dir: join(dir, 'simulator'), hosts: demoFleet }),
})

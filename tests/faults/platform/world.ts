import { join } from 'node:path'
import { pino } from 'pino'
import { createProofOfWork } from '#server/adapters/challenge.proof-of-work.ts'
import { createSimulator } from '#server/adapters/compute.simulator/simulator.ts'
import { sandboxIdentity } from '#server/adapters/identity.sandbox.ts'
import { createSandboxInvoiceIssuer } from '#server/adapters/invoice-issuer.sandbox.ts'
import { createSandboxLlm } from '#server/adapters/llm-upstream.sandbox/llm-upstream.sandbox.ts'
import { createSandboxMail } from '#server/adapters/mail.sandbox.ts'
import { createSandboxPayment } from '#server/adapters/payment.sandbox.ts'
import { createSandboxSms } from '#server/adapters/sms.sandbox.ts'
import { createUploads } from '#server/adapters/uploads.ts'
import { createFolderVolumes } from '#server/adapters/volumes.folder.ts'
import { createSandboxWechat } from '#server/adapters/wechat.sandbox.ts'
import { buildApp } from '#server/app.ts'
import { readServerConfig } from '#server/config/config.ts'
import { openDatabase } from '#server/db/database.ts'
import { ensureInstallationId } from '#server/db/installation.ts'
import { migrateDatabase } from '#server/db/migrate.ts'
import { seedDemo } from '#server/demo/demo.ts'
import { demoFleet } from '#server/demo/fleet.ts'
import type { Deps } from '#server/deps.ts'
import { loadInstallationKeys } from '#server/domains/operator/key-rotation/open-keys.service.ts'
import { createSessionTokens } from '#server/http/sessions.ts'
import { parseSecretRing } from '#server/keys.ts'
import { createSigner } from '#server/lib/signing.ts'
import { createApiCaller } from '#tests/support/calls.ts'
import { createRecordingWebhooks } from '#tests/support/recording-webhooks.ts'
import { FastClock } from './fast-clock.ts'

/** Speed relative to the wall clock: an hour passes in three seconds, so that sweeps happen in every life. */
const speed = 1_200

/** The whole platform on a folder as a killed one left it: durable database, simulator, demo data, fast clock. */
export async function openKillablePlatform(dir: string) {
  const clock = new FastClock(join(dir, 'clock'), speed)
  const sms = createSandboxSms(clock, () => {})
  const mail = createSandboxMail(clock)
  const database = await openDatabase({ data_dir: join(dir, 'database') })
  await migrateDatabase(database)
  const keys = await loadInstallationKeys(database, parseSecretRing(Buffer.alloc(32, 'faults').toString('base64')))
  const payment = createSandboxPayment(keys.sandbox_payment)
  const config = readServerConfig({ NODE_ENV: 'test', DATA_DIR: dir })
  const volumes = createFolderVolumes(join(dir, 'volumes'))
  const deps: Deps = {
    config,
    clock,
    database,
    keys,
    sms,
    challenge: createProofOfWork(clock, createSigner(keys.challenge)),
    mail,
    webhooks: createRecordingWebhooks(),
    payment,
    wechat: createSandboxWechat(clock),
    identity: sandboxIdentity,
    invoice_issuer: createSandboxInvoiceIssuer('智算中心'),
    volumes,
    uploads: createUploads(config, volumes),
    llm: createSandboxLlm(clock, { piece_ms: 0 }),
    compute: createSimulator({ clock, dir: join(dir, 'simulator'), hosts: demoFleet }),
    installation_id: await ensureInstallationId(database),
    log: pino({ level: 'error' }, pino.destination(2)),
    sandbox: { sms, payment, mail },
  }
  await seedDemo(deps)
  const app = await buildApp(deps)
  return { clock, deps, sandbox_payment: payment, app, call: createApiCaller(app), sessions: createSessionTokens(deps) }
}

export type KillablePlatform = Awaited<ReturnType<typeof openKillablePlatform>>

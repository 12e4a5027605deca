import { join } from 'node:path'
import { pino } from 'pino'
import { proofOfWork } from '#server/adapters/challenge.proof-of-work.ts'
import { createSimulator } from '#server/adapters/compute.simulator/simulator.ts'
import { sandbox_identity } from '#server/adapters/identity.sandbox.ts'
import { sandboxInvoiceIssuer } from '#server/adapters/invoice-issuer.sandbox.ts'
import { sandboxLlm } from '#server/adapters/llm-upstream.sandbox/llm-upstream.sandbox.ts'
import { sandboxMail } from '#server/adapters/mail.sandbox.ts'
import { sandboxPayment } from '#server/adapters/payment.sandbox.ts'
import { sandboxSms } from '#server/adapters/sms.sandbox.ts'
import { createUploads } from '#server/adapters/uploads.ts'
import { folderVolumes } from '#server/adapters/volumes.folder.ts'
import { sandboxWechat } from '#server/adapters/wechat.sandbox.ts'
import { buildApp } from '#server/app.ts'
import { readConfig } from '#server/config/config.ts'
import { openDatabase } from '#server/db/database.ts'
import { installationId } from '#server/db/installation.ts'
import { migrate } from '#server/db/migrate.ts'
import { seedDemo } from '#server/demo/demo.ts'
import { demo_fleet } from '#server/demo/fleet.ts'
import type { Deps } from '#server/deps.ts'
import { openKeys } from '#server/domains/operator/key-rotation/open-keys.service.ts'
import { createSessions } from '#server/http/sessions.ts'
import { readRing } from '#server/keys.ts'
import { signerOf } from '#server/lib/signing.ts'
import { callsTo } from '#tests/support/calls.ts'
import { deafWebhooks } from '#tests/support/recording-webhooks.ts'
import { FastClock } from './fast-clock.ts'

/** How many times faster than the wall: an hour passes in three seconds, so that sweeps happen in every life. */
const speed = 1_200

/** The whole platform on a folder, as a killed one left it: durable database, simulator, demo data, fast clock. */
export async function openWorld(dir: string) {
  const clock = new FastClock(join(dir, 'clock'), speed)
  const sms = sandboxSms(clock, () => {})
  const mail = sandboxMail(clock)
  const database = await openDatabase({ data_dir: join(dir, 'database') })
  await migrate(database)
  const keys = await openKeys(database, readRing(Buffer.alloc(32, 'faults').toString('base64')))
  const payment = sandboxPayment(keys.sandbox_payment)
  const config = readConfig({ NODE_ENV: 'test', DATA_DIR: dir })
  const volumes = folderVolumes(join(dir, 'volumes'))
  const deps: Deps = {
    config,
    clock,
    database,
    keys,
    sms,
    challenge: proofOfWork(clock, signerOf(keys.challenge)),
    mail,
    webhooks: deafWebhooks(),
    payment,
    wechat: sandboxWechat(clock),
    identity: sandbox_identity,
    invoice_issuer: sandboxInvoiceIssuer('智算中心'),
    volumes,
    uploads: createUploads(config, volumes),
    llm: sandboxLlm(clock, { piece_ms: 0 }),
    compute: createSimulator({ clock, dir: join(dir, 'simulator'), hosts: demo_fleet }),
    installation_id: await installationId(database),
    log: pino({ level: 'error' }, pino.destination(2)),
    sandbox: { sms, payment, mail },
  }
  await seedDemo(deps)
  const app = await buildApp(deps)
  return { clock, deps, sandbox_payment: payment, app, call: callsTo(app), sessions: createSessions(deps) }
}

export type World = Awaited<ReturnType<typeof openWorld>>

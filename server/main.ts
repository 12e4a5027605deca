import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { pino } from 'pino'
import { system_clock } from '#server/adapters/clock.system.ts'
import { createCompute } from '#server/adapters/compute.ts'
import { sandbox_identity } from '#server/adapters/identity.sandbox.ts'
import { sandboxInvoiceIssuer } from '#server/adapters/invoice-issuer.sandbox.ts'
import { openaiUpstream } from '#server/adapters/llm-upstream.openai.ts'
import { sandboxLlm } from '#server/adapters/llm-upstream.sandbox/llm-upstream.sandbox.ts'
import { sandboxMail } from '#server/adapters/mail.sandbox.ts'
import { smtpMail } from '#server/adapters/mail.smtp.ts'
import { prometheusMetrics } from '#server/adapters/metrics.prometheus.ts'
import { createPayment, playedBySandbox } from '#server/adapters/payment.ts'
import { sandboxSms } from '#server/adapters/sms.sandbox.ts'
import { createUploads } from '#server/adapters/uploads.ts'
import { createVolumes } from '#server/adapters/volumes.ts'
import { publicWebhooks } from '#server/adapters/webhooks.https.ts'
import { officialAccount } from '#server/adapters/wechat.official.ts'
import { sandboxWechat } from '#server/adapters/wechat.sandbox.ts'
import { buildApp } from '#server/app.ts'
import { type Config, readConfig } from '#server/config.ts'
import { openDatabase } from '#server/db/database.ts'
import { installationId } from '#server/db/installation.ts'
import { migrate } from '#server/db/migrate.ts'
import { demo_accounts } from '#server/demo/accounts.ts'
import { seedDemo } from '#server/demo/demo.ts'
import { regionOfHost } from '#server/demo/fleet.ts'
import type { Deps } from '#server/deps.ts'
import { openGateways } from '#server/gateway/gateways.ts'
import { periodicJobs } from '#server/jobs/jobs.ts'
import { startJobs } from '#server/jobs/runner.ts'
import { deriveKeys, loadSecret } from '#server/keys.ts'

const web_root = fileURLToPath(new URL('../dist/', import.meta.url))
const say = (line: string) => process.stdout.write(`${line}\n`)

async function openDeps(config: Config, die: (error: Error) => void): Promise<Deps> {
  const log = pino({ level: config.log_level, redact: ['req.headers.authorization'] }, pino.destination(2))
  const keys = deriveKeys(loadSecret(config.secret_key, config.data_dir))
  const database = await openDatabase(
    config.database_url ? { url: config.database_url } : { data_dir: join(config.data_dir, 'database'), onFailure: die },
  )
  await migrate(database)
  const installation_id = await installationId(database)
  const sms = sandboxSms(system_clock, say)
  const mailbox = sandboxMail(system_clock)
  const payment = createPayment(config, system_clock, keys.payment)
  const volumes = await createVolumes(config)
  const played = config.wechat ? undefined : sandboxWechat(system_clock)
  return {
    config,
    clock: system_clock,
    database,
    keys,
    sms,
    mail: config.smtp ? smtpMail(config.smtp) : mailbox,
    webhooks: publicWebhooks(),
    payment,
    wechat: played ?? officialAccount(config.wechat!, { clock: system_clock }),
    identity: sandbox_identity,
    invoice_issuer: sandboxInvoiceIssuer(config.brand),
    compute: await createCompute(config, system_clock, installation_id),
    installation_id,
    llm: config.llm ? openaiUpstream(config.llm) : sandboxLlm(system_clock),
    volumes,
    uploads: createUploads(config, volumes),
    ...(config.prometheus_url && { metrics: prometheusMetrics(config.prometheus_url) }),
    log,
    sandbox: { sms, ...(playedBySandbox(payment) && { payment }), mail: mailbox, ...(played && { wechat: played }) },
  }
}

async function main(): Promise<void> {
  const config = readConfig(process.env)
  const deps = await openDeps(config, (error) => {
    console.error(`数据库已停止：${error.message}`)
    process.exit(1)
  })
  if (config.demo) await seedDemo(deps)
  const gateways = config.serves_api ? await openGateways(deps, say) : undefined
  const app = gateways ? await buildApp({ ...deps, gateways: gateways.public }, web_root) : undefined
  const jobs = config.runs_jobs
    ? await startJobs(deps, periodicJobs(config.demo ? regionOfHost : () => null), `${process.pid}-${randomUUID()}`)
    : undefined

  // Streams and terminals end first, then the work under way, then what it stands on.
  const close = async () => {
    await gateways?.close()
    await app?.close()
    await jobs?.stop()
    await deps.compute.close()
    await deps.database.close()
  }
  const end = (failed: unknown) => process.exit(failed ? 1 : 0)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => close().then(() => end(false), end))

  if (!app) {
    say('后台任务已启动')
    return
  }
  await app.listen({ port: config.port, host: config.host })
  const { port } = app.server.address() as { port: number }
  say(`${config.brand} 已启动：http://${config.host === '0.0.0.0' ? 'localhost' : config.host}:${port}`)
  if (gateways?.public.ssh) say(`SSH：ssh -p ${gateways.public.ssh.port} <实例编号>@${gateways.public.ssh.host}`)
  if (config.demo) {
    say('演示账号（手机号 / 密码）：')
    for (const { who, phone, password } of demo_accounts) say(`  ${who}  ${phone} / ${password}`)
    say(`沙箱短信与收银台：http://${config.host}:${port}/sandbox`)
  }
}

main().catch((error: Error) => {
  console.error(error.message)
  process.exit(1)
})

import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { pino } from 'pino'
import { system_clock } from '#server/adapters/clock.system.ts'
import { buildApp } from '#server/app.ts'
import { createAdapters } from '#server/compose.ts'
import { type Config, readConfig } from '#server/config/config.ts'
import { openDatabase } from '#server/db/database.ts'
import { installationId } from '#server/db/installation.ts'
import { migrate } from '#server/db/migrate.ts'
import { demo_accounts, refuseDemoAccounts } from '#server/demo/accounts.ts'
import { seedDemo } from '#server/demo/demo.ts'
import { regionOfHost } from '#server/demo/fleet.ts'
import type { Deps } from '#server/deps.ts'
import { openKeys } from '#server/domains/operator/key-rotation/open-keys.service.ts'
import { leaseEngine } from '#server/domains/rentals/reconcile/engine-lease.service.ts'
import { openGateways } from '#server/gateway/gateways.ts'
import { periodicJobs } from '#server/jobs/jobs.ts'
import { startJobs } from '#server/jobs/runner.ts'
import { loadRing } from '#server/keys.ts'

const web_root = fileURLToPath(new URL('../dist/', import.meta.url))
/** A start waits longer than a question would: it has more to find out. */
const storage_patience_ms = 30_000
const say = (line: string) => process.stdout.write(`${line}\n`)

async function openDeps(config: Config, die: (error: Error) => void): Promise<Deps> {
  const log = pino({ level: config.log_level, redact: ['req.headers.authorization'] }, pino.destination(2))
  const ring = loadRing(config.secret_key, config.data_dir)
  const database = await openDatabase(
    config.database_url ? { url: config.database_url } : { data_dir: join(config.data_dir, 'database'), onFailure: die },
  )
  await migrate(database)
  const installation_id = await installationId(database)
  const keys = await openKeys(database, ring)
  const adapters = await createAdapters(config, { clock: system_clock, keys, installation_id, say })
  const compute = await leaseEngine({ database, clock: system_clock, log }, adapters.compute)
  return { config, clock: system_clock, database, keys, installation_id, log, ...adapters, compute }
}

async function main(): Promise<void> {
  const config = readConfig(process.env)
  const deps = await openDeps(config, (error) => {
    console.error(`数据库已停止：${error.message}`)
    process.exit(1)
  })
  const storage = await deps.volumes.health({ patience_ms: storage_patience_ms })
  if (storage.state === 'unfit') throw new Error(storage.problem)
  if (storage.problem) say(`注意：${storage.problem}；文件存储与数据集等它恢复，其他功能照常`)
  if (config.demo) await seedDemo(deps)
  if (!config.demo_accounts) await refuseDemoAccounts(deps)
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
  for (const line of aboutTheStandIns(deps, port)) say(line)
}

/** What whoever started it must know: what is played here, and who else can see that. */
function aboutTheStandIns({ config, sandbox }: Deps, port: number): string[] {
  const played = Object.values(sandbox).some((part) => part !== undefined)
  return [
    ...(config.demo
      ? ['演示账号（手机号 / 密码）：', ...demo_accounts.map(({ who, phone, password }) => `  ${who}  ${phone} / ${password}`)]
      : []),
    ...(played ? [`沙箱短信与收银台：http://${config.host}:${port}/sandbox`] : []),
    ...(played && !config.demo_accounts
      ? [
          `HOST=${config.host} 能被别的机器访问，没有写入演示数据；确实要演示时设置 DEMO=1`,
          '注意：沙箱里的验证码对所有能打开这个地址的人可见；对外提供服务请设置 NODE_ENV=production',
        ]
      : []),
    ...(config.real_deployment && config.adapters.sms === 'console'
      ? [`短信验证码写入 ${join(config.data_dir, 'sms.log')}`]
      : []),
    ...(config.real_deployment && config.adapters.compute === 'simulator' ? ['注意：COMPUTE=simulator，出租的机器是模拟的'] : []),
  ]
}

main().catch((error: Error) => {
  console.error(error.message)
  process.exit(1)
})

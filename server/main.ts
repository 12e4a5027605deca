import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { systemClock } from '#server/adapters/clock.system.ts'
import { buildApp } from '#server/app.ts'
import { openPauseDoor } from '#server/backup/pause-door.ts'
import { createAdapters, createFleet, startTracing, type Tracing } from '#server/compose.ts'
import { type Config, readServerConfig } from '#server/config/config.ts'
import { buildGatewayApp } from '#server/data-plane.ts'
import { openDatabase } from '#server/db/database.ts'
import { ensureInstallationId } from '#server/db/installation.ts'
import { migrateDatabase } from '#server/db/migrate.ts'
import { findMigratedTemplate } from '#server/db/template.ts'
import { openDatabaseWhenReady } from '#server/db/wait-for-database.ts'
import { assertNoDemoAccounts, demoAccounts } from '#server/demo/accounts.ts'
import { seedDemo } from '#server/demo/demo.ts'
import { findHostRegionId } from '#server/demo/fleet.ts'
import { loadSnapshot } from '#server/demo/living/load-snapshot.ts'
import { findSnapshot } from '#server/demo/living/snapshot.ts'
import type { Deps, GatewayAddresses } from '#server/deps.ts'
import { buildSetupLink } from '#server/domains/accounts/auth/setup-link.service.ts'
import { loadInstallationKeys } from '#server/domains/operator/key-rotation/open-keys.service.ts'
import { createEngineLeases, type EngineLeases } from '#server/domains/rentals/engines/engine-leases.service.ts'
import { keepConfiguredEngine } from '#server/domains/rentals/engines/engine-source.service.ts'
import { startGatewayThread } from '#server/gateway/gateway-thread.ts'
import { describeGateways, type OpenGateways, openGateways } from '#server/gateway/gateways.ts'
import { buildPeriodicJobs } from '#server/jobs/jobs.ts'
import { startJobs } from '#server/jobs/runner.ts'
import { loadSecretRing } from '#server/keys.ts'
import { createNodeLog } from '#server/node-log.ts'
import { buildWorkerApp } from '#server/node-status.ts'

/** What the builds left: the folder above the bundle, which may have been copied anywhere. */
const builtRoot = fileURLToPath(new URL(import.meta.url.endsWith('.ts') ? '../dist/' : '../', import.meta.url))
const demoSnapshotDir = join(builtRoot, 'demo')
const templateDir = join(builtRoot, 'template')
/** A start waits longer than a question would: it has more to find out. */
const storageStartTimeoutMs = 30_000
/** Longer than a lease left behind lasts. */
const engineWaitSeconds = 45
/** After that proxies have asked /healthz, or have been told by whoever asked the node to leave. */
const noticedMs = 5_000
const printLine = (line: string) => process.stdout.write(`${line}\n`)

interface OpenDeps {
  deps: Deps
  leases: EngineLeases
  tracing: Tracing
}

async function openDeps(config: Config, die: (error: Error) => void): Promise<OpenDeps> {
  const log = createNodeLog(config)
  const tracing = await startTracing(config, { clock: systemClock, log })
  const ring = loadSecretRing(config.secret_key, config.data_dir)
  const snapshot = config.demo_story ? findSnapshot(demoSnapshotDir) : undefined
  const template = snapshot?.database ?? findMigratedTemplate(templateDir)
  const { database_url: url, database_wait_ms: longestMs } = config
  const database = url
    ? await openDatabaseWhenReady({ url }, { clock: systemClock, longest_ms: longestMs, say: printLine })
    : await openDatabase({
        data_dir: join(config.data_dir, 'database'),
        onFailure: die,
        ...(template && { template_file: template }),
      })
  await migrateDatabase(database)
  if (snapshot) await loadSnapshot({ database, clock: systemClock, data_dir: config.data_dir, ring }, snapshot)
  const installationId = await ensureInstallationId(database)
  const keys = await loadInstallationKeys(database, ring)
  const adapters = await createAdapters(config, { clock: systemClock, keys, installation_id: installationId, say: printLine })
  const leases = createEngineLeases({ database, clock: systemClock, log })
  const known = { ...{ config, clock: systemClock, database, keys, installation_id: installationId, log }, ...adapters }
  await keepConfiguredEngine(known)
  const deps = { ...known, compute: createFleet(known, leases.hold) }
  return { deps, leases, tracing }
}

/** In a thread of their own, unless the instances live in this one, as simulated ones do. */
const openOwnGateways = (deps: Deps, { assertHeld }: EngineLeases): Promise<OpenGateways> =>
  deps.config.adapters.compute === 'simulator'
    ? openGateways(deps, printLine)
    : startGatewayThread(deps, { assertHeld, say: printLine })

/** A node that just came may not use the engines for some seconds (docs/decisions/049), and would turn everybody away. */
async function waitForEngines({ clock, compute }: Deps, leases: EngineLeases): Promise<void> {
  await compute.health()
  for (let second = 0; second < engineWaitSeconds; second += 1) {
    if (await leases.areSettled()) return
    await clock.sleep(1_000)
  }
}

/** The platform works without a gateway that cannot listen; a node for nothing else does not. */
function assertAllOpen({ ssh, gateway }: Config, open: GatewayAddresses): void {
  if ((ssh && !open.ssh) || (gateway && !open.http)) throw new Error('网关节点没能监听所有端口，没有启动')
}

/** Lets what is open end by itself, for as long as configured and at least until proxies know of it (docs/decisions/106). */
async function leave({ clock, config, departure, log }: Deps): Promise<void> {
  const { drain_ms: drainMs } = config
  if (drainMs === 0) return
  log.info({ drain_ms: drainMs }, 'the node leaves')
  const ended = departure.begin(new Date(clock.now().getTime() + drainMs))
  await Promise.race([Promise.all([ended, clock.sleep(noticedMs)]), clock.sleep(drainMs)])
}

function buildOwnApp(deps: Deps, gateways: GatewayAddresses): Promise<FastifyInstance> {
  const { serves_api: servesApi, serves_data_only: servesDataOnly } = deps.config.role
  if (servesDataOnly) return buildGatewayApp(deps)
  return servesApi ? buildApp({ ...deps, gateways }, builtRoot) : buildWorkerApp(deps)
}

async function main(): Promise<void> {
  const config = readServerConfig(process.env)
  const { deps, leases, tracing } = await openDeps(config, (error) => {
    console.error(`数据库已停止：${error.message}`)
    process.exit(1)
  })
  const storage = await deps.volumes.health({ patience_ms: storageStartTimeoutMs })
  if (storage.state === 'unfit') throw new Error(storage.problem)
  if (storage.problem) printLine(`注意：${storage.problem}；文件存储与数据集等它恢复，其他功能照常`)
  if (config.demo) await seedDemo(deps)
  if (!config.demo_accounts) await assertNoDemoAccounts(deps)
  if (config.role.serves_data_only) await waitForEngines(deps, leases)
  const gateways = config.role.opens_gateways ? await openOwnGateways(deps, leases) : undefined
  const addresses = gateways?.public ?? describeGateways(deps)
  if (config.role.serves_data_only) assertAllOpen(config, addresses)
  const app = await buildOwnApp(deps, addresses)
  const isWorker = !config.role.serves_api && !config.role.serves_data_only
  const jobs = config.role.runs_jobs
    ? await startJobs(deps, buildPeriodicJobs(config.demo ? findHostRegionId : () => null), `${process.pid}-${randomUUID()}`)
    : undefined

  const closePauseDoor = config.database_url ? () => {} : await openPauseDoor(deps.database, config.data_dir)

  // Streams and terminals end first, then the work under way, then what it stands on. A worker is watched until its work is done.
  const close = async () => {
    await gateways?.close()
    if (!isWorker) await app.close()
    await jobs?.stop()
    if (isWorker) await app.close()
    await deps.compute.close()
    closePauseDoor()
    await deps.database.close()
    await tracing.close()
  }
  let closing: Promise<void> | undefined
  const end = async () => {
    closing ??= close()
    await closing.then(
      () => process.exit(0),
      () => process.exit(1),
    )
  }
  process.once('SIGINT', end)
  // Asked again, it waits no longer.
  process.once('SIGTERM', () => {
    process.once('SIGTERM', end)
    void (isWorker ? end() : leave(deps).then(end))
  })

  try {
    await app.listen({ port: config.port, host: config.host })
  } catch (error) {
    // Workers of earlier versions listened nowhere, and may share a machine and its settings with a node that does.
    if (!isWorker) throw error
    printLine(
      `注意：任务节点不能在 ${config.host}:${config.port} 监听（${(error as Error).message}），任务照常，但没有 /healthz 与 /metrics；给它另一个 PORT`,
    )
    return
  }
  const { port } = app.server.address() as { port: number }
  printLine(
    `${config.brand}${isWorker ? '任务节点' : config.role.serves_data_only ? '网关节点' : ''} 已启动：http://${config.host === '0.0.0.0' ? 'localhost' : config.host}:${port}`,
  )
  if (gateways?.public.ssh) printLine(`SSH：ssh -p ${gateways.public.ssh.port} <实例编号>@${gateways.public.ssh.host}`)
  if (!config.role.serves_api) return
  for (const line of listSandboxNotices(deps, port)) printLine(line)
  const setupLink = config.demo ? undefined : await buildSetupLink(deps)
  // The one secret that is ever printed (docs/decisions/115).
  if (setupLink) printLine(`还没有管理员，24 小时内打开这个链接建立第一名（只能用一次）：\n${setupLink}`)
}

/** What whoever started it must know: what is played here, and who else can see that. */
function listSandboxNotices({ config, sandbox }: Deps, port: number): string[] {
  const played = Object.values(sandbox).some((part) => part !== undefined)
  return [
    ...(config.demo
      ? ['演示账号（手机号 / 密码）：', ...demoAccounts.map(({ who, phone, password }) => `  ${who}  ${phone} / ${password}`)]
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

import type { HandlerInput } from '#contract/endpoint.ts'
import {
  type EngineCheck,
  type EngineKind,
  type EngineState,
  type OperatorEngine,
  type operatorEngines,
  parseEngineAddress,
} from '#contract/operator/engines.ts'
import type { Config } from '#server/config/config.ts'
import type { Deps } from '#server/deps.ts'
import {
  type ClusterSettings,
  readClusterSettings,
  takeCluster,
  toCluster,
} from '#server/domains/rentals/engines/cluster.service.ts'
import { simulatedOnly } from '#server/domains/rentals/engines/engine-source.service.ts'
import { configuredEngineId, type EngineRow, type EngineView, enginesRepo } from '#server/domains/rentals/engines/engines.repo.ts'
import {
  type MachineSettings,
  readMachineSettings,
  takeMachine,
  toMachine,
} from '#server/domains/rentals/engines/machine.service.ts'
import type { Context } from '#server/http/context.ts'
import { newId } from '#server/lib/ids.ts'
import { createFieldRefusal, Refusal } from '#server/lib/refusal.ts'
import type { HostReport } from '#server/ports/compute-host.ts'
import { DriverUnavailable } from '#server/ports/driver-errors.ts'
import { type EngineFinding, engineCheckNames } from '#server/ports/engine-check.ts'

type NewEngine = HandlerInput<typeof operatorEngines.create>['body']
type Changes = HandlerInput<typeof operatorEngines.update>['body']
type Settings = MachineSettings | ClusterSettings

interface Finding {
  item: string
  ok: boolean
  found: string
  mend?: string
}

const presentFindings = (findings: readonly Finding[], shownHostKey: string | null = null): EngineCheck => ({
  findings: findings.map(({ mend, ...finding }) => ({ ...finding, mend: mend ?? null })),
  shown_host_key: shownHostKey,
})

const readSettings = ({ kind, settings }: EngineRow): Settings =>
  kind === 'kubernetes' ? readClusterSettings(settings) : readMachineSettings(settings)

const isReachedBySsh = ({ address }: Settings): boolean => address.startsWith('ssh:')

/** The first that applies, as in contract/operator/engines.ts. */
function computeState(row: EngineView): EngineState {
  if (isReachedBySsh(readSettings(row)) && row.host_key === null) return 'unpinned'
  if (row.hosts === 0) return 'unreported'
  return row.silent === row.hosts ? 'silent' : 'ok'
}

const findWhyNoneAdded = ({ adapters }: Config): string | null => (adapters.compute === 'simulator' ? simulatedOnly : null)

const present = (row: EngineView, config: Config): OperatorEngine => ({
  ...readMachineSettings({}),
  ...readClusterSettings({}),
  ...readSettings(row),
  id: row.id,
  name: row.name,
  kind: row.kind as EngineKind,
  configured: row.origin === 'settings',
  state: computeState(row),
  has_credentials: row.credentials_sealed !== null,
  host_key: row.host_key,
  hosts: row.hosts,
  silent_hosts: row.silent,
  problem: row.problem,
  why_none_added: findWhyNoneAdded(config),
  created_at: row.created_at.toISOString(),
})

async function load({ config }: Pick<Deps, 'config'>, repo: ReturnType<typeof enginesRepo>, id: string): Promise<OperatorEngine> {
  const row = await repo.view(id)
  if (!row) throw new Refusal('not_found')
  return present(row, config)
}

export async function listEngines({ deps }: Context, query: HandlerInput<typeof operatorEngines.list>['query']) {
  const { items, total } = await enginesRepo(deps.database.kysely).page(query)
  return { items: items.map((row) => present(row, deps.config)), total }
}

export const getEngine = ({ deps }: Context, id: string) => load(deps, enginesRepo(deps.database.kysely), id)

type Draft = { settings: Settings; credentials_sealed: string | null }

/** Takes what is written down of an engine out of a form. Throws at the unfit field. */
const takeEngine = ({ deps }: Context, kind: string, id: string, form: Changes, held?: EngineRow): Promise<Draft> =>
  kind === 'kubernetes' ? takeCluster(deps, id, form, held) : takeMachine(deps, id, form, held)

/** What the audit log records of the settings; credentials are none of them. */
const toAudited = (settings: Settings): Record<string, string> =>
  Object.fromEntries(Object.entries(settings).map(([name, value]) => [name, String(value)]))

export async function addEngine(ctx: Context, form: NewEngine): Promise<OperatorEngine> {
  const whyNot = findWhyNoneAdded(ctx.deps.config)
  if (whyNot !== null) throw new Refusal('host_state', { message: whyNot })
  const { kind, name } = form
  const id = newId('engine')
  const { settings, credentials_sealed: sealed } = await takeEngine(ctx, kind, id, form)
  return ctx.transaction(async (tx) => {
    const repo = enginesRepo(tx.db)
    // The name of a machine is that of its host; those of a cluster's hosts are the nodes' own.
    const added =
      !(kind === 'docker' && (await repo.isHostNameTaken(name))) &&
      (await repo.insert({
        id,
        kind,
        name,
        origin: 'operator',
        settings: JSON.stringify(settings),
        credentials_sealed: sealed,
        host_key: (isReachedBySsh(settings) && form.host_key) || null,
        created_at: tx.now(),
      }))
    if (!added) throw createFieldRefusal('name_taken', 'name', '已有同名的主机或引擎')
    ctx.audit({ target_id: id, after: { name, kind, ...toAudited(settings) } })
    return load(tx.deps, repo, id)
  })
}

const createConfiguredRefusal = () => new Refusal('host_state', { message: '这个引擎由环境变量 COMPUTE 配置，请在那里修改' })

/** Locks an engine that an operator added; what COMPUTE configures is changed there. */
async function lockOwn(repo: ReturnType<typeof enginesRepo>, id: string) {
  const row = await repo.lock(id)
  if (!row) throw new Refusal('not_found')
  if (row.origin === 'settings') throw createConfiguredRefusal()
  return row
}

export async function editEngine(ctx: Context, id: string, form: Changes): Promise<OperatorEngine> {
  const before = await enginesRepo(ctx.deps.database.kysely).view(id)
  if (!before) throw new Refusal('not_found')
  if (before.origin === 'settings') throw createConfiguredRefusal()
  const { settings, credentials_sealed: sealed } = await takeEngine(ctx, before.kind, id, form, before)
  return ctx.transaction(async (tx) => {
    const repo = enginesRepo(tx.db)
    const held = await lockOwn(repo, id)
    // Credentials left empty were taken from what was there then.
    if (held.version !== before.version) throw new Refusal('host_state', { message: '刚刚有人修改过这个引擎，请刷新后再改' })
    const last = readSettings(held)
    await repo.update(id, {
      settings: JSON.stringify(settings),
      credentials_sealed: sealed,
      ...(settings.address !== last.address && { host_key: null }),
    })
    ctx.audit({ before: toAudited(last), after: toAudited(settings) })
    return load(tx.deps, repo, id)
  })
}

export const pinHostKey = (ctx: Context, id: string, hostKey: string): Promise<OperatorEngine> =>
  ctx.transaction(async (tx) => {
    const repo = enginesRepo(tx.db)
    const held = await lockOwn(repo, id)
    if (!isReachedBySsh(readSettings(held))) throw new Refusal('host_state', { message: '只有 SSH 引擎有主机密钥' })
    await repo.update(id, { host_key: hostKey })
    ctx.audit({ before: { host_key: held.host_key ?? '' }, after: { host_key: hostKey } })
    return load(tx.deps, repo, id)
  })

export const removeEngine = (ctx: Context, id: string): Promise<OperatorEngine> =>
  ctx.transaction(async (tx) => {
    const repo = enginesRepo(tx.db)
    await lockOwn(repo, id)
    const living = await repo.lockHosts(id)
    if (living > 0) throw new Refusal('host_state', { message: `它的主机上还有 ${living} 台实例，请先排空，等它们释放或迁走` })
    const removed = await load(tx.deps, repo, id)
    await repo.closeHosts(id, '引擎已移除')
    await repo.update(id, { removed_at: tx.now(), credentials_sealed: null })
    ctx.audit({ before: { name: removed.name, address: removed.address }, after: { removed: 'true' } })
    return removed
  })

/** What the hosts of the configured engine say of themselves. */
async function lookAtConfigured({ compute }: Context['deps']): Promise<Finding[]> {
  const reports = await compute.inventory().catch((error: unknown) => {
    if (error instanceof DriverUnavailable) return [{ host: '引擎', problem: `没有应答：${error.message}` } as HostReport]
    throw error
  })
  const own = reports.filter(({ engine = configuredEngineId }) => engine === configuredEngineId)
  return own.map((report) => {
    if (!report.facts) return { item: report.host, ok: false, found: report.problem }
    const { cpu, memory_mb: memoryMb, gpus, problem } = report.facts
    const found = `${cpu} 核、${Math.floor(memoryMb / 1024)} GB 内存、${gpus.length} 张卡`
    return problem ? { item: report.host, ok: false, found, mend: problem } : { item: report.host, ok: true, found }
  })
}

const presentLook = (findings: readonly EngineFinding[]): EngineCheck =>
  presentFindings(findings.map((finding) => ({ ...finding, item: engineCheckNames[finding.item] })))

/** Looks at an engine and its machine or cluster. While a machine's host key is not pinned, that key is all that is asked for. */
export async function checkEngineAsOperator({ deps }: Context, id: string): Promise<EngineCheck> {
  const row = await enginesRepo(deps.database.kysely).view(id)
  if (!row) throw new Refusal('not_found')
  if (row.origin === 'settings') return presentFindings(await lookAtConfigured(deps))
  const whyNot = findWhyNoneAdded(deps.config)
  if (whyNot !== null) return presentFindings([{ item: '设置', ok: false, found: whyNot }])
  if (row.kind === 'kubernetes') return presentLook(await deps.engines.checkCluster(toCluster(deps, row)))
  const machine = toMachine(deps, row)
  if (machine) return presentLook(await deps.engines.checkMachine(machine))
  const address = parseEngineAddress(readMachineSettings(row.settings).address)
  if (address?.by !== 'ssh') throw new Error(`engine ${id} has an address that is not reached`)
  try {
    return presentFindings([], await deps.engines.readHostKey(address))
  } catch (error) {
    if (!(error instanceof DriverUnavailable)) throw error
    const mend = '检查地址与端口，以及主机上的 sshd'
    return presentFindings([{ item: 'SSH', ok: false, found: `没有应答：${error.message}`, mend }])
  }
}

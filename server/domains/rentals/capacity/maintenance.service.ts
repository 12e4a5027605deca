import type { Transaction } from 'kysely'
import { limits } from '#contract/limits.ts'
import type { DB } from '#server/db/types.ts'
import type { Deps } from '#server/deps.ts'
import { resumeImageTime } from '#server/domains/money/creator-income/image-periods.service.ts'
import { type HostRow, hostsRepo } from '#server/domains/rentals/capacity/hosts.repo.ts'
import { stockChanged, undrainHost } from '#server/domains/rentals/capacity/hosts.service.ts'
import { type MaintenanceRow, maintenancesRepo } from '#server/domains/rentals/capacity/maintenances.repo.ts'
import { instancesRepo } from '#server/domains/rentals/instances/instances.repo.ts'
import { tellTenants } from '#server/domains/rentals/instances/maintenance-notices.ts'
import { forEachIsolated } from '#server/lib/concurrency.ts'
import { newId } from '#server/lib/ids.ts'
import { Refusal, refuseField } from '#server/lib/refusal.ts'
import { inTransaction, type Tx } from '#server/tx.ts'

const hour_ms = 3_600_000
/** Nobody plans further ahead than this. */
const horizon_ms = 90 * 24 * hour_ms

const beijing = new Intl.DateTimeFormat('zh-CN', { timeZone: 'Asia/Shanghai', dateStyle: 'medium', timeStyle: 'short' })
const operator = (actor_id: string) => ({ actor: 'operator' as const, actor_id })
const system = { actor: 'system' } as const

/** Announces a maintenance 24 h ahead at least (spec §9): from now on the host is emptied, and whoever is on it knows. */
export async function announceMaintenance(
  tx: Tx,
  host: HostRow,
  operator_id: string,
  plan: { starts_at: Date; hours: number; reason: string },
): Promise<void> {
  const now = tx.now()
  const ahead_ms = plan.starts_at.getTime() - now.getTime()
  if (ahead_ms < limits.maintenance_notice_hours * hour_ms)
    throw refuseField('invalid', 'starts_at', `维护须至少提前 ${limits.maintenance_notice_hours} 小时公告`)
  if (ahead_ms > horizon_ms) throw refuseField('invalid', 'starts_at', '开始时间最远为 90 天后')
  if (host.region_id === null) throw new Refusal('host_state', { message: '该主机尚未登记' })
  if (await maintenancesRepo(tx.db).lockOpen(host.id)) throw new Refusal('host_state', { message: '该主机已公告维护' })
  await maintenancesRepo(tx.db).insert({ id: newId('mt'), host_id: host.id, ...plan, status: 'announced', announced_at: now })
  await hostsRepo(tx.db).update(host.id, {
    drained_at: host.drained_at ?? now,
    drain_reason: host.drain_reason ?? `维护：${plan.reason}`,
  })
  await stockChanged(tx)
  await tellTenants(tx, host.id, {
    by: operator(operator_id),
    class: 'system',
    title: `主机将于 ${beijing.format(plan.starts_at)} 维护`,
    content: `预计 ${plan.hours} 小时，原因：${plan.reason}。届时仍在运行的实例会被关机，系统盘和数据盘都保留；按量计费随关机停止，包日、包周顺延维护的时间。请提前保存工作。`,
  })
}

/** Calls off what has not begun. */
export async function cancelMaintenance(tx: Tx, host: HostRow, operator_id: string): Promise<void> {
  const open = await maintenancesRepo(tx.db).lockOpen(host.id)
  if (open?.status !== 'announced') throw new Refusal('host_state', { message: '没有尚未开始的维护' })
  await maintenancesRepo(tx.db).update(open.id, { status: 'cancelled', ended_at: tx.now() })
  await undrainHost(tx, host)
  await tellTenants(tx, host.id, {
    by: operator(operator_id),
    class: 'system',
    title: `主机维护已取消（原定 ${beijing.format(open.starts_at)}）`,
    content: '实例不受影响。',
  })
}

/** Ends a maintenance: the host takes instances again, and packages get the time back in which they could not run. */
export async function finishMaintenance(tx: Tx, host: HostRow, operator_id: string): Promise<void> {
  const open = await maintenancesRepo(tx.db).lockOpen(host.id)
  if (open?.status !== 'under_way' || !open.started_at) throw new Refusal('host_state', { message: '没有进行中的维护' })
  const now = tx.now()
  const lasted_ms = Math.max(0, now.getTime() - open.started_at.getTime())
  await maintenancesRepo(tx.db).update(open.id, { status: 'finished', ended_at: now })
  await undrainHost(tx, host)
  for (const { id } of await hostsRepo(tx.db).tenants(host.id)) {
    const row = await instancesRepo(tx.db).lock(id)
    if (!row?.expire_at || row.released_at || row.expire_at <= open.started_at) continue
    await instancesRepo(tx.db).update(id, { expire_at: new Date(row.expire_at.getTime() + lasted_ms) })
    if (lasted_ms > 0) await resumeImageTime(tx.db, id, open.started_at, now)
  }
  await tellTenants(tx, host.id, {
    by: operator(operator_id),
    class: 'system',
    title: '主机维护已结束',
    content: `现在可以开机。包日、包周的到期时间已顺延 ${Math.ceil(lasted_ms / 60_000)} 分钟。`,
  })
}

/** Reminds an hour ahead, once, and begins what is due; from then on nothing runs on the host (unwelcome.service). */
export async function keepMaintenances(deps: Deps): Promise<void> {
  const soon = new Date(deps.clock.now().getTime() + limits.maintenance_reminder_seconds * 1000)
  const near = await maintenancesRepo(deps.database.kysely).announcedUntil(soon)
  await forEachIsolated(near, deps, 'keeping a maintenance', ({ id }) =>
    inTransaction(deps, async (tx) => {
      const row = await maintenancesRepo(tx.db).lockAnnounced(id)
      if (!row) return
      if (row.starts_at <= deps.clock.now()) return begin(tx.db, row, deps.clock.now())
      if (!row.reminded_at) return remind(tx, row)
    }),
  )
}

async function begin(trx: Transaction<DB>, row: MaintenanceRow, now: Date): Promise<void> {
  await maintenancesRepo(trx).update(row.id, { status: 'under_way', started_at: now })
  await hostsRepo(trx).update(row.host_id, { maintenance_since: now })
}

async function remind(tx: Tx, row: MaintenanceRow): Promise<void> {
  await maintenancesRepo(tx.db).update(row.id, { reminded_at: tx.now() })
  await tellTenants(tx, row.host_id, {
    by: system,
    class: 'system',
    title: `主机将于 ${beijing.format(row.starts_at)} 开始维护`,
    content: '不到 1 小时后仍在运行的实例会被关机，数据保留。请现在保存工作。',
  })
}

import type { Transaction } from 'kysely'
import { dayMs } from '#contract/day.ts'
import { limits } from '#contract/limits.ts'
import type { DB } from '#server/db/types.ts'
import type { Deps } from '#server/deps.ts'
import { postponeImagePeriods } from '#server/domains/money/creator-income/image-periods.service.ts'
import { type HostRow, hostsRepo } from '#server/domains/rentals/capacity/hosts.repo.ts'
import { publishStockChange, undrainHost } from '#server/domains/rentals/capacity/hosts.service.ts'
import { type MaintenanceRow, maintenancesRepo } from '#server/domains/rentals/capacity/maintenances.repo.ts'
import { instancesRepo } from '#server/domains/rentals/instances/instances.repo.ts'
import { notifyTenants } from '#server/domains/rentals/instances/maintenance-notices.ts'
import { forEachIsolated } from '#server/lib/concurrency.ts'
import { newId } from '#server/lib/ids.ts'
import { createFieldRefusal, Refusal } from '#server/lib/refusal.ts'
import { inTransaction, type Tx } from '#server/tx.ts'

const hourMs = 3_600_000
/** Maximum lead time of an announcement. */
const maxAdvanceMs = 90 * dayMs

const beijingFormat = new Intl.DateTimeFormat('zh-CN', { timeZone: 'Asia/Shanghai', dateStyle: 'medium', timeStyle: 'short' })
const byOperator = (actorId: string) => ({ actor: 'operator' as const, actor_id: actorId })
const bySystem = { actor: 'system' } as const

/**
 * Announces a maintenance at least 24 h ahead (requirements §9): the host is drained from now on, and the owners on it are
 * notified.
 */
export async function announceMaintenance(
  tx: Tx,
  host: HostRow,
  operatorId: string,
  plan: { starts_at: Date; hours: number; reason: string },
): Promise<void> {
  const now = tx.now()
  const aheadMs = plan.starts_at.getTime() - now.getTime()
  if (aheadMs < limits.maintenanceNoticeHours * hourMs)
    throw createFieldRefusal('invalid', 'starts_at', `维护须至少提前 ${limits.maintenanceNoticeHours} 小时公告`)
  if (aheadMs > maxAdvanceMs) throw createFieldRefusal('invalid', 'starts_at', '开始时间最远为 90 天后')
  if (host.region_id === null) throw new Refusal('host_state', { message: '该主机尚未登记' })
  if (await maintenancesRepo(tx.db).lockOpen(host.id)) throw new Refusal('host_state', { message: '该主机已公告维护' })
  await maintenancesRepo(tx.db).insert({ id: newId('mt'), host_id: host.id, ...plan, status: 'announced', announced_at: now })
  await hostsRepo(tx.db).update(host.id, {
    drained_at: host.drained_at ?? now,
    drain_reason: host.drain_reason ?? `维护：${plan.reason}`,
  })
  await publishStockChange(tx)
  await notifyTenants(tx, host.id, {
    by: byOperator(operatorId),
    class: 'system',
    title: `主机将于 ${beijingFormat.format(plan.starts_at)} 维护`,
    content: `预计 ${plan.hours} 小时，原因：${plan.reason}。届时仍在运行的实例会被关机，系统盘和数据盘都保留；按量计费随关机停止，包日、包周顺延维护的时间。请提前保存工作。`,
  })
}

/** Cancels a maintenance that has not begun. */
export async function cancelMaintenance(tx: Tx, host: HostRow, operatorId: string): Promise<void> {
  const open = await maintenancesRepo(tx.db).lockOpen(host.id)
  if (open?.status !== 'announced') throw new Refusal('host_state', { message: '没有尚未开始的维护' })
  await maintenancesRepo(tx.db).update(open.id, { status: 'cancelled', ended_at: tx.now() })
  await undrainHost(tx, host)
  await notifyTenants(tx, host.id, {
    by: byOperator(operatorId),
    class: 'system',
    title: `主机维护已取消（原定 ${beijingFormat.format(open.starts_at)}）`,
    content: '实例不受影响。',
  })
}

/** Ends a maintenance: the host takes instances again, and packages are extended by the time they could not run. */
export async function finishMaintenance(tx: Tx, host: HostRow, operatorId: string): Promise<void> {
  const open = await maintenancesRepo(tx.db).lockOpen(host.id)
  if (open?.status !== 'under_way' || !open.started_at) throw new Refusal('host_state', { message: '没有进行中的维护' })
  const now = tx.now()
  const lastedMs = Math.max(0, now.getTime() - open.started_at.getTime())
  await maintenancesRepo(tx.db).update(open.id, { status: 'finished', ended_at: now })
  await undrainHost(tx, host)
  for (const { id } of await hostsRepo(tx.db).tenants(host.id)) {
    const row = await instancesRepo(tx.db).lock(id)
    if (!row?.expire_at || row.released_at || row.expire_at <= open.started_at) continue
    await instancesRepo(tx.db).update(id, { expire_at: new Date(row.expire_at.getTime() + lastedMs) })
    if (lastedMs > 0) await postponeImagePeriods(tx.db, id, open.started_at, now)
  }
  await notifyTenants(tx, host.id, {
    by: byOperator(operatorId),
    class: 'system',
    title: '主机维护已结束',
    content: `现在可以开机。包日、包周的到期时间已顺延 ${Math.ceil(lastedMs / 60_000)} 分钟。`,
  })
}

/**
 * Sends one reminder an hour ahead, and begins maintenances that are due; from then on nothing may run on the host
 * (forced-stops.service).
 */
export async function runMaintenanceCycle(deps: Deps): Promise<void> {
  const soon = new Date(deps.clock.now().getTime() + limits.maintenanceReminderSeconds * 1000)
  const near = await maintenancesRepo(deps.database.kysely).announcedUntil(soon)
  await forEachIsolated(near, deps, 'keeping a maintenance', ({ id }) =>
    inTransaction(deps, async (tx) => {
      const row = await maintenancesRepo(tx.db).lockAnnounced(id)
      if (!row) return
      if (row.starts_at <= deps.clock.now()) return beginMaintenance(tx.db, row, deps.clock.now())
      if (!row.reminded_at) return remindTenants(tx, row)
    }),
  )
}

async function beginMaintenance(trx: Transaction<DB>, row: MaintenanceRow, now: Date): Promise<void> {
  await maintenancesRepo(trx).update(row.id, { status: 'under_way', started_at: now })
  await hostsRepo(trx).update(row.host_id, { maintenance_since: now })
}

async function remindTenants(tx: Tx, row: MaintenanceRow): Promise<void> {
  await maintenancesRepo(tx.db).update(row.id, { reminded_at: tx.now() })
  await notifyTenants(tx, row.host_id, {
    by: bySystem,
    class: 'system',
    title: `主机将于 ${beijingFormat.format(row.starts_at)} 开始维护`,
    content: '不到 1 小时后仍在运行的实例会被关机，数据保留。请现在保存工作。',
  })
}

import type { z } from 'zod'
import type { CardGrant } from '#contract/capabilities.ts'
import { type HostMaintenance, isHostIsolation } from '#contract/operator/hosts.ts'
import { stockRepo } from '#server/domains/operator/stock.repo.ts'
import { drainHost, isHeldHost, lockHost, registerHost, undrainHost } from '#server/domains/rentals/capacity/hosts.service.ts'
import {
  announceMaintenance,
  cancelMaintenance,
  finishMaintenance,
} from '#server/domains/rentals/capacity/maintenance.service.ts'
import type { AuditedChange, Context } from '#server/http/context.ts'
import { Refusal } from '#server/lib/refusal.ts'
import type { Tx } from '#server/tx.ts'

type Row = NonNullable<Awaited<ReturnType<ReturnType<typeof stockRepo>['host']>>>
type LockedHost = Awaited<ReturnType<typeof lockHost>>

const presentMaintenance = (row: Row): z.input<typeof HostMaintenance> | null =>
  row.maintenance_id && row.starts_at && row.announced_at
    ? {
        id: row.maintenance_id,
        starts_at: row.starts_at.toISOString(),
        hours: row.hours ?? 0,
        reason: row.reason ?? '',
        status: row.status as z.input<typeof HostMaintenance>['status'],
        announced_at: row.announced_at.toISOString(),
        reminded_at: row.reminded_at?.toISOString() ?? null,
        started_at: row.started_at?.toISOString() ?? null,
        ended_at: row.ended_at?.toISOString() ?? null,
      }
    : null

const present = (row: Row) => ({
  id: row.id,
  region_id: row.region_id,
  region_name: row.region_name,
  state: row.state,
  drain_reason: row.drain_reason,
  held_at: isHeldHost(row) ? (row.held_at?.toISOString() ?? null) : null,
  sick_cards: row.sick_cards.map((card) => ({ ...card, since: new Date(card.since).toISOString() })),
  problem: row.problem,
  isolation: row.isolation.filter(isHostIsolation),
  cpu: row.cpu,
  memory: row.memory_gb,
  gpu_models: row.gpu_models,
  gpu_total: row.gpu_total,
  gpu_rented: row.gpu_rented,
  instances: row.instances,
  running: row.running,
  simulated: row.simulated,
  capabilities: row.capabilities,
  cards: row.cards as CardGrant,
  unreachable_since: row.unreachable_since?.toISOString() ?? null,
  seen_at: row.seen_at.toISOString(),
  maintenance: presentMaintenance(row),
})

export async function listHosts({ deps }: Context, query: Parameters<ReturnType<typeof stockRepo>['hosts']>[0]) {
  const { items, total } = await stockRepo(deps.database.kysely).hosts(query)
  return { items: items.map(present), total }
}

async function loadHost(db: Parameters<typeof stockRepo>[0], id: string) {
  const row = await stockRepo(db).host(id)
  if (!row) throw new Refusal('not_found')
  return present(row)
}

export const getHost = ({ deps }: Context, id: string) => loadHost(deps.database.kysely, id)

/** Changes a host under its lock and returns its new state; `work` returns what the audit log records. */
const changeHost = (ctx: Context, id: string, work: (tx: Tx, host: LockedHost) => Promise<AuditedChange>) =>
  ctx.transaction(async (tx) => {
    ctx.audit(await work(tx, await lockHost(tx.db, id)))
    return loadHost(tx.db, id)
  })

export const registerHostAsOperator = (ctx: Context, id: string, regionId: string) =>
  changeHost(ctx, id, async (tx, host) => {
    await registerHost(tx, host, regionId)
    return { before: { region_id: '' }, after: { region_id: regionId } }
  })

export const drainHostAsOperator = (ctx: Context, id: string, reason: string) =>
  changeHost(ctx, id, async (tx, host) => {
    await drainHost(tx, host, reason)
    return { before: { drained: 'false' }, after: { drained: 'true', reason } }
  })

export const undrainHostAsOperator = (ctx: Context, id: string) =>
  changeHost(ctx, id, async (tx, host) => {
    if ((await stockRepo(tx.db).host(id))?.maintenance_id) throw new Refusal('host_state', { message: '请先取消或结束维护' })
    if (isHeldHost(host)) throw new Refusal('host_state', { message: '这台主机是平台停售的，请用「恢复上架」' })
    await undrainHost(tx, host)
    return { before: { drained: 'true', reason: host.drain_reason ?? '' }, after: { drained: 'false' } }
  })

/** Puts a host back on sale that the platform took out for boots that failed. */
export const restoreHostAsOperator = (ctx: Context, id: string, reason: string) =>
  changeHost(ctx, id, async (tx, host) => {
    if (!isHeldHost(host)) throw new Refusal('host_state', { message: '这台主机没有被平台停售' })
    if ((await stockRepo(tx.db).host(id))?.maintenance_id) throw new Refusal('host_state', { message: '请先取消或结束维护' })
    await undrainHost(tx, host)
    return { before: { out_of_sale: 'true', fault: host.drain_reason ?? '' }, after: { out_of_sale: 'false', reason } }
  })

export const announceMaintenanceAsOperator = (
  ctx: Context,
  id: string,
  plan: { starts_at: string; hours: number; reason: string },
) =>
  changeHost(ctx, id, async (tx, host) => {
    const startsAt = new Date(plan.starts_at)
    await announceMaintenance(tx, host, ctx.caller.user_id, { ...plan, starts_at: startsAt })
    return { before: { maintenance: '' }, after: { ...plan, maintenance: 'announced', hours: String(plan.hours) } }
  })

export const cancelMaintenanceAsOperator = (ctx: Context, id: string) =>
  changeHost(ctx, id, async (tx, host) => {
    await cancelMaintenance(tx, host, ctx.caller.user_id)
    return { before: { maintenance: 'announced' }, after: { maintenance: 'cancelled' } }
  })

export const finishMaintenanceAsOperator = (ctx: Context, id: string) =>
  changeHost(ctx, id, async (tx, host) => {
    await finishMaintenance(tx, host, ctx.caller.user_id)
    return { before: { maintenance: 'under_way' }, after: { maintenance: 'finished' } }
  })

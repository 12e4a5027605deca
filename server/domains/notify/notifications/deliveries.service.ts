import type { DeliveryState, ExternalChannel, NoticeDelivery } from '#contract/notification-preferences.ts'
import { noticesChannel } from '#server/domains/notify/notifications/channels.service.ts'
import { type DeliveryRow, deliveriesRepo } from '#server/domains/notify/notifications/deliveries.repo.ts'
import type { Context } from '#server/http/context.ts'
import { Refusal } from '#server/lib/refusal.ts'
import { notifyAfterCommit } from '#server/tx.ts'

const present = (row: DeliveryRow): NoticeDelivery => ({
  id: row.id,
  channel: row.channel as ExternalChannel,
  title: row.title,
  state: row.state as DeliveryState,
  tries: row.tries,
  error: row.error,
  next_try_at: row.due_at?.toISOString() ?? null,
  created_at: row.created_at.toISOString(),
  ended_at: row.ended_at?.toISOString() ?? null,
})

export async function listDeliveries({ deps, caller }: Context, query: Parameters<ReturnType<typeof deliveriesRepo>['page']>[1]) {
  const { items, total } = await deliveriesRepo(deps.database.kysely).page(caller.user_id, query)
  return { items: items.map(present), total }
}

/** Puts a permanently failed message back into the outbox. */
export const retryDelivery = (ctx: Context, id: string): Promise<NoticeDelivery> =>
  ctx.transaction(async (tx) => {
    const { deps, caller } = ctx
    const repo = deliveriesRepo(tx.db)
    const row = await repo.find(caller.user_id, id)
    if (!row) throw new Refusal('not_found')
    // A test delivery cannot be retried: it has no notification.
    if (row.notification_id === null || !(await repo.retry(caller.user_id, id, deps.clock.now())))
      throw new Refusal('delivery_not_failed')
    notifyAfterCommit(tx, noticesChannel, '')
    return present((await repo.find(caller.user_id, id))!)
  })

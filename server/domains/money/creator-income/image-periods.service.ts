import type { Transaction } from 'kysely'
import type { DB } from '#server/db/types.ts'
import type { ImageShare } from '#server/domains/catalog/community/image-price.policy.ts'
import { imageTimeRepo } from '#server/domains/money/creator-income/image-periods.repo.ts'

interface Bought extends ImageShare {
  order: { id: string; user_id: string; instance_id: string | null }
  starts_at: Date
  ends_at: Date
}

/** An order has prepaid the image of an instance for a period; its creator earns as it passes (docs/decisions/043). */
export async function beginImageTime(trx: Transaction<DB>, { order, starts_at, ends_at, ...image }: Bought): Promise<void> {
  if (image.image_version_id === null || order.instance_id === null) return
  await imageTimeRepo(trx).insert({
    order_id: order.id,
    instance_id: order.instance_id,
    user_id: order.user_id,
    version_id: image.image_version_id,
    price_micro: image.image_price_micro,
    starts_at,
    ends_at,
  })
}

/** The package is no longer one: what it had left earns nothing. */
export const endImageTime = (trx: Transaction<DB>, instance_id: string, now: Date) => imageTimeRepo(trx).end({ instance_id }, now)

/** The instance of an order never ran, and all of it is given back. */
export const undoImageTime = (trx: Transaction<DB>, order_id: string) => imageTimeRepo(trx).undo(order_id)

/** The time of an order was taken back, so many ms: its own ends now, and what was bought after it comes earlier. */
export async function takeBackImageTime(
  trx: Transaction<DB>,
  { instance_id, order_id, ms }: { instance_id: string; order_id: string; ms: number },
  now: Date,
): Promise<void> {
  await imageTimeRepo(trx).end({ instance_id, order_id }, now)
  await imageTimeRepo(trx).bringForward(order_id, ms, now)
}

/** A maintenance of the host is over, and its packages last so much longer: what stood still is no time of use. */
export async function resumeImageTime(trx: Transaction<DB>, instance_id: string, since: Date, now: Date): Promise<void> {
  const repo = imageTimeRepo(trx)
  const lasted = now.getTime() - since.getTime()
  for (const row of await repo.standing(instance_id, since)) {
    const later = (at: Date) => new Date(at.getTime() + lasted)
    if (row.starts_at >= since) {
      await repo.move(row.id, { starts_at: later(row.starts_at), ends_at: later(row.ends_at) })
      continue
    }
    const used_s = BigInt(Math.floor((since.getTime() - row.starts_at.getTime()) / 1000))
    const ahead_s = row.stated_s > used_s ? row.stated_s - used_s : 0n
    await repo.move(row.id, { starts_at: row.starts_at, ends_at: since, stated_s: row.stated_s - ahead_s })
    const { id: _, ...rest } = row
    await repo.insert({ ...rest, starts_at: now, ends_at: later(row.ends_at), stated_s: ahead_s })
  }
}

import type { Transaction } from 'kysely'
import type { DB } from '#server/db/types.ts'
import type { ImagePriceShare } from '#server/domains/catalog/community/image-price.policy.ts'
import { imagePeriodsRepo } from '#server/domains/money/creator-income/image-periods.repo.ts'

interface PrepaidImage extends ImagePriceShare {
  order: { id: string; user_id: string; instance_id: string | null }
  starts_at: Date
  ends_at: Date
}

/** Records the image period an order has prepaid; the creator earns as it passes (docs/decisions/043). */
export async function createImagePeriod(
  trx: Transaction<DB>,
  { order, starts_at: startsAt, ends_at: endsAt, ...image }: PrepaidImage,
): Promise<void> {
  if (image.image_version_id === null || order.instance_id === null) return
  await imagePeriodsRepo(trx).insert({
    order_id: order.id,
    instance_id: order.instance_id,
    user_id: order.user_id,
    version_id: image.image_version_id,
    price_micro: image.image_price_micro,
    starts_at: startsAt,
    ends_at: endsAt,
  })
}

/** Ends the image periods with the package; the remaining time earns nothing. */
export const endImagePeriods = (trx: Transaction<DB>, instanceId: string, now: Date) =>
  imagePeriodsRepo(trx).end({ instance_id: instanceId }, now)

/** Cancels the image periods of an order whose instance never ran and is fully refunded. */
export const cancelImagePeriods = (trx: Transaction<DB>, orderId: string) => imagePeriodsRepo(trx).undo(orderId)

/** Takes back an order's time (`ms`): its own period ends now, periods bought after it move forward. */
export async function shortenImagePeriods(
  trx: Transaction<DB>,
  { instance_id: instanceId, order_id: orderId, ms }: { instance_id: string; order_id: string; ms: number },
  now: Date,
): Promise<void> {
  await imagePeriodsRepo(trx).end({ instance_id: instanceId, order_id: orderId }, now)
  await imagePeriodsRepo(trx).bringForward(orderId, ms, now)
}

/** Extends the image periods by a finished host maintenance: downtime is not use. */
export async function postponeImagePeriods(trx: Transaction<DB>, instanceId: string, since: Date, now: Date): Promise<void> {
  const repo = imagePeriodsRepo(trx)
  const lasted = now.getTime() - since.getTime()
  for (const row of await repo.standing(instanceId, since)) {
    const later = (at: Date) => new Date(at.getTime() + lasted)
    if (row.starts_at >= since) {
      await repo.move(row.id, { starts_at: later(row.starts_at), ends_at: later(row.ends_at) })
      continue
    }
    const usedS = BigInt(Math.floor((since.getTime() - row.starts_at.getTime()) / 1000))
    const aheadS = row.stated_s > usedS ? row.stated_s - usedS : 0n
    await repo.move(row.id, { starts_at: row.starts_at, ends_at: since, stated_s: row.stated_s - aheadS })
    const { id: _, ...rest } = row
    await repo.insert({ ...rest, starts_at: now, ends_at: later(row.ends_at), stated_s: aheadS })
  }
}

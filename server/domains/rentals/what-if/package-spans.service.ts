import type { Kysely } from 'kysely'
import type { DB } from '#server/db/types.ts'
import { buildPaidSpans, type PackageOrder, type PaidSpan } from '#server/domains/rentals/what-if/package-cost.policy.ts'
import type { Span } from '#server/domains/rentals/what-if/spans.policy.ts'
import { whatIfRepo } from '#server/domains/rentals/what-if/what-if.repo.ts'

export interface PackageSpan extends PaidSpan {
  instance_id: string
  instance_name: string
}

/** Lists the packages of a user that were in force or paid for within a window, the earliest first. */
export async function listPackageSpans(db: Kysely<DB>, userId: string, window: Span): Promise<PackageSpan[]> {
  const repo = whatIfRepo(db, userId)
  const instances = await repo.packagedSince(new Date(window.from))
  if (instances.length === 0) return []
  const orders = await repo.packageOrders(instances.map(({ id }) => id))
  const paidAt = new Map(orders.map(({ order_id: orderId, paid_at: at }) => [orderId, at.getTime()]))
  const isShown = ({ order_id: orderId, from, to }: PaidSpan) =>
    paidAt.get(orderId)! >= window.from || (to >= window.from && from < window.to)
  return instances
    .flatMap(({ id, name, released_at: releasedAt }) => {
      const own: PackageOrder[] = orders.filter(({ instance_id: instanceId }) => instanceId === id)
      return buildPaidSpans(own, releasedAt).map((span) => ({ ...span, instance_id: id, instance_name: name }))
    })
    .filter(isShown)
    .toSorted((a, b) => a.from - b.from)
}

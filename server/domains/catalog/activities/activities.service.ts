import type { Kysely } from 'kysely'
import type { z } from 'zod'
import type { Activity, activities } from '#contract/activities.ts'
import type { ArtPattern } from '#contract/banners.ts'
import { priceUnits } from '#contract/charge-rule.ts'
import type { EndpointData, HandlerInput } from '#contract/endpoint.ts'
import { formatFenAsYuan, roundMicroUpToFen } from '#contract/money.ts'
import type { DB } from '#server/db/types.ts'
import { hasRealName } from '#server/domains/accounts/users/users.service.ts'
import { activitiesRepo } from '#server/domains/catalog/activities/activities.repo.ts'
import {
  type ActivityParticipant,
  type ActivityTerms,
  computeRemainingStock,
  findParticipationObstacle,
  hasActivityTerms,
  isActivityRunning,
} from '#server/domains/catalog/activities/terms.policy.ts'
import type { ProductOffer } from '#server/domains/catalog/products/products.repo.ts'
import { listOffersOnSale } from '#server/domains/catalog/products/products.service.ts'
import type { Context } from '#server/http/context.ts'

const findRunningActivities = async (db: Kysely<DB>, now: Date): Promise<ActivityTerms[]> =>
  (await activitiesRepo(db).running(now)).filter(hasActivityTerms)

const computeOrderPriceFen = (
  offer: ProductOffer,
  { discount_type: discountType, period }: ActivityTerms,
  percent: number,
): bigint =>
  roundMicroUpToFen(({ day: offer.day_micro, week: offer.week_micro }[discountType] * BigInt(percent) * BigInt(period)) / 100n)

function presentActivities(activity: ActivityTerms, offers: readonly ProductOffer[]): z.input<typeof Activity>[] {
  const [cheapest] = offers
    .filter(({ id }) => activity.product_ids.includes(id))
    .map((offer) => ({
      price: computeOrderPriceFen(offer, activity, activity.percent),
      origin: computeOrderPriceFen(offer, activity, 100),
    }))
    .sort((a, b) => Number(a.price - b.price))
  // None of the activity's products is on sale any more.
  if (!cheapest) return []
  return [
    {
      id: activity.id,
      image: '',
      art: activity.art as ArtPattern,
      activity_title: activity.title,
      activity_content: activity.content,
      product_data: {
        product_id: activity.product_ids.join(','),
        discount_type: activity.discount_type,
        price_unit: priceUnits[activity.discount_type],
      },
      period: activity.period,
      percent: activity.percent,
      audience: activity.audience,
      per_user: activity.per_user,
      remaining: computeRemainingStock(activity),
      price_from: formatFenAsYuan(cheapest.price),
      origin_from: formatFenAsYuan(cheapest.origin),
      starts_at: activity.starts_at.toISOString(),
      ends_at: activity.ends_at.toISOString(),
    },
  ]
}

/** Returns the running activities as the site shows them (requirements §3, §7). */
export async function listRunningActivities({ deps }: Context) {
  const db = deps.database.kysely
  const [running, offers] = [await findRunningActivities(db, deps.clock.now()), await listOffersOnSale(db)]
  return running.flatMap((activity) => presentActivities(activity, offers))
}

/** Loads, per activity, the facts that decide whether this user may take part. */
async function loadParticipantLookup(
  db: Kysely<DB>,
  userId: string,
  activities: readonly ActivityTerms[],
): Promise<(id: string) => ActivityParticipant> {
  const { any, shares } = await activitiesRepo(db).ordersOf(
    userId,
    activities.map(({ id }) => id),
  )
  const isSub = await activitiesRepo(db).isSub(userId)
  return (id) => ({ is_sub: isSub, has_ordered: any, shares: shares.get(id) ?? 0 })
}

/**
 * Returns, by product id, the first activity with shares left. For a signed-in user, skips activities that refuse them; a missing
 * name verification does not count, because the user can still verify.
 */
export async function loadActivityByProduct(ctx: Context): Promise<Map<string, { id: string; title: string }>> {
  const db = ctx.deps.database.kysely
  const found = new Map<string, { id: string; title: string }>()
  const left = (await findRunningActivities(db, ctx.deps.clock.now())).filter((activity) => computeRemainingStock(activity) !== 0)
  const person = ctx.visitor || left.length === 0 ? undefined : await loadParticipantLookup(db, ctx.caller.user_id, left)
  const open = person ? left.filter((activity) => !findParticipationObstacle(activity, person(activity.id))) : left
  for (const { id, title, product_ids: productIds } of open)
    for (const productId of productIds) if (!found.has(productId)) found.set(productId, { id, title })
  return found
}

/** Returns the running activities that match a banner or product: by product ids, or by the given activity. */
async function findMatchingActivities(
  { deps }: Context,
  wanted: { product_id: string; activity_id?: string | undefined },
): Promise<ActivityTerms[]> {
  const products = wanted.product_id.split(',')
  return (await findRunningActivities(deps.database.kysely, deps.clock.now())).filter(
    (activity) =>
      (wanted.activity_id === undefined || activity.id === wanted.activity_id) &&
      products.some((id) => activity.product_ids.includes(id)),
  )
}

/** Returns whether the caller may take part now, and in which activity (requirements §4 "an eligibility check is made"). */
export async function getActivityLabel(
  ctx: Context,
  wanted: HandlerInput<typeof activities.user_label>['query'],
): Promise<EndpointData<typeof activities.user_label>> {
  const db = ctx.deps.database.kysely
  const candidates = await findMatchingActivities(ctx, wanted)
  const no = (whyNot: string) => ({ status: false, activity_id: null, why_not: whyNot })
  if (candidates.length === 0) return no('活动已结束')
  if (!(await hasRealName(db, ctx.caller.user_id))) return no('完成实名认证后才能参与活动')
  const person = await loadParticipantLookup(db, ctx.caller.user_id, candidates)
  const reasons = candidates.map((activity) => ({ activity, reason: findParticipationObstacle(activity, person(activity.id)) }))
  const open = reasons.find(({ reason }) => reason === undefined)
  if (open) return { status: true, activity_id: open.activity.id, why_not: null }
  return no(reasons[0]!.reason!.message)
}

/** Returns the activity the caller may use for an instance they already rent, and the products it covers. */
export async function findActivityForInstance(ctx: Context, wanted: HandlerInput<typeof activities.instance_available>['query']) {
  const candidates = (await findMatchingActivities(ctx, wanted)).filter(
    ({ discount_type: discountType }) => discountType === wanted.discount_type,
  )
  const person = await loadParticipantLookup(ctx.deps.database.kysely, ctx.caller.user_id, candidates)
  const open = candidates.filter((activity) => findParticipationObstacle(activity, person(activity.id)) === undefined)
  const chosen = open.find(({ for_existing: forExisting }) => forExisting) ?? open[0]
  if (!chosen) return undefined
  const asked = wanted.product_id.split(',')
  return { available: chosen.for_existing, product_ids: chosen.product_ids.filter((id) => asked.includes(id)) }
}

/** Returns a running activity with the facts about this user's part in it; undefined if it is over or excludes this product. */
export async function findActivityForUser(
  db: Kysely<DB>,
  {
    user_id: userId,
    activity_id: activityId,
    product_id: productId,
    now,
  }: { user_id: string; activity_id: string; product_id: string; now: Date },
): Promise<{ activity: ActivityTerms; person: ActivityParticipant } | undefined> {
  const activity = await activitiesRepo(db).find(activityId)
  if (!isActivityRunning(activity, now) || !activity.product_ids.includes(productId)) return undefined
  return { activity, person: (await loadParticipantLookup(db, userId, [activity]))(activity.id) }
}

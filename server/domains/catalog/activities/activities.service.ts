import type { Kysely } from 'kysely'
import type { z } from 'zod'
import type { Activity, activities } from '#contract/activities.ts'
import type { Art } from '#contract/banners.ts'
import { price_units } from '#contract/charge-rule.ts'
import type { DataOf, Received } from '#contract/endpoint.ts'
import { fenOfMicro, yuanOfFen } from '#contract/money.ts'
import type { DB } from '#server/db/types.ts'
import { hasRealName } from '#server/domains/accounts/users/users.service.ts'
import { activitiesRepo } from '#server/domains/catalog/activities/activities.repo.ts'
import {
  hasTerms,
  isRunning,
  type Person,
  remainingOf,
  type Terms,
  whyNot,
} from '#server/domains/catalog/activities/terms.policy.ts'
import type { Offer } from '#server/domains/catalog/products/products.repo.ts'
import { listOnSale } from '#server/domains/catalog/products/products.service.ts'
import type { Context } from '#server/http/context.ts'

const runningIn = async (db: Kysely<DB>, now: Date): Promise<Terms[]> => (await activitiesRepo(db).running(now)).filter(hasTerms)

const shareFen = (offer: Offer, { discount_type, period }: Terms, percent: number): bigint =>
  fenOfMicro(({ day: offer.day_micro, week: offer.week_micro }[discount_type] * BigInt(percent) * BigInt(period)) / 100n)

function present(activity: Terms, offers: readonly Offer[]): z.input<typeof Activity>[] {
  const [cheapest] = offers
    .filter(({ id }) => activity.product_ids.includes(id))
    .map((offer) => ({ price: shareFen(offer, activity, activity.percent), origin: shareFen(offer, activity, 100) }))
    .sort((a, b) => Number(a.price - b.price))
  // Nothing of it is on sale any more.
  if (!cheapest) return []
  return [
    {
      id: activity.id,
      image: '',
      art: activity.art as Art,
      activity_title: activity.title,
      activity_content: activity.content,
      product_data: {
        product_id: activity.product_ids.join(','),
        discount_type: activity.discount_type,
        price_unit: price_units[activity.discount_type],
      },
      period: activity.period,
      percent: activity.percent,
      audience: activity.audience,
      per_user: activity.per_user,
      remaining: remainingOf(activity),
      price_from: yuanOfFen(cheapest.price),
      origin_from: yuanOfFen(cheapest.origin),
      starts_at: activity.starts_at.toISOString(),
      ends_at: activity.ends_at.toISOString(),
    },
  ]
}

/** What the site shows of activities that are under way (spec §3, §7). */
export async function listActivities({ deps }: Context) {
  const db = deps.database.kysely
  const [running, offers] = [await runningIn(db, deps.clock.now()), await listOnSale(db)]
  return running.flatMap((activity) => present(activity, offers))
}

/** Of each activity, what decides about this user's taking part in it. */
async function personIn(db: Kysely<DB>, user_id: string, activities: readonly Terms[]): Promise<(id: string) => Person> {
  const { any, shares } = await activitiesRepo(db).ordersOf(
    user_id,
    activities.map(({ id }) => id),
  )
  const is_sub = await activitiesRepo(db).isSub(user_id)
  return (id) => ({ is_sub, has_ordered: any, shares: shares.get(id) ?? 0 })
}

/**
 * The first activity of each product that still has something left, by product id; for a user without those that refuse
 * him. A name he has not verified does not count: he can still do that.
 */
export async function activityOfProducts(ctx: Context): Promise<Map<string, { id: string; title: string }>> {
  const db = ctx.deps.database.kysely
  const found = new Map<string, { id: string; title: string }>()
  const left = (await runningIn(db, ctx.deps.clock.now())).filter((activity) => remainingOf(activity) !== 0)
  const person = ctx.visitor || left.length === 0 ? undefined : await personIn(db, ctx.caller.user_id, left)
  const open = person ? left.filter((activity) => !whyNot(activity, person(activity.id))) : left
  for (const { id, title, product_ids } of open)
    for (const product_id of product_ids) if (!found.has(product_id)) found.set(product_id, { id, title })
  return found
}

/** The running activities that a banner or product means: of these products, or the one that is named. */
async function meant({ deps }: Context, wanted: { product_id: string; activity_id?: string | undefined }): Promise<Terms[]> {
  const products = wanted.product_id.split(',')
  return (await runningIn(deps.database.kysely, deps.clock.now())).filter(
    (activity) =>
      (wanted.activity_id === undefined || activity.id === wanted.activity_id) &&
      products.some((id) => activity.product_ids.includes(id)),
  )
}

/** Whether the caller may take part now, and in which (spec §4 "an eligibility check is made"). */
export async function labelOf(
  ctx: Context,
  wanted: Received<typeof activities.user_label>['query'],
): Promise<DataOf<typeof activities.user_label>> {
  const db = ctx.deps.database.kysely
  const candidates = await meant(ctx, wanted)
  const no = (why_not: string) => ({ status: false, activity_id: null, why_not })
  if (candidates.length === 0) return no('活动已结束')
  if (!(await hasRealName(db, ctx.caller.user_id))) return no('完成实名认证后才能参与活动')
  const person = await personIn(db, ctx.caller.user_id, candidates)
  const reasons = candidates.map((activity) => ({ activity, reason: whyNot(activity, person(activity.id)) }))
  const open = reasons.find(({ reason }) => reason === undefined)
  if (open) return { status: true, activity_id: open.activity.id, why_not: null }
  return no(reasons[0]!.reason!.message)
}

/** What the caller may take part in with an instance already rented: the activity and the products it is for. */
export async function findForExisting(ctx: Context, wanted: Received<typeof activities.instance_available>['query']) {
  const candidates = (await meant(ctx, wanted)).filter(({ discount_type }) => discount_type === wanted.discount_type)
  const person = await personIn(ctx.deps.database.kysely, ctx.caller.user_id, candidates)
  const open = candidates.filter((activity) => whyNot(activity, person(activity.id)) === undefined)
  const chosen = open.find(({ for_existing }) => for_existing) ?? open[0]
  if (!chosen) return undefined
  const asked = wanted.product_id.split(',')
  return { available: chosen.for_existing, product_ids: chosen.product_ids.filter((id) => asked.includes(id)) }
}

/** A running activity with what decides about one user's part in it; undefined when it is over or not for this product. */
export async function findForUser(
  db: Kysely<DB>,
  { user_id, activity_id, product_id, now }: { user_id: string; activity_id: string; product_id: string; now: Date },
): Promise<{ activity: Terms; person: Person } | undefined> {
  const activity = await activitiesRepo(db).find(activity_id)
  if (!isRunning(activity, now) || !activity.product_ids.includes(product_id)) return undefined
  return { activity, person: (await personIn(db, user_id, [activity]))(activity.id) }
}

import type { Kysely } from 'kysely'
import type { z } from 'zod'
import type { ArtPattern } from '#contract/banners.ts'
import { formatFenAsYuan } from '#contract/money.ts'
import type { ActivityForm, ActivityState, ActivityTermsForm, OperatorActivity } from '#contract/operator/activities.ts'
import type { DB } from '#server/db/types.ts'
import {
  activityViews,
  createActivity,
  getProductNames,
  hasActivityTerms,
  lockActivity,
  type OperatorActivityRow,
  setActivityVisible,
  updateActivity,
} from '#server/domains/catalog/activities/manage-activities.service.ts'
import { toNewTermsFacts } from '#server/domains/operator/activity-facts.ts'
import { requestChange } from '#server/domains/operator/changes.service.ts'
import { diffFacts, toAuditFacts } from '#server/domains/operator/facts.ts'
import type { Context } from '#server/http/context.ts'
import { createFieldRefusal, Refusal } from '#server/lib/refusal.ts'

type ActivityInput = z.output<typeof ActivityForm>

function computeState({ starts_at: startsAt, ends_at: endsAt, visible }: OperatorActivityRow, now: Date): ActivityState {
  if (!startsAt || !endsAt) return 'draft'
  if (endsAt <= now) return 'ended'
  if (!visible) return 'hidden'
  return startsAt > now ? 'upcoming' : 'running'
}

function present(row: OperatorActivityRow, now: Date): OperatorActivity {
  const {
    id,
    title,
    content,
    position,
    visible,
    product_ids: productIds,
    period,
    percent,
    per_user: perUser,
    stock,
    for_existing: forExisting,
  } = row
  return {
    id,
    title,
    content,
    art: row.art as ArtPattern,
    position,
    visible,
    state: computeState(row, now),
    terms: hasActivityTerms(row)
      ? {
          product_ids: productIds,
          discount_type: row.discount_type,
          period: period!,
          percent: percent!,
          audience: row.audience,
          per_user: perUser!,
          stock,
          for_existing: forExisting!,
          starts_at: row.starts_at.toISOString(),
          ends_at: row.ends_at.toISOString(),
        }
      : null,
    products: row.product_names,
    terms_pending: row.terms_pending,
    orders: row.taken,
    amount: formatFenAsYuan(row.amount_fen),
  }
}

async function loadActivity(db: Kysely<DB>, id: string, now: Date): Promise<OperatorActivity> {
  const row = await activityViews(db).view(id)
  if (!row) throw new Refusal('not_found')
  return present(row, now)
}

export async function listOperatorActivities({ deps }: Context, query: Parameters<ReturnType<typeof activityViews>['page']>[0]) {
  const { items, total } = await activityViews(deps.database.kysely).page(query)
  return { items: items.map((row) => present(row, deps.clock.now())), total }
}

export const getOperatorActivity = ({ deps }: Context, id: string) => loadActivity(deps.database.kysely, id, deps.clock.now())

export const addActivityAsOperator = (ctx: Context, form: ActivityInput) =>
  ctx.transaction(async (tx) => {
    const now = ctx.deps.clock.now()
    const id = await createActivity(tx.db, form, now)
    ctx.audit({ target_id: id, after: toAuditFacts(form) })
    return loadActivity(tx.db, id, now)
  })

export const editActivity = (ctx: Context, id: string, form: ActivityInput) =>
  ctx.transaction(async (tx) => {
    ctx.audit(diffFacts(await lockActivity(tx.db, id), form))
    await updateActivity(tx, id, form)
    return loadActivity(tx.db, id, ctx.deps.clock.now())
  })

export const setActivityVisibleAsOperator = (ctx: Context, id: string, visible: boolean) =>
  ctx.transaction(async (tx) => {
    const row = await lockActivity(tx.db, id)
    await setActivityVisible(tx, row, visible)
    ctx.audit(diffFacts({ visible: row.visible }, { visible }))
    return loadActivity(tx.db, id, ctx.deps.clock.now())
  })

/** Requests approval of activity terms by a second person, because a discount is a price (docs/decisions/018). */
export const requestActivityTerms = (ctx: Context, id: string, { reason, ...form }: z.output<typeof ActivityTermsForm>) =>
  ctx.transaction(async (tx) => {
    const { title } = await lockActivity(tx.db, id)
    const terms = { ...form, starts_at: new Date(form.starts_at), ends_at: new Date(form.ends_at) }
    if (terms.ends_at <= ctx.deps.clock.now()) throw createFieldRefusal('invalid', 'ends_at', '结束时间须晚于现在')
    const [first = '', ...more] = await getProductNames(tx.db, form.product_ids)
    const sold = more.length > 0 ? `${first} 等 ${more.length + 1} 个产品` : first
    return requestChange(tx, ctx, {
      kind: 'activity',
      target_id: id,
      title: (before) =>
        before.percent === undefined
          ? `活动「${title}」：${sold}，现价的 ${form.percent}%`
          : `活动「${title}」：${sold}，现价的 ${before.percent}% → ${form.percent}%`,
      after: toNewTermsFacts(terms),
      reason,
    })
  })

import type { Kysely } from 'kysely'
import type { z } from 'zod'
import type { Art } from '#contract/banners.ts'
import { yuanOfFen } from '#contract/money.ts'
import type { ActivityForm, ActivityState, ActivityTermsForm, OperatorActivity } from '#contract/operator/activities.ts'
import type { DB } from '#server/db/types.ts'
import {
  type ActivityView,
  activityViews,
  createActivity,
  hasTerms,
  lockActivity,
  productNames,
  setVisible,
  updateActivity,
} from '#server/domains/catalog/activities/manage-activities.service.ts'
import { factsOfTerms } from '#server/domains/operator/activity-facts.ts'
import { requestChange } from '#server/domains/operator/changes.service.ts'
import { changedFacts, factsOf } from '#server/domains/operator/facts.ts'
import type { Context } from '#server/http/context.ts'
import { Refusal, refuseField } from '#server/lib/refusal.ts'

type Said = z.output<typeof ActivityForm>

function stateOf({ starts_at, ends_at, visible }: ActivityView, now: Date): ActivityState {
  if (!starts_at || !ends_at) return 'draft'
  if (ends_at <= now) return 'ended'
  if (!visible) return 'hidden'
  return starts_at > now ? 'upcoming' : 'running'
}

function present(row: ActivityView, now: Date): OperatorActivity {
  const { id, title, content, position, visible, product_ids, period, percent, per_user, stock, for_existing } = row
  return {
    id,
    title,
    content,
    art: row.art as Art,
    position,
    visible,
    state: stateOf(row, now),
    terms: hasTerms(row)
      ? {
          product_ids,
          discount_type: row.discount_type,
          period: period!,
          percent: percent!,
          audience: row.audience,
          per_user: per_user!,
          stock,
          for_existing: for_existing!,
          starts_at: row.starts_at.toISOString(),
          ends_at: row.ends_at.toISOString(),
        }
      : null,
    products: row.product_names,
    terms_pending: row.terms_pending,
    orders: row.taken,
    amount: yuanOfFen(row.amount_fen),
  }
}

async function show(db: Kysely<DB>, id: string, now: Date): Promise<OperatorActivity> {
  const row = await activityViews(db).view(id)
  if (!row) throw new Refusal('not_found')
  return present(row, now)
}

export async function listActivities({ deps }: Context, query: Parameters<ReturnType<typeof activityViews>['page']>[0]) {
  const { items, total } = await activityViews(deps.database.kysely).page(query)
  return { items: items.map((row) => present(row, deps.clock.now())), total }
}

export const getActivity = ({ deps }: Context, id: string) => show(deps.database.kysely, id, deps.clock.now())

export const addActivity = (ctx: Context, form: Said) =>
  ctx.transaction(async (tx) => {
    const now = ctx.deps.clock.now()
    const id = await createActivity(tx.db, form, now)
    ctx.audit({ target_id: id, after: factsOf(form) })
    return show(tx.db, id, now)
  })

export const editActivity = (ctx: Context, id: string, form: Said) =>
  ctx.transaction(async (tx) => {
    ctx.audit(changedFacts(await lockActivity(tx.db, id), form))
    await updateActivity(tx, id, form)
    return show(tx.db, id, ctx.deps.clock.now())
  })

export const showActivity = (ctx: Context, id: string, visible: boolean) =>
  ctx.transaction(async (tx) => {
    const row = await lockActivity(tx.db, id)
    await setVisible(tx, row, visible)
    ctx.audit(changedFacts({ visible: row.visible }, { visible }))
    return show(tx.db, id, ctx.deps.clock.now())
  })

/** Puts the terms before another person: a discount is a price (docs/decisions/018). */
export const requestTerms = (ctx: Context, id: string, { reason, ...form }: z.output<typeof ActivityTermsForm>) =>
  ctx.transaction(async (tx) => {
    const { title } = await lockActivity(tx.db, id)
    const terms = { ...form, starts_at: new Date(form.starts_at), ends_at: new Date(form.ends_at) }
    if (terms.ends_at <= ctx.deps.clock.now()) throw refuseField('invalid', 'ends_at', '结束时间须晚于现在')
    const [first = '', ...more] = await productNames(tx.db, form.product_ids)
    const sold = more.length > 0 ? `${first} 等 ${more.length + 1} 个产品` : first
    return requestChange(tx, ctx, {
      kind: 'activity',
      target_id: id,
      title: (before) =>
        before.percent === undefined
          ? `活动「${title}」：${sold}，现价的 ${form.percent}%`
          : `活动「${title}」：${sold}，现价的 ${before.percent}% → ${form.percent}%`,
      after: factsOfTerms(terms),
      reason,
    })
  })

import { yuanOfFen } from '#contract/money.ts'
import type { CampaignForm, CouponCampaign } from '#contract/operator/coupons.ts'
import { lockOperator, mayAlone, noteAlone } from '#server/domains/accounts/operator-limits/operator-limits.service.ts'
import * as campaigns from '#server/domains/money/coupons/campaigns.service.ts'
import { termsWords } from '#server/domains/money/coupons/terms.policy.ts'
import { requestChange } from '#server/domains/operator/changes.service.ts'
import type { Context } from '#server/http/context.ts'
import { refuseField } from '#server/lib/refusal.ts'

const worthOf = (fen: bigint): string => `最多值 ${yuanOfFen(fen)} 元`

/**
 * A new campaign. What anybody may take of it counts as given by whoever made it, so that above the limit of a day it is
 * held until another approves; codes and grants count when they are made.
 */
export const createCampaign = (ctx: Context, form: CampaignForm): Promise<CouponCampaign> =>
  ctx.transaction(async (tx) => {
    const { deps, caller } = ctx
    const now = deps.clock.now()
    const terms = campaigns.termsFrom(form)
    const amount_fen = form.how === 'open' ? campaigns.worthFen(terms) * BigInt(form.quota) : 0n
    const alone = amount_fen === 0n || (await mayAlone(tx.db, deps, caller.user_id, amount_fen))
    await campaigns.checkPlaces(tx.db, form)
    if (form.validity === 'dates' && new Date(form.ends_at!) <= now) throw refuseField('invalid', 'ends_at', '结束时间须晚于现在')
    const id = await campaigns.foundCampaign(tx.db, form, caller.user_id, now)
    if (!alone) {
      await campaigns.holdCampaign(tx.db, id, now)
      const title = () => `发放「${form.name}」${form.quota} 张，${worthOf(amount_fen)}`
      await requestChange(tx, ctx, {
        kind: 'coupon_open',
        target_id: id,
        title,
        after: { offered: 'true' },
        reason: form.reason,
      })
    } else if (amount_fen > 0n) await noteAlone(tx.db, deps, { operator_id: caller.user_id, kind: 'coupon', ref: id, amount_fen })
    const after = { name: form.name, terms: termsWords(terms), quota: String(form.quota), reason: form.reason }
    ctx.audit({ target_id: id, after })
    return campaigns.showCampaign(tx.db, id, now)
  })

/** Makes codes at once, or asks another where they are worth more than one may give alone. */
export const makeCodes = (
  ctx: Context,
  id: string,
  { count, reason }: { count: number; reason: string },
): Promise<CouponCampaign> =>
  ctx.transaction(async (tx) => {
    const { deps, caller } = ctx
    await lockOperator(tx.db, caller.user_id)
    const row = await campaigns.lockCampaign(tx.db, id)
    const amount_fen = campaigns.worthFen(row) * BigInt(count)
    if (await mayAlone(tx.db, deps, caller.user_id, amount_fen)) {
      const made = await campaigns.writeCodes(tx.db, deps, row, count)
      await noteAlone(tx.db, deps, { operator_id: caller.user_id, kind: 'coupon', ref: id, amount_fen })
      ctx.audit({ before: { codes: String(made) }, after: { codes: String(made + count), reason } })
    } else {
      const made = await campaigns.roomForCodes(tx.db, row, count)
      const title = () => `生成「${row.name}」兑换码 ${count} 个，${worthOf(amount_fen)}`
      const after = { codes: String(made + count) }
      await requestChange(tx, ctx, { kind: 'coupon_codes', target_id: id, title, after, reason })
    }
    return campaigns.showCampaign(tx.db, id, deps.clock.now())
  })

/** Gives one to each of the people named by phone or id, at once, or asks another where it is more than one may give alone. */
export const grantTo = (
  ctx: Context,
  id: string,
  { users: text, reason }: { users: string; reason: string },
): Promise<CouponCampaign> =>
  ctx.transaction(async (tx) => {
    const { deps, caller } = ctx
    const now = deps.clock.now()
    await lockOperator(tx.db, caller.user_id)
    const row = await campaigns.lockCampaign(tx.db, id)
    const users = await campaigns.receiversOf(tx.db, row, text, now)
    const amount_fen = campaigns.worthFen(row) * BigInt(users.length)
    const after = { users: users.join('、') }
    if (await mayAlone(tx.db, deps, caller.user_id, amount_fen)) {
      await campaigns.giveEach(tx, row, users)
      await noteAlone(tx.db, deps, { operator_id: caller.user_id, kind: 'coupon', ref: id, amount_fen })
      ctx.audit({ after: { ...after, reason } })
    } else {
      const title = () => `发放「${row.name}」给 ${users.length} 人，${worthOf(amount_fen)}`
      await requestChange(tx, ctx, { kind: 'coupon_grant', target_id: id, title, after, reason })
    }
    return campaigns.showCampaign(tx.db, id, now)
  })

import { formatFenText } from '#contract/money.ts'
import type { CampaignForm, CouponCampaign } from '#contract/operator/coupons.ts'
import {
  isWithinOperatorLimit,
  lockOperator,
  recordOperatorGrant,
} from '#server/domains/accounts/operator-limits/operator-limits.service.ts'
import * as campaigns from '#server/domains/money/coupons/campaigns.service.ts'
import { formatCouponTerms } from '#server/domains/money/coupons/terms.policy.ts'
import { requestChange } from '#server/domains/operator/changes.service.ts'
import type { Context } from '#server/http/context.ts'
import { createFieldRefusal } from '#server/lib/refusal.ts'

const formatMaxWorth = (fen: bigint): string => `最多值 ${formatFenText(fen)} 元`

/**
 * Creates a campaign. An open campaign counts as given by its creator, so above the daily limit it stays paused until a second
 * operator approves; codes and grants count when they are made.
 */
export const createCouponCampaignAsOperator = (ctx: Context, form: CampaignForm): Promise<CouponCampaign> =>
  ctx.transaction(async (tx) => {
    const { deps, caller } = ctx
    const now = deps.clock.now()
    const terms = campaigns.toCampaignTerms(form)
    const amountFen = form.how === 'open' ? campaigns.computeMaxWorthFen(terms) * BigInt(form.quota) : 0n
    const alone = amountFen === 0n || (await isWithinOperatorLimit(tx.db, deps, caller.user_id, amountFen))
    await campaigns.assertPlacesExist(tx.db, form)
    if (form.validity === 'dates' && new Date(form.ends_at!) <= now)
      throw createFieldRefusal('invalid', 'ends_at', '结束时间须晚于现在')
    const id = await campaigns.createCouponCampaign(tx.db, form, caller.user_id, now)
    if (!alone) {
      await campaigns.pauseCampaign(tx.db, id, now)
      const title = () => `发放「${form.name}」${form.quota} 张，${formatMaxWorth(amountFen)}`
      await requestChange(tx, ctx, {
        kind: 'coupon_open',
        target_id: id,
        title,
        after: { offered: 'true' },
        reason: form.reason,
      })
    } else if (amountFen > 0n)
      await recordOperatorGrant(tx.db, deps, { operator_id: caller.user_id, kind: 'coupon', ref: id, amount_fen: amountFen })
    const after = { name: form.name, terms: formatCouponTerms(terms), quota: String(form.quota), reason: form.reason }
    ctx.audit({ target_id: id, after })
    return campaigns.loadCampaign(tx.db, id, now)
  })

/** Creates codes at once, or requests approval if their worth exceeds what one operator may give alone. */
export const createRedemptionCodes = (
  ctx: Context,
  id: string,
  { count, reason }: { count: number; reason: string },
): Promise<CouponCampaign> =>
  ctx.transaction(async (tx) => {
    const { deps, caller } = ctx
    await lockOperator(tx.db, caller.user_id)
    const row = await campaigns.lockCampaign(tx.db, id)
    const amountFen = campaigns.computeMaxWorthFen(row) * BigInt(count)
    if (await isWithinOperatorLimit(tx.db, deps, caller.user_id, amountFen)) {
      const made = await campaigns.createCouponCodes(tx.db, deps, row, count)
      await recordOperatorGrant(tx.db, deps, { operator_id: caller.user_id, kind: 'coupon', ref: id, amount_fen: amountFen })
      ctx.audit({ before: { codes: String(made) }, after: { codes: String(made + count), reason } })
    } else {
      const made = await campaigns.assertRoomForCodes(tx.db, row, count)
      const title = () => `生成「${row.name}」兑换码 ${count} 个，${formatMaxWorth(amountFen)}`
      const after = { codes: String(made + count) }
      await requestChange(tx, ctx, { kind: 'coupon_codes', target_id: id, title, after, reason })
    }
    return campaigns.loadCampaign(tx.db, id, deps.clock.now())
  })

/** Grants a coupon to each person, named by phone or id; requests approval above what one operator may give alone. */
export const grantCouponsAsOperator = (
  ctx: Context,
  id: string,
  { users: text, reason }: { users: string; reason: string },
): Promise<CouponCampaign> =>
  ctx.transaction(async (tx) => {
    const { deps, caller } = ctx
    const now = deps.clock.now()
    await lockOperator(tx.db, caller.user_id)
    const row = await campaigns.lockCampaign(tx.db, id)
    const users = await campaigns.resolveCampaignReceivers(tx.db, row, text, now)
    const amountFen = campaigns.computeMaxWorthFen(row) * BigInt(users.length)
    const after = { users: users.join('、') }
    if (await isWithinOperatorLimit(tx.db, deps, caller.user_id, amountFen)) {
      await campaigns.grantCoupons(tx, row, users)
      await recordOperatorGrant(tx.db, deps, { operator_id: caller.user_id, kind: 'coupon', ref: id, amount_fen: amountFen })
      ctx.audit({ after: { ...after, reason } })
    } else {
      const title = () => `发放「${row.name}」给 ${users.length} 人，${formatMaxWorth(amountFen)}`
      await requestChange(tx, ctx, { kind: 'coupon_grant', target_id: id, title, after, reason })
    }
    return campaigns.loadCampaign(tx.db, id, now)
  })

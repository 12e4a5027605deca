import type { Kysely } from 'kysely'
import type { Coupon, CouponKind, CouponOffer } from '#contract/coupons.ts'
import { limits } from '#contract/limits.ts'
import { formatFenAsYuan } from '#contract/money.ts'
import type { DB } from '#server/db/types.ts'
import { hasRealName } from '#server/domains/accounts/users/users.service.ts'
import { clearArrears } from '#server/domains/money/billing/arrears.service.ts'
import { type CampaignRow, campaignsRepo } from '#server/domains/money/coupons/campaigns.repo.ts'
import { hashCouponCode } from '#server/domains/money/coupons/coupon-codes.ts'
import { formatCouponValidity } from '#server/domains/money/coupons/coupon-validity.ts'
import { parseCouponScope, presentCoupon } from '#server/domains/money/coupons/coupons.presenter.ts'
import { couponsRepo } from '#server/domains/money/coupons/coupons.repo.ts'
import { findCampaignObstacle, grantCoupon } from '#server/domains/money/coupons/give-coupon.service.ts'
import { formatCouponScope } from '#server/domains/money/coupons/scope.policy.ts'
import { formatCouponTerms } from '#server/domains/money/coupons/terms.policy.ts'
import type { Context } from '#server/http/context.ts'
import { createWindowPolicy } from '#server/http/rate-limits.policy.ts'
import { claimRateSlots, releaseRateSlots } from '#server/http/rate-limits.ts'
import { toSubscriberNetwork } from '#server/lib/network.ts'
import { createFieldRefusal, Refusal } from '#server/lib/refusal.ts'

const hourSeconds = 3600

const giftObstacleLabels = { gifts_of_master: '由主账号领取', real_name_required: '实名认证后可领取' } as const

/** Returns why this account can take no gifts, or null if it can; gifts are one per verified person (docs/decisions/055). */
async function findGiftObstacle(db: Kysely<DB>, caller: Context['caller']): Promise<keyof typeof giftObstacleLabels | null> {
  if (caller.account_type === 'sub') return 'gifts_of_master'
  return (await hasRealName(db, caller.user_id)) ? null : 'real_name_required'
}

async function assertGiftAllowed({ deps, caller }: Context): Promise<void> {
  const refusal = await findGiftObstacle(deps.database.kysely, caller)
  if (refusal) throw new Refusal(refusal)
}

/** Lists the claim centre: what anybody can claim, and whether this person still can. */
export async function listCouponOffers({ deps, caller }: Context): Promise<CouponOffer[]> {
  const db = deps.database.kysely
  const now = deps.clock.now()
  const names = await couponsRepo(db, now).names()
  const refusal = await findGiftObstacle(db, caller)
  const whyNothing = refusal && giftObstacleLabels[refusal]
  return (await campaignsRepo(db).open(caller.user_id, now)).map((row) => {
    const mine = Number(row.mine ?? 0)
    return {
      id: row.id,
      name: row.name,
      kind: row.kind as CouponKind,
      terms: formatCouponTerms(row),
      face: row.face_fen === null ? null : formatFenAsYuan(row.face_fen),
      scope: formatCouponScope(parseCouponScope(row), names),
      validity: formatCouponValidity(row),
      left: row.quota - row.taken,
      quota: row.quota,
      mine,
      per_user: row.per_user,
      why_not: whyNothing ?? (mine >= row.per_user ? '已领取' : findCampaignObstacle(row, now)),
    }
  })
}

/** Returns the open voucher of the highest face that this person can still claim, verified or not. */
export async function findClaimableVoucher({ deps, caller }: Context) {
  const now = deps.clock.now()
  const open = await campaignsRepo(deps.database.kysely).open(caller.user_id, now)
  const claimable = open.flatMap(({ face_fen: faceFen, ...row }) =>
    faceFen !== null && Number(row.mine ?? 0) < row.per_user && findCampaignObstacle({ ...row, face_fen: faceFen }, now) === null
      ? [{ id: row.id, name: row.name, face_fen: faceFen }]
      : [],
  )
  return claimable.toSorted((a, b) => Number(b.face_fen - a.face_fen))[0] ?? null
}

type ChooseCampaign = (...args: Parameters<Parameters<Context['transaction']>[0]>) => Promise<{
  campaign: CampaignRow
  /** Callback that receives the id of the granted coupon. */
  given?: (couponId: string) => Promise<unknown>
}>

/** Gives the caller one from the campaign locked by `choose`. */
const claimFromCampaign = (ctx: Context, choose: ChooseCampaign): Promise<Coupon> =>
  ctx.transaction(async (tx) => {
    const { deps, caller } = ctx
    const { campaign, given } = await choose(tx)
    const id = await grantCoupon(tx, campaign, caller.user_id)
    await given?.(id)
    const now = deps.clock.now()
    await clearArrears(tx.db, caller.user_id, now)
    const repo = couponsRepo(tx.db, now)
    return presentCoupon((await repo.find(caller.user_id, id))!, await repo.names())
  })

export async function claimCoupon(ctx: Context, campaignId: string): Promise<Coupon> {
  await assertGiftAllowed(ctx)
  return claimFromCampaign(ctx, async (tx) => {
    const campaign = await campaignsRepo(tx.db).lock(campaignId)
    if (campaign?.how !== 'open') throw new Refusal('not_found')
    return { campaign }
  })
}

/** Redeems a code. Unknown, used and stopped codes get the same answer. */
export async function redeemCouponCode(ctx: Context, code: string): Promise<Coupon> {
  const { deps, caller, request } = ctx
  await assertGiftAllowed(ctx)
  const refused = { refusal: 'too_many_requests', message: '尝试次数过多，请稍后再试' } as const
  const slots = [
    { key: `redeem:${caller.user_id}`, policy: createWindowPolicy(limits.redeemTriesHour, hourSeconds), ...refused },
    {
      key: `redeem:${toSubscriberNetwork(request.ip)}`,
      policy: createWindowPolicy(limits.redeemNetworkTriesHour, hourSeconds),
      ...refused,
    },
  ]
  await claimRateSlots(deps, slots)
  const hash = hashCouponCode(code)
  const coupon = await claimFromCampaign(ctx, async (tx) => {
    const repo = campaignsRepo(tx.db)
    const row = await repo.lockCode(hash)
    const campaign = row && row.coupon_id === null ? await repo.lock(row.campaign_id) : undefined
    if (!campaign || findCampaignObstacle(campaign, deps.clock.now())) throw createFieldRefusal('coupon_code_invalid', 'code')
    return { campaign, given: (couponId) => repo.useCode(hash, couponId) }
  })
  await releaseRateSlots(deps, slots)
  return coupon
}

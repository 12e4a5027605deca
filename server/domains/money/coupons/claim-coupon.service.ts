import type { Kysely } from 'kysely'
import type { Coupon, CouponKind, CouponOffer } from '#contract/coupons.ts'
import { limits } from '#contract/limits.ts'
import { yuanOfFen } from '#contract/money.ts'
import type { DB } from '#server/db/types.ts'
import { hasRealName } from '#server/domains/accounts/users/users.service.ts'
import { clearArrears } from '#server/domains/money/billing/arrears.service.ts'
import { type CampaignRow, campaignsRepo } from '#server/domains/money/coupons/campaigns.repo.ts'
import { codeHash } from '#server/domains/money/coupons/coupon-codes.ts'
import { validityWords } from '#server/domains/money/coupons/coupon-validity.ts'
import { presentCoupon, scopeOf } from '#server/domains/money/coupons/coupons.presenter.ts'
import { couponsRepo } from '#server/domains/money/coupons/coupons.repo.ts'
import { give, whyClosed } from '#server/domains/money/coupons/give-coupon.service.ts'
import { scopeWords } from '#server/domains/money/coupons/scope.policy.ts'
import { termsWords } from '#server/domains/money/coupons/terms.policy.ts'
import type { Context } from '#server/http/context.ts'
import { atMost } from '#server/http/rate-limits.policy.ts'
import { giveBackSlots, takeSlots } from '#server/http/rate-limits.ts'
import { networkOf } from '#server/lib/network.ts'
import { Refusal, refuseField } from '#server/lib/refusal.ts'

const hour_seconds = 3600

const gift_words = { gifts_of_master: '由主账号领取', real_name_required: '实名认证后可领取' } as const

/** Gifts are one per verified person (docs/decisions/055): why this account can take none; null when it can. */
async function whyNoGift(db: Kysely<DB>, caller: Context['caller']): Promise<keyof typeof gift_words | null> {
  if (caller.account_type === 'sub') return 'gifts_of_master'
  return (await hasRealName(db, caller.user_id)) ? null : 'real_name_required'
}

async function refuseNoGift({ deps, caller }: Context): Promise<void> {
  const refusal = await whyNoGift(deps.database.kysely, caller)
  if (refusal) throw new Refusal(refusal)
}

/** The claim centre: what anybody can take, and whether this person still can. */
export async function listOffers({ deps, caller }: Context): Promise<CouponOffer[]> {
  const db = deps.database.kysely
  const now = deps.clock.now()
  const names = await couponsRepo(db, now).names()
  const refusal = await whyNoGift(db, caller)
  const why_nothing = refusal && gift_words[refusal]
  return (await campaignsRepo(db).open(caller.user_id, now)).map((row) => {
    const mine = Number(row.mine ?? 0)
    return {
      id: row.id,
      name: row.name,
      kind: row.kind as CouponKind,
      terms: termsWords(row),
      face: row.face_fen === null ? null : yuanOfFen(row.face_fen),
      scope: scopeWords(scopeOf(row), names),
      validity: validityWords(row),
      left: row.quota - row.taken,
      quota: row.quota,
      mine,
      per_user: row.per_user,
      why_not: why_nothing ?? (mine >= row.per_user ? '已领取' : whyClosed(row, now)),
    }
  })
}

type Choose = (...args: Parameters<Parameters<Context['transaction']>[0]>) => Promise<{
  campaign: CampaignRow
  /** Said of the thing that was given. */
  given?: (coupon_id: string) => Promise<unknown>
}>

/** Gives the caller one of the campaign that `choose` has locked. */
const take = (ctx: Context, choose: Choose): Promise<Coupon> =>
  ctx.transaction(async (tx) => {
    const { deps, caller } = ctx
    const { campaign, given } = await choose(tx)
    const id = await give(tx, campaign, caller.user_id)
    await given?.(id)
    const now = deps.clock.now()
    await clearArrears(tx.db, caller.user_id, now)
    const repo = couponsRepo(tx.db, now)
    return presentCoupon((await repo.find(caller.user_id, id))!, await repo.names())
  })

export async function claimCoupon(ctx: Context, campaign_id: string): Promise<Coupon> {
  await refuseNoGift(ctx)
  return take(ctx, async (tx) => {
    const campaign = await campaignsRepo(tx.db).lock(campaign_id)
    if (campaign?.how !== 'open') throw new Refusal('not_found')
    return { campaign }
  })
}

/** Takes what a code stands for. A code nobody made, one that was used and one that was stopped are told the same. */
export async function redeemCode(ctx: Context, code: string): Promise<Coupon> {
  const { deps, caller, request } = ctx
  await refuseNoGift(ctx)
  const refused = { refusal: 'too_many_requests', message: '尝试次数过多，请稍后再试' } as const
  const slots = [
    { key: `redeem:${caller.user_id}`, policy: atMost(limits.redeem_tries_hour, hour_seconds), ...refused },
    { key: `redeem:${networkOf(request.ip)}`, policy: atMost(limits.redeem_network_tries_hour, hour_seconds), ...refused },
  ]
  await takeSlots(deps, slots)
  const hash = codeHash(code)
  const coupon = await take(ctx, async (tx) => {
    const repo = campaignsRepo(tx.db)
    const row = await repo.lockCode(hash)
    const campaign = row && row.coupon_id === null ? await repo.lock(row.campaign_id) : undefined
    if (!campaign || whyClosed(campaign, deps.clock.now())) throw refuseField('coupon_code_invalid', 'code')
    return { campaign, given: (coupon_id) => repo.useCode(hash, coupon_id) }
  })
  await giveBackSlots(deps, slots)
  return coupon
}

import { dayMs } from '#contract/day.ts'
import { isFinanceOperatorAccount } from '#server/domains/accounts/operator-limits/operator-limits.service.ts'
import { type CampaignRow, campaignsRepo } from '#server/domains/money/coupons/campaigns.repo.ts'
import { couponsRepo } from '#server/domains/money/coupons/coupons.repo.ts'
import { isVoucher } from '#server/domains/money/coupons/terms.policy.ts'
import { publishChange } from '#server/domains/notify/notifications/stream-outbox.ts'
import { createVoucherAccount, recordPosting } from '#server/ledger/ledger.ts'
import { newId } from '#server/lib/ids.ts'
import { Refusal } from '#server/lib/refusal.ts'
import type { Tx } from '#server/tx.ts'

/** Returns why a campaign gives out nothing now; null if it does. */
export function findCampaignObstacle(row: CampaignRow, now: Date): string | null {
  if (row.stopped_at) return '已停止发放'
  if (row.ends_at && row.ends_at <= now) return '已结束'
  return row.taken >= row.quota ? '已发完' : null
}

/**
 * Gives a user one from a locked campaign and returns its id; a voucher is filled in the same transaction. Refuses `coupon_gone`
 * if none is left, `coupon_limit` if the person has their maximum, and users who may grant coupons themselves. The campaign lock
 * serializes grants to several accounts of one person.
 */
export async function grantCoupon(tx: Tx, campaign: CampaignRow, userId: string): Promise<string> {
  const now = tx.now()
  if (findCampaignObstacle(campaign, now)) throw new Refusal('coupon_gone')
  if (await isFinanceOperatorAccount(tx.db, userId))
    throw new Refusal('action_not_allowed', { message: '有发放权限的账号不能领取' })
  if ((await campaignsRepo(tx.db).countOf(campaign.id, userId)) >= campaign.per_user) throw new Refusal('coupon_limit')
  const id = newId('coupon')
  await campaignsRepo(tx.db).take(campaign.id)
  await couponsRepo(tx.db, now).insert({
    id,
    campaign_id: campaign.id,
    user_id: userId,
    valid_from: campaign.starts_at ?? now,
    valid_until: campaign.ends_at ?? new Date(now.getTime() + campaign.valid_days! * dayMs),
    claimed_at: now,
  })
  if (isVoucher(campaign.kind)) {
    await createVoucherAccount(tx.db, userId, id)
    await recordPosting(tx.db, {
      idem: `voucher_grant:${id}`,
      kind: 'voucher_grant',
      title: `代金券 ${campaign.name}`,
      ref: id,
      at: now,
      movements: [{ from: 'promotion', to: { voucher: id }, amount_fen: campaign.face_fen! }],
    })
  }
  await publishChange(tx, { user_id: userId, resource: 'wallet', id: null })
  return id
}

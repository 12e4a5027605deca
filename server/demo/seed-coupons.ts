import { CampaignForm } from '#contract/operator/coupons.ts'
import { demoRepo } from '#server/demo/demo.repo.ts'
import type { Deps } from '#server/deps.ts'
import { createCouponCampaign, lockCampaign } from '#server/domains/money/coupons/campaigns.service.ts'
import { grantCoupon } from '#server/domains/money/coupons/give-coupon.service.ts'
import { inTransaction } from '#server/tx.ts'

const [userPhone, operatorPhone] = ['13800000001', '13800000003']
const dayValidity = { validity: 'days', per_user: 1 } as const

/** Contains each kind and each source; granted coupons go to the demo user. */
const campaigns = [
  { ...dayValidity, name: '新人代金券', kind: 'voucher', face: '20', how: 'open', quota: 10_000, valid_days: 30 },
  {
    ...dayValidity,
    name: '包周满减',
    kind: 'reduction',
    threshold: '300',
    reduction: '50',
    uses: ['create_instance', 'renew'],
    charge_rules: ['week'],
    how: 'open',
    quota: 500,
    valid_days: 15,
  },
  { ...dayValidity, name: '高校合作代金券', kind: 'voucher', face: '100', how: 'code', quota: 200, valid_days: 180 },
  { ...dayValidity, name: '内测答谢', kind: 'voucher', face: '50', uses: ['usage'], how: 'grant', quota: 100, valid_days: 7 },
  { ...dayValidity, name: '常用户答谢', kind: 'voucher', face: '30', how: 'grant', quota: 100, valid_days: 60 },
  {
    ...dayValidity,
    name: '包日尝鲜',
    kind: 'discount',
    threshold: '20',
    percent: 80,
    cap: '30',
    charge_rules: ['day'],
    how: 'grant',
    quota: 100,
    valid_days: 30,
  },
] as const

/** Creates and issues the campaigns the way the back office does. */
export const seedCoupons = (deps: Deps): Promise<void> =>
  inTransaction(deps, async (tx) => {
    const [user, operator] = [await demoRepo(tx.db).userId(userPhone), await demoRepo(tx.db).userId(operatorPhone)]
    for (const campaign of campaigns) {
      const id = await createCouponCampaign(
        tx.db,
        CampaignForm.parse({ ...campaign, reason: '演示数据' }),
        operator,
        deps.clock.now(),
      )
      if (campaign.how === 'grant') await grantCoupon(tx, await lockCampaign(tx.db, id), user)
    }
  })

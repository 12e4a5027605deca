import { CampaignForm } from '#contract/operator/coupons.ts'
import { demoRepo } from '#server/demo/demo.repo.ts'
import type { Deps } from '#server/deps.ts'
import { foundCampaign, lockCampaign } from '#server/domains/money/coupons/campaigns.service.ts'
import { give } from '#server/domains/money/coupons/give-coupon.service.ts'
import { inTransaction } from '#server/tx.ts'

const [user_phone, operator_phone] = ['13800000001', '13800000003']
const days = { validity: 'days', per_user: 1 } as const

/** Of each kind and each way something; what is granted is given to the demo user. */
const campaigns = [
  { ...days, name: '新人代金券', kind: 'voucher', face: '20', how: 'open', quota: 10_000, valid_days: 30 },
  {
    ...days,
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
  { ...days, name: '高校合作代金券', kind: 'voucher', face: '100', how: 'code', quota: 200, valid_days: 180 },
  { ...days, name: '内测答谢', kind: 'voucher', face: '50', uses: ['usage'], how: 'grant', quota: 100, valid_days: 7 },
  { ...days, name: '常用户答谢', kind: 'voucher', face: '30', how: 'grant', quota: 100, valid_days: 60 },
  {
    ...days,
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

/** Campaigns made and given out as the office does. */
export const seedCoupons = (deps: Deps): Promise<void> =>
  inTransaction(deps, async (tx) => {
    const [user, operator] = [await demoRepo(tx.db).userId(user_phone), await demoRepo(tx.db).userId(operator_phone)]
    for (const campaign of campaigns) {
      const id = await foundCampaign(tx.db, CampaignForm.parse({ ...campaign, reason: '演示数据' }), operator, deps.clock.now())
      if (campaign.how === 'grant') await give(tx, await lockCampaign(tx.db, id), user)
    }
  })

import type { InstanceTerms } from '#contract/instance-money.ts'
import { chargeRules } from '#contract/instances.ts'
import { TimeText } from '#src/ui/TimeText.tsx'
import type { BeforeAfterRow } from './BeforeAfter.tsx'
import { PriceHour } from './PriceHour.tsx'

type ChargeTerms = Pick<InstanceTerms, 'charge_rule' | 'price_hour' | 'expire_at'>

const noExpiryText = '不到期，关机即停'

/** Builds the comparison of how an instance is charged, before and after a change; its data stay. */
export const buildChargeChangeRows = ({ before, after }: { before: ChargeTerms; after: ChargeTerms }): BeforeAfterRow[] => [
  ['计费方式', chargeRules[before.charge_rule], chargeRules[after.charge_rule]],
  ['每小时', <PriceHour key="before" of={before} />, <PriceHour key="after" of={after} />],
  [
    '到期',
    <TimeText key="before" at={before.expire_at} none={noExpiryText} />,
    <TimeText key="after" at={after.expire_at} none={noExpiryText} />,
  ],
  ['数据', '系统盘和数据盘', '不变'],
]

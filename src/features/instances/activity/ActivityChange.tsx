import type { ActivityQuote } from '#contract/activities.ts'
import { chargeRules } from '#contract/instances.ts'
import { BeforeAfter, type BeforeAfterRow } from '#src/features/instances/money/BeforeAfter.tsx'
import { PriceHour } from '#src/features/instances/money/PriceHour.tsx'
import { TimeText } from '#src/ui/TimeText.tsx'

const toChangeRows = ({ before, after }: ActivityQuote): BeforeAfterRow[] => [
  ['计费方式', chargeRules[before.charge_rule], chargeRules[after.charge_rule]],
  ['每小时', <PriceHour key="before" of={before} />, <PriceHour key="after" of={after} />],
  [
    '到期',
    <TimeText key="before" at={before.expire_at} none="不到期，关机即停" />,
    <TimeText key="after" at={after.expire_at} />,
  ],
  ['数据', '系统盘和数据盘', '不变'],
]

/** What is different afterwards: price, expiry and data, before and after. */
export const ActivityChange = ({ quote }: { quote: ActivityQuote }) => <BeforeAfter rows={toChangeRows(quote)} then="购买后" />

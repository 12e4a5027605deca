import type { ActivityQuote } from '#contract/activities.ts'
import { charge_rules } from '#contract/instances.ts'
import { BeforeAfter, type ChangeRow } from '#src/features/instances/money/BeforeAfter.tsx'
import { PriceHour } from '#src/features/instances/money/PriceHour.tsx'
import { TimeText } from '#src/ui/TimeText.tsx'

const rowsOf = ({ before, after }: ActivityQuote): ChangeRow[] => [
  ['计费方式', charge_rules[before.charge_rule], charge_rules[after.charge_rule]],
  ['每小时', <PriceHour key="before" of={before} />, <PriceHour key="after" of={after} />],
  [
    '到期',
    <TimeText key="before" at={before.expire_at} none="不到期，关机即停" />,
    <TimeText key="after" at={after.expire_at} />,
  ],
  ['数据', '系统盘和数据盘', '不变'],
]

/** What is different afterwards: price, expiry and data, before and after. */
export const Change = ({ quote }: { quote: ActivityQuote }) => <BeforeAfter rows={rowsOf(quote)} then="购买后" />

import { type ChargeRule, charge_rules } from '#contract/instances.ts'
import type { Product } from '#contract/products.ts'
import { discountOf, unit_names } from '#src/ui/catalogue/price.ts'
import { Tag } from '#src/ui/ToneTag.tsx'
import { Yuan } from '#src/ui/YuanAmount.tsx'
import styles from './BillingStep.module.css'
import { Choice } from './ChoiceOption.tsx'
import { rulePrice } from './rule-price.ts'

interface Props {
  rule: ChargeRule
  product: Product
  count: number
  checked: boolean
  /** Of the price, under an activity. */
  percent?: number | undefined
  onChoose: () => void
}

/** A way to pay, with what the chosen cards cost under it. */
export function RuleChoice({ rule, product, count, checked, percent, onChoose }: Props) {
  const { period, hour } = rulePrice(product, rule, count, percent)
  const discount = discountOf(product.price, rule)
  return (
    <Choice name="charge_rule" checked={checked} onChoose={onChoose}>
      <span className={styles.rule}>
        <strong>{charge_rules[rule]}</strong>
        {percent ? <Tag tone="warning">活动价</Tag> : discount && <Tag tone="warning">{discount}</Tag>}
      </span>
      <span className={styles.price}>
        <Yuan amount={period} as="price" unit={`/${unit_names[rule]}`} />
      </span>
      <span className={styles.quiet}>{rule === 'hour' ? '按秒计量，关机即停' : `折合 ¥${hour}/小时，到期前不退款`}</span>
    </Choice>
  )
}

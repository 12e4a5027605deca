import { type ChargeRule, chargeRules } from '#contract/instances.ts'
import type { Product } from '#contract/products.ts'
import { computeDiscountTenths, unitNames } from '#src/ui/catalogue/price.ts'
import { ToneTag } from '#src/ui/ToneTag.tsx'
import { YuanAmount } from '#src/ui/YuanAmount.tsx'
import styles from './BillingStep.module.css'
import { ChoiceOption } from './ChoiceOption.tsx'
import { computeRulePrice } from './rule-price.ts'

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
export function ChargeRuleChoice({ rule, product, count, checked, percent, onChoose }: Props) {
  const { period, hour } = computeRulePrice(product, rule, count, percent)
  const discount = computeDiscountTenths(product.price, rule)
  return (
    <ChoiceOption name="charge_rule" checked={checked} onChoose={onChoose}>
      <span className={styles.rule}>
        <strong>{chargeRules[rule]}</strong>
        {percent ? <ToneTag tone="warning">活动价</ToneTag> : discount && <ToneTag tone="warning">{discount}</ToneTag>}
      </span>
      <span className={styles.price}>
        <YuanAmount amount={period} as="price" unit={`/${unitNames[rule]}`} />
      </span>
      <span className={styles.quiet}>{rule === 'hour' ? '按秒计量，关机即停' : `折合 ¥${hour}/小时，到期前不退款`}</span>
    </ChoiceOption>
  )
}

import type { ChargeRule } from '#contract/instances.ts'
import type { Product } from '#contract/products.ts'
import { computeDiscountTenths, computeHourlyPrice, unitNames } from '#src/ui/catalogue/price.ts'
import { YuanAmount } from '#src/ui/YuanAmount.tsx'
import styles from './RulePrice.module.css'

interface Props {
  price: Product['price']
  rule: ChargeRule
  cheapest: boolean
  /** The main figure of the offer. */
  loud?: boolean
}

/** A price, its hourly equivalent, and whether it is the lowest. */
export function RulePrice({ price, rule, cheapest, loud = false }: Props) {
  const discount = computeDiscountTenths(price, rule)
  return (
    <div className={styles.price}>
      <span className={styles.amount} data-loud={loud}>
        <YuanAmount amount={price[rule]} as={loud ? 'price' : 'plain'} unit={`/${unitNames[rule]}`} />
      </span>
      <span className={styles.hourly}>{rule === 'hour' ? '按秒计量' : `≈ ¥${computeHourlyPrice(price, rule)}/小时`}</span>
      <span className={styles.marks}>
        {cheapest && <span className={styles.cheapest}>每小时最低</span>}
        {discount && <span className={styles.discount}>{discount}</span>}
      </span>
    </div>
  )
}

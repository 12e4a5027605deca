import type { Product } from '#contract/products.ts'
import { ruleNames } from '#src/ui/catalogue/price.ts'
import { YuanAmount } from '#src/ui/YuanAmount.tsx'
import styles from './LowestHourlyPrice.module.css'
import { computeLowestHourly } from './lowest-hourly.ts'

interface Props {
  price: Product['price']
  /** Set if no column header labels it. */
  labelled?: boolean
  /** The main figure of the offer: set while the market is sorted by it. */
  loud: boolean
}

/** The lowest price per card and hour over all charge rules. */
export function LowestHourlyPrice({ price, labelled = false, loud }: Props) {
  const { amount, rule } = computeLowestHourly(price)
  return (
    <div className={styles.least} data-loud={loud}>
      <span className={styles.amount}>
        <YuanAmount amount={amount} as={loud ? 'price' : 'plain'} />
      </span>
      <span className={styles.rule}>
        {[labelled && '每卡时', rule ? ruleNames[rule] : '三种相同'].filter(Boolean).join('，')}
      </span>
    </div>
  )
}

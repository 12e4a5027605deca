import type { Product } from '#contract/products.ts'
import { rule_names } from '#src/ui/catalogue/price.ts'
import { Yuan } from '#src/ui/YuanAmount.tsx'
import styles from './LowestHourlyPrice.module.css'
import { leastHourly } from './lowest-hourly.ts'

interface Props {
  price: Product['price']
  /** Where no header says what it is. */
  labelled?: boolean
  /** The largest figure of the offer: where the market is in this order. */
  loud: boolean
}

/** The least an hour of one card comes to, whichever way it is paid. */
export function LeastHourly({ price, labelled = false, loud }: Props) {
  const { amount, rule } = leastHourly(price)
  return (
    <div className={styles.least} data-loud={loud}>
      <span className={styles.amount}>
        <Yuan amount={amount} as={loud ? 'price' : 'plain'} />
      </span>
      <span className={styles.rule}>
        {[labelled && '每卡时', rule ? rule_names[rule] : '三种相同'].filter(Boolean).join('，')}
      </span>
    </div>
  )
}

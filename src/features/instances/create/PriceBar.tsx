import type { ReactNode } from 'react'
import { nearestFen } from '#src/features/wallet/amounts.ts'
import { Yuan } from '#src/ui/YuanAmount.tsx'
import styles from './PriceBar.module.css'
import type { Quoting } from './use-instance-quote.ts'

/** The price and the button, at the bottom of a narrow window. */
export function PriceBar({ quoting: { quote, stale }, children }: { quoting: Quoting; children: ReactNode }) {
  return (
    <div className={styles.bar}>
      <div className={styles.price} aria-busy={stale}>
        <span className={styles.now}>
          现在支付 <strong>{quote ? <Yuan amount={quote.amount} as="price" /> : '—'}</strong>
        </span>
        <span className={styles.hour}>{quote ? <Yuan amount={nearestFen(quote.price_hour)} unit="/小时" /> : '正在报价'}</span>
      </div>
      <div className={styles.button}>{children}</div>
    </div>
  )
}

import type { ReactNode } from 'react'
import { roundToFen } from '#src/features/wallet/shared.ts'
import { YuanAmount } from '#src/ui/YuanAmount.tsx'
import styles from './PriceBar.module.css'
import type { QuoteState } from './use-instance-quote.ts'

/** Price and order button at the bottom of a narrow window. */
export function PriceBar({ quoting: { quote, stale }, children }: { quoting: QuoteState; children: ReactNode }) {
  return (
    <div className={styles.bar}>
      <div className={styles.price} aria-busy={stale}>
        <span className={styles.now}>
          现在支付 <strong>{quote ? <YuanAmount amount={quote.amount} as="price" /> : '—'}</strong>
        </span>
        <span className={styles.hour}>
          {quote ? <YuanAmount amount={roundToFen(quote.price_hour)} unit="/小时" /> : '正在报价'}
        </span>
      </div>
      <div className={styles.button}>{children}</div>
    </div>
  )
}

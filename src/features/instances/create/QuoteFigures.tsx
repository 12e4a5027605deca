import { Fragment } from 'react'
import type { Quote } from '#contract/orders.ts'
import { roundToFen } from '#src/features/wallet/shared.ts'
import { YuanAmount } from '#src/ui/YuanAmount.tsx'
import styles from './CreateSummary.module.css'

/** Quote lines, the amount due now, and the hourly price. */
export function QuoteFigures({ quote, metered }: { quote: Quote; metered: boolean }) {
  return (
    <>
      <ul className={styles.lines}>
        {quote.lines.map(({ title, detail, amount }) => (
          <li key={title}>
            <span>
              {title}
              <small>{detail}</small>
            </span>
            <YuanAmount amount={amount} {...(metered && { unit: '/小时' })} />
          </li>
        ))}
      </ul>
      <dl className={styles.totals}>
        {quote.activity && (
          <>
            <dt>不参与活动</dt>
            <dd>
              <s>
                <YuanAmount amount={quote.activity.origin_amount} />
              </s>
            </dd>
          </>
        )}
        <dt>现在支付</dt>
        <dd className={styles.now}>
          <YuanAmount amount={quote.amount} as="price" />
        </dd>
        {quote.payment?.map(({ title, detail, amount }) => (
          <Fragment key={title}>
            <dt title={detail}>其中{title}支付</dt>
            <dd>
              <YuanAmount amount={amount} />
            </dd>
          </Fragment>
        ))}
        <dt>{metered ? '运行时每小时' : '折合每小时'}</dt>
        <dd>
          <YuanAmount amount={metered ? quote.price_hour : roundToFen(quote.price_hour)} />
        </dd>
      </dl>
    </>
  )
}

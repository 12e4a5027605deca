import { payout_channels } from '#contract/withdrawals.ts'
import { Panel } from '#src/admin/layout/PagePanel.tsx'
import { TimeText } from '#src/ui/TimeText.tsx'
import { Yuan } from '#src/ui/YuanAmount.tsx'
import type { WithdrawalQuote } from './use-withdrawal-quote.ts'
import styles from './Withdrawal.module.css'

/** How much can be withdrawn: the sum, line by line. */
export function QuotePanel({ quote }: { quote: WithdrawalQuote }) {
  return (
    <Panel title="可提现金额">
      <p className={styles.total}>
        <Yuan amount={quote.withdrawable} />
      </p>
      <dl className={styles.lines}>
        {quote.lines.map(({ label, amount, why }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <Yuan amount={amount} />
            </dd>
            <dd className={styles.why}>{why}</dd>
          </div>
        ))}
        <div className={styles.sum}>
          <dt>可提现</dt>
          <dd>
            <Yuan amount={quote.withdrawable} />
          </dd>
        </div>
      </dl>
    </Panel>
  )
}

/** The payments that money goes back to, in the order in which it does. */
export function RoutesPanel({ routes }: Pick<WithdrawalQuote, 'routes'>) {
  if (!routes.length) return null
  return (
    <Panel title="退回到">
      <ul className={styles.routes}>
        {routes.map(({ channel, left, paid_at }) => (
          <li key={`${channel} ${paid_at}`}>
            <span>
              {payout_channels[channel]}，<TimeText at={paid_at} />
            </span>
            <Yuan amount={left} />
          </li>
        ))}
      </ul>
    </Panel>
  )
}

import { payoutChannels } from '#contract/withdrawals.ts'
import { PagePanel } from '#src/admin/layout/PagePanel.tsx'
import { TimeText } from '#src/ui/TimeText.tsx'
import { YuanAmount } from '#src/ui/YuanAmount.tsx'
import type { WithdrawalQuote } from './use-withdrawal-quote.ts'
import styles from './Withdrawal.module.css'

/** How much can be withdrawn: the sum, line by line. */
export function WithdrawalQuotePanel({ quote }: { quote: WithdrawalQuote }) {
  return (
    <PagePanel title="可提现金额">
      <p className={styles.total}>
        <YuanAmount amount={quote.withdrawable} />
      </p>
      <dl className={styles.lines}>
        {quote.lines.map(({ label, amount, why }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <YuanAmount amount={amount} />
            </dd>
            <dd className={styles.why}>{why}</dd>
          </div>
        ))}
        <div className={styles.sum}>
          <dt>可提现</dt>
          <dd>
            <YuanAmount amount={quote.withdrawable} />
          </dd>
        </div>
      </dl>
    </PagePanel>
  )
}

/** The payments that money goes back to, in the order in which it does. */
export function WithdrawalRoutesPanel({ routes }: Pick<WithdrawalQuote, 'routes'>) {
  if (!routes.length) return null
  return (
    <PagePanel title="退回到">
      <ul className={styles.routes}>
        {routes.map(({ channel, left, paid_at: paidAt }) => (
          <li key={`${channel} ${paidAt}`}>
            <span>
              {payoutChannels[channel]}，<TimeText at={paidAt} />
            </span>
            <YuanAmount amount={left} />
          </li>
        ))}
      </ul>
    </PagePanel>
  )
}

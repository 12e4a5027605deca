import type { InvoiceableSummary } from '#contract/invoices.ts'
import { YuanAmount } from '#src/ui/YuanAmount.tsx'
import styles from './InvoiceableBreakdown.module.css'

type Sum = [word: string, amount: string, sign?: '−' | '＋']

/** Derivation of the invoiceable amount from the spending; lines of 0 are omitted. */
export function InvoiceableBreakdown({ invoiceable }: { invoiceable: InvoiceableSummary }) {
  const { consumed, refunded, invoiced, beyond, uncovered, waiting, ready } = invoiceable
  const sums: Sum[] = [
    ['现金消费', consumed],
    ['已退款', refunded, '−'],
    ['已开票', invoiced, '−'],
    ['待红冲的退款', beyond, '＋'],
    ['由赠送金额支付或尚欠', uncovered, '−'],
    ['账单待确认', waiting, '−'],
  ]
  return (
    <dl className={styles.sums} aria-label="可开票金额的由来">
      {sums
        .filter(([, amount], i) => i === 0 || Number(amount) > 0)
        .map(([word, amount, sign]) => (
          <div key={word}>
            <dt>{word}</dt>
            <dd>
              {sign}
              <YuanAmount amount={amount} />
            </dd>
          </div>
        ))}
      <div className={styles.ready}>
        <dt>现在可开</dt>
        <dd>
          ＝ <YuanAmount amount={ready} as="price" />
        </dd>
      </div>
    </dl>
  )
}

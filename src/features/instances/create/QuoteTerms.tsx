import type { Quote } from '#contract/orders.ts'
import { formatCountdown } from '#src/ui/format-time.ts'
import { useSecondsUntil } from '#src/ui/use-seconds-until.ts'
import { YuanAmount } from '#src/ui/YuanAmount.tsx'
import styles from './CreateSummary.module.css'

/** When money starts and stops, what becomes of the data, what the balance must cover, how long the price holds, or `note`. */
export function QuoteTerms({ quote, note }: { quote: Quote; note: string | null }) {
  const left = useSecondsUntil(quote.expires_at)
  return (
    <>
      <dl className={styles.terms}>
        <dt>何时开始计费</dt>
        <dd>{quote.starts}</dd>
        <dt>何时停止</dt>
        <dd>{quote.stops}</dd>
        <dt>数据怎么办</dt>
        <dd>{quote.data_note}</dd>
      </dl>
      <p className={styles.balance}>
        <span>
          可用余额 <YuanAmount amount={quote.balance} />
        </span>
        <span title="所有运行中实例 1 小时的费用，加上这台的 1 小时或整个套餐">
          需有余额 <YuanAmount amount={quote.required} />
        </span>
      </p>
      <p className={styles.until}>
        {note ?? (left === 0 ? '正在更新报价' : `报价 ${formatCountdown(left)} 内有效，到时自动更新`)}
      </p>
    </>
  )
}

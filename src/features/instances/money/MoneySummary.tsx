import { Alert } from 'antd'
import type { ReactNode } from 'react'
import type { ApiError } from '#src/api/api-error.ts'
import { OrderConditions } from '#src/features/instances/create/OrderConditions.tsx'
import { QuoteSkeleton } from '#src/features/instances/create/QuoteSkeleton.tsx'
import { useMissingBalance } from '#src/features/instances/create/use-missing-balance.ts'
import { ErrorState } from '#src/ui/ErrorState.tsx'
import { formatCountdown } from '#src/ui/format-time.ts'
import { useSecondsUntil } from '#src/ui/use-seconds-until.ts'
import { YuanAmount } from '#src/ui/YuanAmount.tsx'
import styles from './money.module.css'
import { PayButton } from './PayButton.tsx'
import { QuoteLines } from './QuoteLines.tsx'

interface PayableQuote {
  token: string
  expires_at: string
  balance: string
  balance_after: string
  voucher: string
  required: string
  enough: boolean
  real_name_passed: boolean
  data_note: string
}

interface Props<Q extends PayableQuote> {
  title: string
  quote: Q | undefined
  stale: boolean
  error: unknown
  onRetry: () => void
  /** Text shown while there is no price. */
  none: string
  lines: (quote: Q) => readonly { title: string; detail: string; amount: string }[]
  pay: (quote: Q) => string
  back?: (quote: Q) => string
  /** The amounts depend on the remaining time, so the final ones are computed at the order. */
  byTheSecond?: boolean
  /** Notes about the previous billing, and other facts the user needs to know. */
  notes?: (quote: Q) => readonly (readonly [what: string, text: string])[]
  /** Warning about what prevents the order, with the remedy. */
  warning?: (quote: Q) => ReactNode
  label: (quote: Q) => string
  ready?: (quote: Q) => boolean
  order: { place: (token: string) => void; busy: boolean; failure: ApiError | undefined }
}

const isZero = (amount: string) => /^0(\.0+)?$/.test(amount)

/** Charge or refund with its reason, balance afterwards, effect on data, and the single action button. */
export function MoneySummary<Q extends PayableQuote>(props: Props<Q>) {
  const { title, quote, stale, error, onRetry, none } = props
  return (
    <aside className={styles.summary} aria-label="报价">
      <h2 className={styles.title}>{title}</h2>
      {error ? (
        <ErrorState error={error} title="没有拿到报价" onRetry={onRetry} />
      ) : quote ? (
        <div className={styles.busy} aria-busy={stale} aria-live="polite">
          <Figures {...props} quote={quote} />
        </div>
      ) : none ? (
        <p className={styles.quiet}>{none}</p>
      ) : (
        <QuoteSkeleton />
      )}
    </aside>
  )
}

function Figures<Q extends PayableQuote>({
  quote,
  stale,
  lines,
  pay,
  back,
  notes,
  warning,
  label,
  ready,
  order,
  byTheSecond,
}: Props<Q> & { quote: Q }) {
  const missing = useMissingBalance(quote)
  const left = useSecondsUntil(quote.expires_at)
  const returned = back?.(quote) ?? '0.00'
  const paid = pay(quote)
  const { failure } = order
  return (
    <>
      <QuoteLines lines={lines(quote)} />
      <dl className={styles.totals}>
        {isZero(returned) || !isZero(paid) ? (
          <>
            <dt>现在支付</dt>
            <dd className={styles.now}>
              <YuanAmount amount={paid} as="price" />
            </dd>
          </>
        ) : (
          <>
            <dt>退回余额</dt>
            <dd className={styles.now}>
              <YuanAmount amount={returned} as="flow" />
            </dd>
          </>
        )}
        {!isZero(quote.voucher) && (
          <>
            <dt>其中代金券</dt>
            <dd>
              <YuanAmount amount={quote.voucher} />
            </dd>
          </>
        )}
        <dt>可用余额</dt>
        <dd>
          <YuanAmount amount={quote.balance} />
        </dd>
        {!quote.balance_after.startsWith('-') && (
          <>
            <dt>支付后余额</dt>
            <dd>
              <YuanAmount amount={quote.balance_after} />
            </dd>
          </>
        )}
      </dl>
      <dl className={styles.terms}>
        {notes?.(quote).map(([what, text]) => (
          <div key={what}>
            <dt>{what}</dt>
            <dd>{text}</dd>
          </div>
        ))}
        <dt>数据怎么办</dt>
        <dd>{quote.data_note}</dd>
      </dl>
      <OrderConditions quote={quote} missing={missing} />
      {warning?.(quote)}
      {failure && <Alert type="error" showIcon message={`${failure.message}。没有成交的不扣款，同一报价不会重复成交。`} />}
      <PayButton
        quote={quote}
        missing={missing}
        label={label(quote)}
        ready={!stale && (ready?.(quote) ?? true)}
        free={isZero(paid)}
        busy={order.busy}
        onPay={() => order.place(quote.token)}
      />
      <p className={styles.until}>
        {left === 0
          ? '正在更新报价'
          : `报价还剩 ${formatCountdown(left)}${byTheSecond ? '，时间算到下单的那一秒' : '，到时自动更新'}`}
      </p>
    </>
  )
}

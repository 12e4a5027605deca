import type { ReactNode } from 'react'
import { chargeRules } from '#contract/instances.ts'
import type { Quote } from '#contract/orders.ts'
import money from '#src/features/instances/money/money.module.css'
import { QuoteBalance } from '#src/features/instances/money/QuoteBalance.tsx'
import { QuoteValidity } from '#src/features/instances/money/QuoteValidity.tsx'
import { unitNames } from '#src/ui/catalogue/price.ts'
import { ErrorState } from '#src/ui/ErrorState.tsx'
import styles from './CreateSummary.module.css'
import type { Catalogue } from './catalogue.ts'
import { toFormFailure } from './check-form.ts'
import { QuoteFigures } from './QuoteFigures.tsx'
import { QuoteSkeleton } from './QuoteSkeleton.tsx'
import type { ResolvedDraft } from './resolve-draft.ts'
import type { QuoteState } from './use-instance-quote.ts'

/** Quote terms: billing start and stop, data retention, required balance, price validity; or `note` instead. */
const QuoteTerms = ({ quote, note }: { quote: Quote; note: string | null }) => {
  const gaps = quote.gaps ?? [] // a node of 0.1.0 says none
  return (
    <>
      <dl className={money.terms}>
        <dt>何时开始计费</dt>
        <dd>{quote.starts}</dd>
        <dt>何时停止</dt>
        <dd>{quote.stops}</dd>
        <dt>数据怎么办</dt>
        <dd>{quote.data_note}</dd>
        {gaps.length > 0 && (
          <>
            <dt>要留意的</dt>
            {gaps.map((gap) => (
              <dd key={gap}>{gap}</dd>
            ))}
          </>
        )}
      </dl>
      <QuoteBalance quote={quote} requiredTitle="所有运行中实例 1 小时的费用，加上这台的 1 小时或整个套餐" />
      <QuoteValidity quote={quote} note={note} />
    </>
  )
}

/** Formats the selection (product, region, duration) as short labels. */
const toChoiceLabels = ({ product, images, form, region_id: regionId }: ResolvedDraft, { regions }: Catalogue): string[] => {
  const image = images.find(({ id }) => id === form.image_id)
  const rule = form.charge_rule ?? 'hour'
  return [
    `${product?.name} × ${form.gpu_num}`,
    regions.find(({ id }) => id === regionId)?.name ?? '',
    image ? `${image.name} ${image.version}` : '',
    rule === 'hour' ? chargeRules.hour : `${chargeRules[rule]} ${form.quantity} ${unitNames[rule]}`,
  ].filter(Boolean)
}

interface Props {
  catalogue: Catalogue
  resolved: ResolvedDraft
  /** The form has errors, so it has no price. */
  faulty: boolean
  quoting: QuoteState
  /** Inputs beside the price that affect it. */
  children?: ReactNode
}

/** Summary of the order: items, price, billing start and stop, and data retention. */
export function CreateSummary({ catalogue, resolved, faulty, quoting: { quote, stale, error, retry }, children }: Props) {
  const failure = toFormFailure(error)
  const note = faulty ? '改正标红的内容后更新报价' : stale ? '正在更新报价' : null
  return (
    <>
      <h2 className={styles.title}>
        {resolved.product ? (
          <span className={styles.parts}>
            {toChoiceLabels(resolved, catalogue).map((part) => (
              <span key={part} className={styles.part}>
                {part}
              </span>
            ))}
          </span>
        ) : (
          '请先选择产品'
        )}
      </h2>
      {children}
      {failure ? (
        <ErrorState error={failure} title="没有拿到报价" onRetry={retry} />
      ) : quote ? (
        <div className={styles.quote} aria-busy={stale || faulty} aria-live="polite">
          <QuoteFigures quote={quote} metered={resolved.form.charge_rule === 'hour'} />
          <QuoteTerms quote={quote} note={note} />
        </div>
      ) : faulty ? (
        <p className={styles.faulty}>改正标红的内容后，这里显示价格。</p>
      ) : (
        resolved.product && <QuoteSkeleton />
      )}
    </>
  )
}

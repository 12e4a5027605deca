import { Alert } from 'antd'
import { useNavigate } from 'react-router-dom'
import { type ActivityQuote, activities } from '#contract/activities.ts'
import { chargeRules, type Instance } from '#contract/instances.ts'
import { PagePanel } from '#src/admin/layout/PagePanel.tsx'
import { useAction } from '#src/admin/use-action.ts'
import { OrderConditions } from '#src/features/instances/create/OrderConditions.tsx'
import { useMissingBalance } from '#src/features/instances/create/use-missing-balance.ts'
import { BeforeAfter } from '#src/features/instances/money/BeforeAfter.tsx'
import { buildChargeChangeRows } from '#src/features/instances/money/charge-change-rows.tsx'
import { InstancePanel } from '#src/features/instances/money/InstancePanel.tsx'
import styles from '#src/features/instances/money/money.module.css'
import { PayButton } from '#src/features/instances/money/PayButton.tsx'
import { QuoteBalance } from '#src/features/instances/money/QuoteBalance.tsx'
import { QuoteLines } from '#src/features/instances/money/QuoteLines.tsx'
import { QuoteValidity } from '#src/features/instances/money/QuoteValidity.tsx'
import { paths } from '#src/paths.ts'
import { unitNames } from '#src/ui/catalogue/price.ts'
import { YuanAmount } from '#src/ui/YuanAmount.tsx'

/** Buys the displayed offer; success opens the instance, a refusal fetches a new quote. */
function useBuyActivity(id: string) {
  const navigate = useNavigate()
  const { run, pending, failure } = useAction(activities.buy, {
    pageTells: true,
    onDone: () => navigate(paths.containerInstance(id)),
  })
  return { buy: ({ token }: ActivityQuote) => void run({ params: { id }, body: { quote: token } }), buying: pending, failure }
}

/** The instance, the changes by the activity, and the price. */
export function ActivityOfferView({ instance, quote }: { instance: Instance; quote: ActivityQuote }) {
  const { buy, buying, failure } = useBuyActivity(instance.id)
  const missing = useMissingBalance(quote)
  return (
    <div className={styles.columns}>
      <div className={styles.facts}>
        <InstancePanel instance={instance}>
          <dt>镜像</dt>
          <dd>{instance.image}</dd>
          <dt>地域</dt>
          <dd>{instance.region_name}</dd>
        </InstancePanel>
        <PagePanel title="购买前后">
          <BeforeAfter rows={buildChargeChangeRows(quote)} then="购买后" />
        </PagePanel>
      </div>
      <aside className={styles.summary} aria-label="活动报价">
        <h2 className={styles.title}>
          {quote.activity.title}
          <small>
            {chargeRules[quote.discount_type]} × {quote.period}
          </small>
        </h2>
        <QuoteLines lines={quote.lines} />
        <dl className={styles.totals}>
          <dt>不参与活动</dt>
          <dd>
            <s>
              <YuanAmount amount={quote.origin_amount} />
            </s>
          </dd>
          <dt>现在支付</dt>
          <dd className={styles.now}>
            <YuanAmount amount={quote.amount} as="price" />
          </dd>
        </dl>
        <dl className={styles.terms}>
          <dt>之前的费用</dt>
          <dd>{quote.settle_note}</dd>
          <dt>数据怎么办</dt>
          <dd>{quote.data_note}</dd>
        </dl>
        <QuoteBalance quote={quote} />
        <OrderConditions quote={quote} missing={missing} />
        {!quote.in_stock && (
          <Alert
            type="warning"
            showIcon
            message="这台实例关机时释放了 GPU，它所在的主机现在没有空闲的卡，有空闲后即可购买；也可以创建一台新的。"
          />
        )}
        {failure && <Alert type="error" showIcon message={`${failure.message}。没有扣款时可以再试，同一报价不会重复扣款。`} />}
        <PayButton
          quote={quote}
          missing={missing}
          label={quote.in_stock ? `支付并购买 ${quote.period} ${unitNames[quote.discount_type]}` : '主机上暂无空闲的 GPU'}
          ready={quote.in_stock}
          busy={buying}
          onPay={() => buy(quote)}
        />
        <QuoteValidity quote={quote} />
      </aside>
    </div>
  )
}

import { Alert } from 'antd'
import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { instanceStatusCodes, isActionAllowed } from '#contract/instance-actions.ts'
import { instanceMoney } from '#contract/instance-money.ts'
import { chargeRules, type Instance } from '#contract/instances.ts'
import { PagePanel } from '#src/admin/layout/PagePanel.tsx'
import { BeforeAfter } from '#src/features/instances/money/BeforeAfter.tsx'
import { buildChargeChangeRows } from '#src/features/instances/money/charge-change-rows.tsx'
import { InstanceMoneyPage } from '#src/features/instances/money/InstanceMoneyPage.tsx'
import { InstanceSummary } from '#src/features/instances/money/InstanceSummary.tsx'
import { MoneySummary } from '#src/features/instances/money/MoneySummary.tsx'
import styles from '#src/features/instances/money/money.module.css'
import { OrderResult } from '#src/features/instances/money/OrderResult.tsx'
import { PeriodChoice, type PeriodSelection, validateQuantity } from '#src/features/instances/money/PeriodChoice.tsx'
import { useInstance } from '#src/features/instances/money/use-instance.ts'
import { useMoneyOrder } from '#src/features/instances/money/use-money-order.ts'
import { useMoneyQuote } from '#src/features/instances/money/use-money-quote.ts'
import { unitNames } from '#src/ui/catalogue/price.ts'
import { BreakEven } from './BreakEven.tsx'

const noCardsText = '这台实例关机时释放了 GPU，它所在的主机现在没有空闲的卡。有空闲后即可转换，也可以先排队开机。'

/** Converts pay-as-you-go to a package, or back. */
function ConvertView({ instance, rule }: { instance: Instance; rule: PeriodSelection['charge_rule'] }) {
  // The original billing stays displayed after the conversion.
  const [hourly] = useState(instance.charge_rule === 'hour')
  const [bought, setBought] = useState<PeriodSelection>({ charge_rule: rule, quantity: 1 })
  const faulty = hourly && validateQuantity(bought.quantity) !== undefined
  const allowed = isActionAllowed('convert_bill', instance.status)
  const body = hourly
    ? { charge_rule: bought.charge_rule, quantity: bought.quantity ?? 1 }
    : { charge_rule: 'hour' as const, quantity: 1 }
  const params = { id: instance.id }
  // end date from the accepted quote
  const [until, setUntil] = useState<string | null>()
  const order = useMoneyOrder(instanceMoney.convert, (token) => ({ params, body: { quote: token } }))
  const asks = !faulty && allowed && !order.done
  const { quote, stale, error, retry } = useMoneyQuote(instanceMoney.convert_quote, asks ? { params, body } : null)
  const taking = {
    ...order,
    place: (token: string) => {
      setUntil(quote?.after.expire_at)
      order.place(token)
    },
  }
  const target = hourly ? chargeRules[bought.charge_rule] : chargeRules.hour
  if (order.done)
    return (
      <OrderResult
        title={`已转为${target}`}
        orders={[order.done.order]}
        untilOf={() => until ?? undefined}
        back={order.done.back}
        id={instance.id}
      >
        {!hourly && (
          <p className={styles.quiet}>
            {instance.status === instanceStatusCodes.running
              ? '从现在起按量计费，不用时请关机。'
              : '已关机，不计费；开机后按量计费，不用时请关机。'}
          </p>
        )}
      </OrderResult>
    )
  return (
    <div className={styles.columns}>
      <div className={styles.facts}>
        <InstanceSummary instance={instance} />
        {!allowed && <Alert type="warning" showIcon message="实例运行中或已关机时才能转换计费，请等它停下来" />}
        {hourly && (
          <PagePanel title="转为套餐">
            <PeriodChoice bought={bought} change={setBought} help="从下单时起算，运行和关机都计时，GPU 一直为你保留。" />
          </PagePanel>
        )}
        {allowed && <BreakEven instance={instance} plan={bought.charge_rule} />}
        {quote && (
          <PagePanel title="转换前后">
            <BeforeAfter rows={buildChargeChangeRows(quote)} then="转换后" />
          </PagePanel>
        )}
      </div>
      {allowed && (
        <MoneySummary
          title={hourly ? `转为${target} ${bought.quantity ?? ''} ${unitNames[bought.charge_rule]}` : '转为按量计费'}
          byTheSecond={!hourly}
          quote={quote}
          stale={stale}
          error={error}
          onRetry={retry}
          none={faulty ? '改正时长后，这里显示价格。' : ''}
          lines={({ lines }) => lines}
          pay={({ pay }) => pay}
          back={({ back }) => back}
          notes={({ settle_note: settleNote }) => [['费用怎么算', settleNote]]}
          warning={({ in_stock: inStock }) => !inStock && <Alert type="warning" showIcon message={noCardsText} />}
          label={({ in_stock: inStock }) => (!inStock ? '主机上暂无空闲的 GPU' : hourly ? `支付并转为${target}` : '转为按量计费')}
          ready={({ in_stock: inStock }) => inStock}
          order={taking}
        />
      )}
    </div>
  )
}

/** Changes the billing of an instance (product §5). */
export default function InstanceConvertBill() {
  const [search] = useSearchParams()
  const id = search.get('id') ?? ''
  const rule = search.get('charge_rule') === 'day' ? 'day' : 'week'
  const { instance, error, retry } = useInstance(id)
  return (
    <InstanceMoneyPage
      title="转换计费"
      meaning="在按量计费和包日、包周之间转换，运行不中断，数据不变。"
      instance={instance}
      missing={id === ''}
      found={{ data: instance, error, retry }}
    >
      {(found) => <ConvertView key={id} instance={found} rule={rule} />}
    </InstanceMoneyPage>
  )
}

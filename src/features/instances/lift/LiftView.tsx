import { Alert } from 'antd'
import { useState } from 'react'
import { type ChangeQuote, instance_money, type LiftForm, type LiftOptions } from '#contract/instance-money.ts'
import type { Instance } from '#contract/instances.ts'
import { Panel } from '#src/admin/layout/PagePanel.tsx'
import { isApiError } from '#src/api/api-error.ts'
import { BeforeAfter, type ChangeRow } from '#src/features/instances/money/BeforeAfter.tsx'
import { InstanceGlance } from '#src/features/instances/money/InstanceSummary.tsx'
import styles from '#src/features/instances/money/MoneyPage.module.css'
import { MoneySummary } from '#src/features/instances/money/MoneySummary.tsx'
import { Outcome } from '#src/features/instances/money/OrderResult.tsx'
import { PriceHour } from '#src/features/instances/money/PriceHour.tsx'
import { useMoneyOrder } from '#src/features/instances/money/use-money-order.ts'
import { useMoneyQuote } from '#src/features/instances/money/use-money-quote.ts'
import { TimeText } from '#src/ui/TimeText.tsx'
import { FlavorChoice } from './FlavorChoice.tsx'
import { NotNow } from './LiftUnavailable.tsx'

const flavorText = ({ gpu_type, gpu_num }: ChangeQuote['before']) => `${gpu_type} × ${gpu_num}`
const rowsOf = ({ before, after }: ChangeQuote): ChangeRow[] => [
  ['GPU', flavorText(before), flavorText(after)],
  ['CPU 和内存', `${before.cpu} 核 ${before.memory} GB`, `${after.cpu} 核 ${after.memory} GB`],
  ['数据盘', `${before.data_disk} GB`, `${after.data_disk} GB`],
  ['每小时', <PriceHour key="before" of={before} />, <PriceHour key="after" of={after} />],
  [
    '到期',
    <TimeText key="before" at={before.expire_at} none="不到期" />,
    <TimeText key="after" at={after.expire_at} none="不到期" />,
  ],
]

const faultsOf = (error: unknown): Record<string, string> =>
  isApiError(error) ? Object.fromEntries(Object.entries(error.errors ?? {}).map(([field, said]) => [field, said.join('；')])) : {}

/** Another configuration, and what it costs or gives back for the time that is left. */
export function LiftView({ instance, options }: { instance: Instance; options: LiftOptions }) {
  const { flavor, product_id } = instance
  const [form, setForm] = useState<LiftForm>({ product_id, gpu_num: flavor.gpu_num, data_disk: flavor.data_disk })
  const params = { id: instance.id }
  const order = useMoneyOrder(instance_money.lift, (quote) => ({ params, body: { quote } }))
  const same = form.product_id === product_id && form.gpu_num === flavor.gpu_num && form.data_disk === flavor.data_disk
  const asks = options.why_not === null && !same && !order.done
  const { quote, stale, error, retry } = useMoneyQuote(instance_money.lift_quote, asks ? { params, body: form } : null)
  const faults = faultsOf(error)
  const faulty = Object.keys(faults).length > 0
  if (order.done)
    return <Outcome title="配置已更改，下次开机生效" orders={[order.done.order]} back={order.done.back} id={instance.id} />
  return (
    <div className={styles.columns}>
      <div className={styles.facts}>
        <InstanceGlance instance={instance} />
        {options.why_not ? (
          <NotNow instance={instance} why_not={options.why_not} />
        ) : (
          <FlavorChoice instance={instance} options={options} form={form} faults={faults} change={setForm} />
        )}
        {quote && (
          <Panel title="更改前后">
            <BeforeAfter rows={rowsOf(quote)} then="更改后" />
          </Panel>
        )}
      </div>
      {options.why_not === null && (
        <MoneySummary
          title="升降配置"
          by_the_second={instance.charge_rule !== 'hour'}
          quote={quote}
          stale={stale}
          error={faulty ? null : asks ? error : null}
          onRetry={retry}
          none={faulty ? '改正标红的内容后，这里显示价格。' : same ? '选择新的配置后，这里显示要补或要退的差价。' : ''}
          lines={({ lines }) => lines}
          pay={({ pay }) => pay}
          back={({ back }) => back}
          notes={({ settle_note }) => [['费用怎么算', settle_note]]}
          warning={({ in_stock }) =>
            !in_stock && <Alert type="warning" showIcon message="主机上空闲的 GPU 不够，请减少卡数、先迁移，或稍后再试" />
          }
          label={({ in_stock, pay }) => (!in_stock ? '主机上暂无空闲的 GPU' : pay === '0.00' ? '确认更改' : '支付差价并更改')}
          ready={({ in_stock }) => in_stock}
          order={order}
        />
      )}
    </div>
  )
}

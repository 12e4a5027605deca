import { Alert } from 'antd'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { isActionAllowed } from '#contract/instance-actions.ts'
import { type ChangeQuote, instanceMoney, type ResizeForm, type ResizeOptions } from '#contract/instance-money.ts'
import type { Instance } from '#contract/instances.ts'
import { PagePanel } from '#src/admin/layout/PagePanel.tsx'
import { useEndpoint } from '#src/admin/use-endpoint.ts'
import { isApiError } from '#src/api/api-error.ts'
import { BeforeAfter, type BeforeAfterRow } from '#src/features/instances/money/BeforeAfter.tsx'
import { InstanceMoneyPage } from '#src/features/instances/money/InstanceMoneyPage.tsx'
import { InstanceSummary } from '#src/features/instances/money/InstanceSummary.tsx'
import { MoneySummary } from '#src/features/instances/money/MoneySummary.tsx'
import styles from '#src/features/instances/money/money.module.css'
import { OrderResult } from '#src/features/instances/money/OrderResult.tsx'
import { PriceHour } from '#src/features/instances/money/PriceHour.tsx'
import { useInstance } from '#src/features/instances/money/use-instance.ts'
import { useMoneyOrder } from '#src/features/instances/money/use-money-order.ts'
import { useMoneyQuote } from '#src/features/instances/money/use-money-quote.ts'
import { paths } from '#src/paths.ts'
import { TimeText } from '#src/ui/TimeText.tsx'
import { FlavorChoice } from './FlavorChoice.tsx'

/** Explains why the configuration cannot be changed now, and the next step. */
function LiftUnavailable({ instance, why_not: whyNot }: { instance: Instance; why_not: string }) {
  const expired = instance.charge_rule !== 'hour' && isActionAllowed('lift', instance.status)
  return (
    <Alert
      type="info"
      showIcon
      message={whyNot}
      description={
        expired ? (
          <>
            可以先<Link to={paths.instanceRenew({ id: instance.id })}>续费</Link>。
          </>
        ) : (
          <>
            到<Link to={paths.containerInstance(instance.id)}>实例页</Link>关机，停下来后这里会自动更新。
          </>
        )
      }
    />
  )
}

const formatFlavor = ({ gpu_type: gpuType, gpu_num: gpuNum }: ChangeQuote['before']) => `${gpuType} × ${gpuNum}`
const toChangeRows = ({ before, after }: ChangeQuote): BeforeAfterRow[] => [
  ['GPU', formatFlavor(before), formatFlavor(after)],
  ['CPU 和内存', `${before.cpu} 核 ${before.memory} GB`, `${after.cpu} 核 ${after.memory} GB`],
  ['数据盘', `${before.data_disk} GB`, `${after.data_disk} GB`],
  ['每小时', <PriceHour key="before" of={before} />, <PriceHour key="after" of={after} />],
  [
    '到期',
    <TimeText key="before" at={before.expire_at} none="不到期" />,
    <TimeText key="after" at={after.expire_at} none="不到期" />,
  ],
]

const toFieldFaults = (error: unknown): Record<string, string> =>
  isApiError(error) ? Object.fromEntries(Object.entries(error.errors ?? {}).map(([field, said]) => [field, said.join('；')])) : {}

interface LiftViewProps {
  instance: Instance
  options: ResizeOptions
  /** The number of cards to begin with, if the host has them; by default the instance's own. */
  wanted: number
}

/** Selects another configuration, with the charge or refund for the remaining time. */
function LiftView({ instance, options, wanted }: LiftViewProps) {
  const { flavor, product_id: productId } = instance
  const most = options.products.find(({ product_id: id }) => id === productId)?.gpu_max ?? 0
  const gpuNum = Number.isInteger(wanted) && wanted >= 1 && wanted <= most ? wanted : flavor.gpu_num
  const [form, setForm] = useState<ResizeForm>({ product_id: productId, gpu_num: gpuNum, data_disk: flavor.data_disk })
  const params = { id: instance.id }
  const order = useMoneyOrder(instanceMoney.lift, (quote) => ({ params, body: { quote } }))
  const same = form.product_id === productId && form.gpu_num === flavor.gpu_num && form.data_disk === flavor.data_disk
  const asks = options.why_not === null && !same && !order.done
  const { quote, stale, error, retry } = useMoneyQuote(instanceMoney.lift_quote, asks ? { params, body: form } : null)
  const faults = toFieldFaults(error)
  const faulty = Object.keys(faults).length > 0
  if (order.done)
    return <OrderResult title="配置已更改，下次开机生效" orders={[order.done.order]} back={order.done.back} id={instance.id} />
  return (
    <div className={styles.columns}>
      <div className={styles.facts}>
        <InstanceSummary instance={instance} />
        {options.why_not ? (
          <LiftUnavailable instance={instance} why_not={options.why_not} />
        ) : (
          <FlavorChoice instance={instance} options={options} form={form} faults={faults} change={setForm} />
        )}
        {quote && (
          <PagePanel title="更改前后">
            <BeforeAfter rows={toChangeRows(quote)} then="更改后" />
          </PagePanel>
        )}
      </div>
      {options.why_not === null && (
        <MoneySummary
          title="升降配置"
          byTheSecond={instance.charge_rule !== 'hour'}
          quote={quote}
          stale={stale}
          error={faulty ? null : asks ? error : null}
          onRetry={retry}
          none={faulty ? '改正标红的内容后，这里显示价格。' : same ? '选择新的配置后，这里显示要补或要退的差价。' : ''}
          lines={({ lines }) => lines}
          pay={({ pay }) => pay}
          back={({ back }) => back}
          notes={({ settle_note: settleNote }) => [['费用怎么算', settleNote]]}
          warning={({ in_stock: inStock }) =>
            !inStock && <Alert type="warning" showIcon message="主机上空闲的 GPU 不够，请减少卡数、先迁移，或稍后再试" />
          }
          label={({ in_stock: inStock, pay }) =>
            !inStock ? '主机上暂无空闲的 GPU' : pay === '0.00' ? '确认更改' : '支付差价并更改'
          }
          ready={({ in_stock: inStock }) => inStock}
          order={order}
        />
      )}
    </div>
  )
}

const live = ['instances', 'wallet', 'user', 'products'] as const

/** Changes the configuration of an instance (product §5). */
export default function InstanceLift() {
  const [search] = useSearchParams()
  const id = search.get('id') ?? ''
  const { instance, error, retry } = useInstance(id)
  const asked = { enabled: id !== '', retry: false, live }
  const options = useEndpoint(instanceMoney.lift_options, { params: { id } }, asked)
  const data = instance && options.data && { instance, options: options.data }
  const retryBoth = () => {
    retry()
    void options.refetch()
  }
  return (
    <InstanceMoneyPage
      title="升降配置"
      meaning="更改 GPU 和数据盘，下次开机生效，数据保留。要先关机。"
      instance={instance}
      missing={id === ''}
      found={{ data, error: error ?? options.error, retry: retryBoth }}
    >
      {(found) => <LiftView key={id} {...found} wanted={Number(search.get('gpu_num'))} />}
    </InstanceMoneyPage>
  )
}

import { Link } from 'react-router-dom'
import { type Consumption, type ConsumptionKind, consumption, consumptionKinds } from '#contract/consumption.ts'
import { defineResource } from '#src/admin/define-resource.ts'
import type { OptionLabels } from '#src/admin/row-types.ts'
import { callEndpoint } from '#src/api/call.ts'
import { paths } from '#src/paths.ts'
import type { StateStyles } from '#src/ui/StateTag.tsx'
import { ToneTag } from '#src/ui/ToneTag.tsx'
import { YuanAmount } from '#src/ui/YuanAmount.tsx'
import { ConsumptionSums } from './ConsumptionSums.tsx'
import styles from './consumption.resource.module.css'

const consumptionKindStyles: StateStyles<ConsumptionKind> = {
  usage: { icon: 'clock', tone: 'neutral' },
  order: { icon: 'receipt', tone: 'primary' },
  refund: { icon: 'undo', tone: 'success' },
  late_fee: { icon: 'warning', tone: 'warning' },
  llm_usage: { icon: 'chat', tone: 'neutral' },
}

/** Formats the charged time as `3:05:09` (h:mm:ss); a dash if the line is not metered. */
function formatChargedTime({ seconds }: Pick<Consumption, 'seconds'>): string {
  if (seconds === null) return '—'
  const two = (value: number) => String(value).padStart(2, '0')
  return `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`
}

/** The subject of a line: the instance and its product, or the order. */
function ConsumptionSubject({
  row: { kind, title, instance_name: instanceName, product_name: productName },
}: {
  row: Consumption
}) {
  const first = kind === 'usage' ? (instanceName ?? title) : title
  return (
    <span className={styles.what}>
      {first}
      {productName && !first.includes(productName) && <span className={styles.product}>{productName}</span>}
    </span>
  )
}

/** A line of 消费明细 on a phone. */
function ConsumptionCard({ row }: { row: Consumption }) {
  const { icon, tone } = consumptionKindStyles[row.kind]
  return (
    <div className={styles.line}>
      <h2>
        <ConsumptionSubject row={row} />
      </h2>
      <strong className={styles.end}>
        <YuanAmount amount={row.amount} />
      </strong>
      <span className={styles.when}>
        <ToneTag icon={icon} tone={tone}>
          {consumptionKinds[row.kind]}
        </ToneTag>
        {row.day}
      </span>
      <span className={`${styles.when} ${styles.end}`}>
        {row.seconds !== null && <span>用时 {formatChargedTime(row)}</span>}
        {Number(row.voucher) > 0 && (
          <span>
            代金券 <YuanAmount amount={row.voucher} />
          </span>
        )}
      </span>
    </div>
  )
}

const toOptions = (named: readonly { id: string; name: string }[]): OptionLabels => {
  const names = named.map(({ name }) => name)
  // instance names are not unique, so the label includes the end of the id
  const label = ({ id, name }: { id: string; name: string }) =>
    names.filter((other) => other === name).length > 1 ? `${name}（…${id.slice(-4)}）` : name
  return Object.fromEntries(named.map((one) => [one.id, label(one)]))
}

/** Loads the instances and products for the filters, including released ones. */
async function loadConsumptionSubjectOptions(): Promise<{ instances: OptionLabels; products: OptionLabels }> {
  const { data } = await callEndpoint(consumption.subjects)
  return { instances: toOptions(data.instances), products: toOptions(data.products) }
}

/** 消费明细: usage of each instance by day, and every order on the day it was paid (product §5). */
export default defineResource({
  name: 'consumption',
  label: '消费明细',
  meaning: '按天和实例列出用掉的钱，一直能看到逐段的秒数。一天里结算的扣费算在这一天，每天的合计与收支明细相同。',
  path: paths.consumption,
  nav: { section: 'bills', order: 20 },
  api: { list: consumption.list, export: consumption.export, export_task: consumption.export_task },
  title: (row) => `${row.day} ${row.instance_name ?? row.title}`,
  columns: [
    { field: 'day', title: '日期' },
    { field: 'kind', title: '类型', type: 'status', words: consumptionKinds, looks: consumptionKindStyles },
    {
      field: 'title',
      title: '实例与产品',
      render: (row) => <ConsumptionSubject row={row} />,
      text: (row) => row.instance_name ?? row.title,
    },
    { field: 'seconds', title: '用时', text: formatChargedTime, align: 'end' },
    { field: 'amount', title: '金额（元）', type: 'yuan' },
    { field: 'cash', title: '现金（元）', type: 'yuan' },
    { field: 'voucher', title: '代金券（元）', type: 'yuan' },
  ],
  card: (row) => <ConsumptionCard row={row} />,
  filters: {
    instance_id: { label: '实例', options: async () => (await loadConsumptionSubjectOptions()).instances },
    product_id: { label: '产品', options: async () => (await loadConsumptionSubjectOptions()).products },
    kind: { label: '类型', options: consumptionKinds },
  },
  actions: [
    {
      name: 'segments',
      label: '计费段',
      allowed: ({ kind }) => kind === 'usage',
      whenOff: 'hidden',
      dialog: () => import('./DaySegments.tsx'),
    },
    {
      name: 'order',
      label: '查看订单',
      allowed: ({ order_id: orderId }) => orderId !== null,
      whenOff: 'hidden',
      href: ({ order_id: orderId }) => paths.myOrder(orderId ?? ''),
    },
  ],
  live: 'wallet',
  summary: ConsumptionSums,
  empty: {
    title: '还没有消费',
    hint: '实例运行满一小时、关机或下单之后，这里按天列出花了多少钱。',
    action: <Link to={paths.market}>去算力市场</Link>,
  },
})

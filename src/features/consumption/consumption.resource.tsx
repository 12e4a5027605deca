import { Link } from 'react-router-dom'
import { consumption, consumptionKinds } from '#contract/consumption.ts'
import { defineResource } from '#src/admin/define-resource.ts'
import { paths } from '#src/paths.ts'
import { ConsumptionCard } from './ConsumptionCard.tsx'
import { ConsumptionSubject } from './ConsumptionSubject.tsx'
import { ConsumptionSums } from './ConsumptionSums.tsx'
import { consumptionKindStyles, formatChargedTime } from './consumption-display.ts'
import { loadConsumptionSubjectOptions } from './subject-options.ts'

/** 消费明细: what each instance used on each day, and every order, on the day it was paid (product §5). */
export default defineResource({
  name: 'consumption',
  label: '消费明细',
  meaning: '按天和实例列出用掉的钱，一直能看到逐段的秒数。一天里结算的扣费算在这一天，每天的合计与收支明细相同。',
  path: paths.consumption,
  nav: { group: 'cost', order: 30, icon: 'rows' },
  api: { list: consumption.list, export: consumption.export },
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

import { instanceStatuses } from '#contract/instance-actions.ts'
import { chargeRules, type Instance } from '#contract/instances.ts'
import type { Column } from '#src/admin/columns.tsx'
import { computeCurrentHourPrice, formatStopReason } from './instance-text.ts'

/** Export columns with one value per cell, so that a spreadsheet can sort and sum them. A package has no hourly price. */
export default [
  { field: 'id', title: '编号' },
  { field: 'nick_name', title: '名称' },
  { field: 'status', title: '状态', type: 'word', words: instanceStatuses },
  { field: 'reason', title: '停止原因', text: ({ reason }) => formatStopReason(reason) ?? '' },
  { field: 'flavor', title: 'GPU', text: ({ flavor }) => flavor.gpu_type },
  { field: 'flavor', title: 'GPU 数量', type: 'count', value: ({ flavor }) => flavor.gpu_num },
  { field: 'flavor', title: '每卡显存（GB）', type: 'count', value: ({ flavor }) => flavor.vram },
  { field: 'flavor', title: 'CPU（核）', type: 'count', value: ({ flavor }) => flavor.cpu },
  { field: 'flavor', title: '内存（GB）', type: 'count', value: ({ flavor }) => flavor.memory },
  { field: 'flavor', title: '数据盘（GB）', type: 'count', value: ({ flavor }) => flavor.data_disk },
  { field: 'image', title: '镜像' },
  { field: 'region_name', title: '地域' },
  { field: 'charge_rule', title: '计费方式', type: 'word', words: chargeRules },
  {
    field: 'price_hour',
    title: '每小时（元）',
    type: 'yuan',
    value: (instance) => (instance.charge_rule === 'hour' ? computeCurrentHourPrice(instance) : null),
  },
  { field: 'expire_at', title: '到期时间', type: 'time' },
  { field: 'cost', title: '费用（元）', type: 'yuan' },
  { field: 'created_at', title: '创建时间', type: 'time' },
] satisfies Column<Instance>[]

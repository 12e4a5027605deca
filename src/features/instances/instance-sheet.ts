import { instance_statuses } from '#contract/instance-actions.ts'
import { charge_rules, type Instance } from '#contract/instances.ts'
import type { SheetColumn } from '#src/admin/resource.ts'
import { formatTimeExact } from '#src/ui/format-time.ts'
import { hourNow, reasonText } from './words.ts'

/** One thing a cell, so that a sheet can sort and sum it. A package has no price an hour. */
export default [
  { title: '编号', text: ({ id }) => id },
  { title: '名称', text: ({ nick_name }) => nick_name },
  { title: '状态', text: ({ status }) => instance_statuses[status] },
  { title: '停止原因', text: ({ reason }) => reasonText(reason) ?? '' },
  { title: 'GPU', text: ({ flavor }) => flavor.gpu_type },
  { title: 'GPU 数量', text: ({ flavor }) => String(flavor.gpu_num) },
  { title: '每卡显存（GB）', text: ({ flavor }) => String(flavor.vram) },
  { title: 'CPU（核）', text: ({ flavor }) => String(flavor.cpu) },
  { title: '内存（GB）', text: ({ flavor }) => String(flavor.memory) },
  { title: '数据盘（GB）', text: ({ flavor }) => String(flavor.data_disk) },
  { title: '镜像', text: ({ image }) => image },
  { title: '地域', text: ({ region_name }) => region_name },
  { title: '计费方式', text: ({ charge_rule }) => charge_rules[charge_rule] },
  { title: '每小时（元）', text: (instance) => (instance.charge_rule === 'hour' ? hourNow(instance) : '') },
  { title: '到期时间', text: ({ expire_at }) => (expire_at ? formatTimeExact(expire_at) : '') },
  { title: '费用（元）', text: ({ cost }) => cost },
  { title: '创建时间', text: ({ created_at }) => formatTimeExact(created_at) },
] satisfies SheetColumn<Instance>[]

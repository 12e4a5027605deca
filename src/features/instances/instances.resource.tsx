import { instance_statuses } from '#contract/instance-actions.ts'
import { charge_rules, instances } from '#contract/instances.ts'
import { products } from '#contract/products.ts'
import { defineResource } from '#src/admin/define-resource.ts'
import { call } from '#src/api/call.ts'
import { paths } from '#src/paths.ts'
import { formatTime, formatTimeExact } from '#src/ui/format-time.ts'
import { QuickWays } from './access/QuickAccess.tsx'
import { instance_bulk_actions, instance_row_actions } from './actions/instance-row-actions.tsx'
import { mayDo } from './actions/power-actions.ts'
import { FirstInstance } from './FirstInstanceActions.tsx'
import { Charge } from './InstanceBilling.tsx'
import { InstanceCard } from './InstanceCard.tsx'
import { InstanceId } from './InstanceId.tsx'
import { Where } from './InstanceRegion.tsx'
import { InstanceState } from './InstanceState.tsx'
import { InstanceTools } from './InstanceTools.tsx'
import { gpuText, machineText } from './instance-text.ts'
import { TwoLines } from './TwoLines.tsx'

const regionOptions = async () => {
  const { data } = await call(products.regions)
  return Object.fromEntries(data.map(({ id, name }) => [id, name]))
}

/** The machines a person rents (product §4). */
export default defineResource({
  name: 'instances',
  label: '容器实例',
  measure: '台',
  meaning: '按量计费只在「运行中」按秒计费；关机停止计费，数据保留。',
  path: paths.container_instances,
  show_path: paths.container_instance_pattern,
  nav: { group: 'compute', order: 10, icon: 'chip' },
  api: { list: instances.list, one: instances.get, update: instances.update },
  title: (instance) => instance.nick_name,
  columns: [
    {
      field: 'nick_name',
      title: '名称',
      below: (instance) => (
        <>
          <InstanceId id={instance.id} />
          <QuickWays instance={instance} />
        </>
      ),
    },
    {
      field: 'status',
      title: '状态',
      render: (instance) => <InstanceState instance={instance} />,
      text: ({ status }) => instance_statuses[status],
    },
    {
      field: 'charge_rule',
      title: '计费方式',
      render: (instance) => <Charge instance={instance} />,
      text: ({ charge_rule }) => charge_rules[charge_rule],
    },
    { field: 'cost', title: '费用（元）', type: 'yuan' },
    {
      field: 'flavor',
      title: 'GPU 规格',
      render: ({ flavor }) => <TwoLines below={machineText(flavor)}>{gpuText(flavor)}</TwoLines>,
      text: ({ flavor }) => gpuText(flavor),
    },
    {
      field: 'image',
      title: '镜像与地域',
      render: (instance) => <TwoLines below={<Where instance={instance} />}>{instance.image}</TwoLines>,
      text: ({ image }) => image,
    },
    {
      field: 'created_at',
      title: '创建时间',
      spare: true,
      render: ({ created_at }) => (
        <TwoLines below={formatTime(created_at).slice(11)}>{formatTime(created_at).slice(0, 10)}</TwoLines>
      ),
      text: ({ created_at }) => formatTimeExact(created_at),
    },
  ],
  sheet: () => import('./instance-sheet.ts'),
  card: (instance) => <InstanceCard instance={instance} />,
  filters: {
    status: { label: '状态', options: instance_statuses },
    charge_rule: { label: '计费方式', options: charge_rules },
    region_id: { label: '地域', options: regionOptions },
  },
  search: '搜索名称或编号',
  in_palette: true,
  form: {
    update: [{ name: 'nick_name', label: '实例名称' }],
    update_label: '改名',
    update_allowed: mayDo('rename'),
    optimistic: true,
  },
  actions: instance_row_actions,
  bulk: instance_bulk_actions,
  actions_width: 160,
  tools: InstanceTools,
  pages: { show: () => import('./detail/InstanceShow.tsx') },
  live: 'instances',
  empty: {
    title: '还没有容器实例',
    hint: '选一张卡和一个镜像，几十秒后就能在浏览器里打开终端。按量计费用多少付多少，随时可以关机。',
    action: <FirstInstance />,
  },
})

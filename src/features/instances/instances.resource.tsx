import { instanceStatuses } from '#contract/instance-actions.ts'
import { chargeRules, instances } from '#contract/instances.ts'
import { products } from '#contract/products.ts'
import { defineResource } from '#src/admin/define-resource.ts'
import { callEndpoint } from '#src/api/call.ts'
import { paths } from '#src/paths.ts'
import { formatTime, formatTimeExact } from '#src/ui/format-time.ts'
import { QuickAccess } from './access/QuickAccess.tsx'
import { instanceBulkActions, instanceRowActions } from './actions/instance-row-actions.tsx'
import { canPerform } from './actions/power-actions.ts'
import { FirstInstanceActions } from './FirstInstanceActions.tsx'
import { InstanceBilling } from './InstanceBilling.tsx'
import { InstanceCard } from './InstanceCard.tsx'
import { InstanceId } from './InstanceId.tsx'
import { InstanceRegion } from './InstanceRegion.tsx'
import { InstanceState } from './InstanceState.tsx'
import { InstanceTools } from './InstanceTools.tsx'
import { formatGpu, formatMachine } from './instance-text.ts'
import { TwoLines } from './TwoLines.tsx'

const loadRegionOptions = async () => {
  const { data } = await callEndpoint(products.regions)
  return Object.fromEntries(data.map(({ id, name }) => [id, name]))
}

/** The machines a person rents (product §4). */
export default defineResource({
  name: 'instances',
  label: '容器实例',
  measure: '台',
  meaning: '按量计费只在「运行中」按秒计费；关机停止计费，数据保留。',
  path: paths.containerInstances,
  showPath: paths.containerInstancePattern,
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
          <QuickAccess instance={instance} />
        </>
      ),
    },
    {
      field: 'status',
      title: '状态',
      render: (instance) => <InstanceState instance={instance} />,
      text: ({ status }) => instanceStatuses[status],
    },
    {
      field: 'charge_rule',
      title: '计费方式',
      render: (instance) => <InstanceBilling instance={instance} />,
      text: ({ charge_rule: chargeRule }) => chargeRules[chargeRule],
    },
    { field: 'cost', title: '费用（元）', type: 'yuan' },
    {
      field: 'flavor',
      title: 'GPU 规格',
      render: ({ flavor }) => <TwoLines below={formatMachine(flavor)}>{formatGpu(flavor)}</TwoLines>,
      text: ({ flavor }) => formatGpu(flavor),
    },
    {
      field: 'image',
      title: '镜像与地域',
      render: (instance) => <TwoLines below={<InstanceRegion instance={instance} />}>{instance.image}</TwoLines>,
      text: ({ image }) => image,
    },
    {
      field: 'created_at',
      title: '创建时间',
      spare: true,
      render: ({ created_at: createdAt }) => (
        <TwoLines below={formatTime(createdAt).slice(11)}>{formatTime(createdAt).slice(0, 10)}</TwoLines>
      ),
      text: ({ created_at: createdAt }) => formatTimeExact(createdAt),
    },
  ],
  sheet: () => import('./instance-sheet.ts'),
  card: (instance) => <InstanceCard instance={instance} />,
  filters: {
    status: { label: '状态', options: instanceStatuses },
    charge_rule: { label: '计费方式', options: chargeRules },
    region_id: { label: '地域', options: loadRegionOptions },
  },
  search: '搜索名称或编号',
  inPalette: true,
  form: {
    update: [{ name: 'nick_name', label: '实例名称' }],
    updateLabel: '改名',
    updateAllowed: canPerform('rename'),
    optimistic: true,
  },
  actions: instanceRowActions,
  bulk: instanceBulkActions,
  actionsWidth: 160,
  tools: InstanceTools,
  pages: { show: () => import('./detail/InstanceShow.tsx') },
  live: 'instances',
  empty: {
    title: '还没有容器实例',
    hint: '选一张卡和一个镜像，几十秒后就能在浏览器里打开终端。按量计费用多少付多少，随时可以关机。',
    action: <FirstInstanceActions />,
  },
})

import { Button } from 'antd'
import { Suspense } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { instanceStatuses } from '#contract/instance-actions.ts'
import { chargeRules, type Instance, instances } from '#contract/instances.ts'
import { defineResource } from '#src/admin/define-resource.ts'
import { QueueLink } from '#src/features/queue/shared.ts'
import { paths } from '#src/paths.ts'
import { CopyText } from '#src/ui/CopyText.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import { YuanAmount } from '#src/ui/YuanAmount.tsx'
import { QuickAccess } from './access/QuickAccess.tsx'
import { instanceBulkActions, instanceRowActions } from './actions/instance-row-actions.tsx'
import { canPerform } from './actions/power-actions.ts'
import { InstanceBilling } from './InstanceBilling.tsx'
import { InstanceRegion } from './InstanceRegion.tsx'
import { InstanceProgress, InstanceState, InstanceStateLine } from './InstanceState.tsx'
import { formatGpu, formatMachine } from './instance-text.ts'
import styles from './instances.resource.module.css'
import { loadRegionOptions } from './region-options.ts'
import { TwoLines } from './TwoLines.tsx'

/** The id in small print, with a copy button. */
function InstanceId({ id }: { id: string }) {
  return (
    <span className={styles.id}>
      <CopyText text={id} label="复制实例编号" mono />
    </span>
  )
}

/** An instance as a card on a phone: name and state, then cost. */
function InstanceCard({ instance }: { instance: Instance }) {
  const { id, nick_name: nickName, flavor, image, cost } = instance
  return (
    <div className={styles.card}>
      <div className={styles.head}>
        <h2>
          <Link to={paths.containerInstance(id)}>{nickName}</Link>
        </h2>
        <InstanceStateLine instance={instance} />
      </div>
      <InstanceProgress instance={instance} />
      <InstanceId id={id} />
      <QuickAccess instance={instance} />
      <TwoLines below={formatMachine(flavor)}>{formatGpu(flavor)}</TwoLines>
      <span className={styles.where}>
        {image} · <InstanceRegion instance={instance} />
      </span>
      <div className={styles.money}>
        <InstanceBilling instance={instance} />
        <span className={styles.cost}>
          至今 <YuanAmount amount={cost} as="price" />
        </span>
      </div>
    </div>
  )
}

/** List tools: the queue link and the create button. */
function InstanceTools() {
  const navigate = useNavigate()
  return (
    <>
      <Suspense fallback={null}>
        <QueueLink />
      </Suspense>
      <Button type="primary" icon={<Icon name="plus" />} onClick={() => void navigate(paths.createInstance())}>
        创建实例
      </Button>
    </>
  )
}

/** Actions of the empty list: create an instance, or view the market first. */
function FirstInstanceActions() {
  const navigate = useNavigate()
  return (
    <>
      <Button type="primary" onClick={() => void navigate(paths.createInstance())}>
        创建实例
      </Button>
      <Button onClick={() => void navigate(paths.market)}>去算力市场</Button>
    </>
  )
}

/** The instances that a user rents (product §4). */
export default defineResource({
  name: 'instances',
  label: '容器实例',
  measure: '台',
  meaning: '按量计费只在「运行中」按秒计费；关机停止计费，数据保留。',
  path: paths.containerInstances,
  showPath: paths.containerInstancePattern,
  nav: { section: 'instances', order: 10, tab: '实例' },
  api: { list: instances.list, one: instances.get, update: instances.update },
  title: (instance) => instance.nick_name,
  caption: ({ flavor }) => formatGpu(flavor),
  columns: [
    {
      field: 'nick_name',
      title: '名称',
      below: ({ id }) => <InstanceId id={id} />,
    },
    {
      field: 'status',
      title: '状态',
      render: (instance) => <InstanceState instance={instance} />,
      brief: (instance) => <InstanceStateLine instance={instance} />,
      text: ({ status }) => instanceStatuses[status],
    },
    {
      field: 'id',
      title: '快捷进入',
      render: (instance) => <QuickAccess instance={instance} />,
      text: () => '',
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
      render: (instance) => (
        <TwoLines below={<InstanceRegion instance={instance} />}>
          <span className={styles.image} title={instance.image}>
            {instance.image}
          </span>
        </TwoLines>
      ),
      text: ({ image }) => image,
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

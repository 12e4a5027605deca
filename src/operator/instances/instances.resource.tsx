import { Link } from 'react-router-dom'
import {
  type InstanceStatus,
  instanceStatusCodes,
  instanceStatuses,
  type StopReason,
  stopReasons,
} from '#contract/instance-actions.ts'
import { chargeRules } from '#contract/instances.ts'
import { operatorAudit } from '#contract/operator/audit.ts'
import { forceStopReasons, type OperatorInstance, operatorInstances } from '#contract/operator/instances.ts'
import { defineResource } from '#src/admin/define-resource.ts'
import { loadRegionOptions } from '#src/features/instances/shared.ts'
import { operatorPaths } from '#src/operator/paths.ts'
import { CellSubline } from '#src/ui/CellSubline.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import { StatusTag } from '#src/ui/StatusTag.tsx'
import styles from './instances.resource.module.css'

/** The owner, linked to their user page. */
function OwnerLink({ owner }: { owner: OperatorInstance['owner'] }) {
  return (
    <span className={styles.stacked}>
      <Link to={operatorPaths.user(owner.id)}>{owner.nickname}</Link>
      <small>{owner.phone}</small>
    </span>
  )
}

const formatReason = (reason: string | null) => (reason ? (stopReasons[reason as StopReason] ?? reason) : '')
const stoppableStatuses: readonly InstanceStatus[] = [instanceStatusCodes.running, instanceStatusCodes.starting]

/** The instances of all users; operators can view them and, if necessary, stop them (product §10). */
export default defineResource({
  name: 'operator-instances',
  label: '全部实例',
  meaning: '只读；必须时可以强制关机，所有者会收到原因，数据保留。',
  path: operatorPaths.instances,
  nav: { group: 'customers', order: 20, icon: 'chip' },
  api: { list: operatorInstances.list, one: operatorInstances.get, history: operatorAudit.history },
  title: (instance) => instance.nick_name,
  columns: [
    { field: 'nick_name', title: '名称', below: (instance) => <CellSubline>{instance.id}</CellSubline> },
    {
      field: 'owner',
      title: '所有者',
      render: (instance) => <OwnerLink owner={instance.owner} />,
      text: ({ owner }) => owner.nickname,
    },
    {
      field: 'status',
      title: '状态',
      render: (instance) => <StatusTag status={instance.status} />,
      text: ({ status, reason }) => [instanceStatuses[status], formatReason(reason)].filter(Boolean).join(' '),
    },
    { field: 'flavor', title: 'GPU', text: ({ flavor }) => `${flavor.gpu_type} × ${flavor.gpu_num}` },
    { field: 'host_id', title: '主机', type: 'link', to: ({ host_id: hostId }) => hostId && operatorPaths.host(hostId) },
    { field: 'charge_rule', title: '计费方式', type: 'word', words: chargeRules },
    // a package divided by its hours has more decimals than a price
    { field: 'price_hour', title: '元/小时', type: 'yuan', value: ({ price_hour: price }) => Number(price).toFixed(2) },
    { field: 'cost', title: '费用（元）', type: 'yuan' },
    { field: 'created_at', title: '创建时间', type: 'time' },
  ],
  details: [
    { field: 'reason', title: '停止原因', text: ({ reason }) => formatReason(reason) },
    { field: 'image', title: '镜像' },
    { field: 'region_name', title: '地域' },
    { field: 'started_at', title: '本次开机', type: 'time' },
    { field: 'expire_at', title: '到期时间', type: 'time' },
  ],
  filters: {
    status: { label: '状态', options: instanceStatuses },
    region_id: { label: '地域', options: loadRegionOptions },
    charge_rule: { label: '计费方式', options: chargeRules },
  },
  search: '名称、主机或所有者',
  actions: [
    {
      name: 'stop',
      label: '强制关机',
      icon: <Icon name="power" />,
      danger: true,
      endpoint: operatorInstances.stop,
      allowed: (instance) => stoppableStatuses.includes(instance.status),
      whenOff: 'hidden',
      effect: '立即关机，系统盘和数据盘保留，按量计费停止；包日、包周继续计时。所有者会收到下面的原因，并可以再次开机。',
      fields: [
        { name: 'cause', label: '类别', input: 'radio', options: forceStopReasons, initial: 'violation' },
        { name: 'reason', label: '原因', input: 'textarea', placeholder: '所有者会看到' },
      ],
    },
  ],
  pages: { show: () => import('./OperatorInstanceShow.tsx') },
  empty: { title: '还没有实例', hint: '用户租用后出现在这里。', action: null },
})

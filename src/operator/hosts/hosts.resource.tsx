import { Link } from 'react-router-dom'
import { cardGrantNames } from '#contract/capabilities.ts'
import { listGaps } from '#contract/capability-gaps.ts'
import { limits } from '#contract/limits.ts'
import { operatorAudit } from '#contract/operator/audit.ts'
import { type HostState, hostIsolations, hostStates, type OperatorHost, operatorHosts } from '#contract/operator/hosts.ts'
import { defineResource } from '#src/admin/define-resource.ts'
import { loadRegionOptions } from '#src/features/instances/shared.ts'
import { operatorPaths } from '#src/operator/paths.ts'
import { BeijingTimeInput } from '#src/operator/shared/BeijingTimeInput.tsx'
import { RegionInput } from '#src/operator/shared/RegionInput.tsx'
import { runningInstancesColumn } from '#src/operator/shared/running-instances-column.ts'
import { CellSubline } from '#src/ui/CellSubline.tsx'
import { formatTime } from '#src/ui/format-time.ts'
import type { StateStyles } from '#src/ui/StateTag.tsx'

const statusStyles: StateStyles<HostState> = {
  pending: { tone: 'warning', icon: 'info' },
  maintenance: { tone: 'danger', icon: 'warning' },
  announced: { tone: 'warning', icon: 'clock' },
  drained: { tone: 'neutral', icon: 'power' },
  held: { tone: 'danger', icon: 'warning' },
  unreachable: { tone: 'danger', icon: 'close' },
  open: { tone: 'success', icon: 'check' },
}
const reasonField = { name: 'reason', label: '原因', placeholder: '例如 更换网卡' } as const
const isInState =
  (...states: HostState[]) =>
  (host: OperatorHost) =>
    states.includes(host.state)

const formatMaintenance = ({ maintenance }: OperatorHost) =>
  maintenance ? `${formatTime(maintenance.starts_at)} 起，预计 ${maintenance.hours} 小时：${maintenance.reason}` : ''

const formatIsolation = ({ isolation, simulated }: OperatorHost) =>
  isolation.length > 0
    ? isolation.map((name) => hostIsolations[name]).join('、')
    : simulated
      ? '模拟，不需要'
      : '仅容器，未检查出站与卷'

/** A node of 0.1.0 tells none. */
const listSickCards = ({ sick_cards: cards }: OperatorHost) => cards ?? []

const formatSubline = (host: OperatorHost) => {
  const { length } = listSickCards(host)
  return `${host.region_name ?? '未登记地域'}${length > 0 ? ` · ${length} 张卡有故障或停售` : ''}`
}

const formatSickCards = (host: OperatorHost) =>
  listSickCards(host)
    .map(({ id, reason, since, reported }) => `${id}：${reason}（${formatTime(since)} 起${reported ? '' : '，已不再报告'}）`)
    .join('；') || '没有'

/** The cards of a host with which something is wrong; each leads to where it is put back on sale. */
function SickCards({ host }: { host: OperatorHost }) {
  const cards = listSickCards(host)
  if (cards.length === 0) return '没有'
  return cards.map(({ id, reason, since, reported }) => (
    <p key={id}>
      <Link to={operatorPaths.gpusOf({ keyword: id })}>{id}</Link>：{reason}（{formatTime(since)} 起
      {reported ? '' : '，已不再报告，等待恢复上架'}）
    </p>
  ))
}

/** The hosts: driver reports and operator decisions (product §10). */
export default defineResource({
  name: 'operator-hosts',
  label: '主机',
  meaning:
    '新主机自己报到，登记到地域后接收实例；排空和维护由运营决定。有故障的卡和接连启动失败的主机由平台自动停售，恢复上架由运营决定。',
  path: operatorPaths.hosts,
  nav: { section: 'hosts', order: 10 },
  api: { list: operatorHosts.list, one: operatorHosts.get, history: operatorAudit.history },
  title: (host) => host.id,
  columns: [
    { field: 'id', title: '主机', below: (host) => <CellSubline>{formatSubline(host)}</CellSubline> },
    { field: 'state', title: '状态', type: 'status', words: hostStates, looks: statusStyles },
    { field: 'gpu_models', title: 'GPU 型号' },
    {
      field: 'gpu_rented',
      title: 'GPU 租出 / 总数',
      type: 'link',
      value: (host) => `${host.gpu_rented} / ${host.gpu_total}`,
      to: (host) => operatorPaths.gpusOf({ keyword: host.id }),
      align: 'end',
    },
    runningInstancesColumn,
    { field: 'cpu', title: '可分配', text: (host) => `${host.cpu} 核 / ${host.memory} GB` },
    { field: 'seen_at', title: '最近报告', type: 'time' },
  ],
  details: [
    {
      field: 'region_name',
      title: '地域',
      none: '未登记',
      type: 'link',
      to: ({ region_id: id }) => id && operatorPaths.region(id),
    },
    { field: 'maintenance', title: '维护', text: formatMaintenance },
    { field: 'drain_reason', title: '排空或停售的原因' },
    { field: 'held_at', title: '自动停售于', type: 'time' },
    { field: 'sick_cards', title: '有故障的卡', render: (host) => <SickCards host={host} />, text: formatSickCards },
    { field: 'problem', title: '不可调度的原因' },
    { field: 'isolation', title: '隔离', text: formatIsolation },
    { field: 'capabilities', title: '做不到的', text: ({ capabilities }) => listGaps(capabilities).join('；') || '没有' },
    { field: 'cards', title: '给卡的方式', text: ({ cards }) => cardGrantNames[cards] },
    { field: 'unreachable_since', title: '失联自', type: 'time' },
    { field: 'simulated', title: '算力', text: (host) => (host.simulated ? '模拟' : '真实') },
  ],
  filters: {
    region_id: { label: '地域', options: loadRegionOptions },
    state: { label: '状态', options: hostStates },
    todo: { label: '范围', options: { true: '等待处理' } },
  },
  search: '搜索主机名',
  actions: [
    {
      name: 'register',
      label: '登记',
      endpoint: operatorHosts.register,
      allowed: isInState('pending'),
      whenOff: 'hidden',
      effect: '登记后主机立即接收该地域的新实例；地域以后不能更改。',
      fields: [{ name: 'region_id', label: '地域', render: RegionInput }],
    },
    {
      name: 'drain',
      label: '排空',
      endpoint: operatorHosts.drain,
      allowed: isInState('open', 'unreachable'),
      whenOff: 'hidden',
      effect: '不再接收新实例，空闲的卡不再租出；运行中的实例不受影响，已付费保留的卡仍可开机。',
      fields: [reasonField],
    },
    {
      name: 'undrain',
      label: '取消排空',
      endpoint: operatorHosts.undrain,
      allowed: isInState('drained'),
      whenOff: 'hidden',
      effect: '主机立即重新接收新实例。',
    },
    {
      name: 'restore',
      label: '恢复上架',
      endpoint: operatorHosts.restore,
      allowed: isInState('held'),
      whenOff: 'hidden',
      effect: '主机立即重新接收新实例，之前的启动失败不再计数。请先确认故障已经处理好。',
      fields: [{ ...reasonField, placeholder: '例如 已重装驱动并试开一台' }],
    },
    {
      name: 'announce',
      label: '公告维护',
      endpoint: operatorHosts.announce,
      allowed: isInState('open', 'drained', 'held', 'unreachable'),
      whenOff: 'hidden',
      effect: `至少提前 ${limits.maintenanceNoticeHours} 小时。公告后主机立即排空，受影响的用户现在和开始前 1 小时各收到一次通知；开始时仍在运行的实例会被关机，数据保留，按量计费停止，包日、包周顺延。`,
      fields: [
        { name: 'starts_at', label: '开始时间（北京时间）', render: BeijingTimeInput },
        { name: 'hours', label: '预计时长（小时）', input: 'number', initial: 2 },
        reasonField,
      ],
    },
    {
      name: 'cancel',
      label: '取消维护',
      endpoint: operatorHosts.cancel,
      allowed: isInState('announced'),
      whenOff: 'hidden',
      effect: '主机重新接收新实例，受影响的用户会收到取消的通知。',
    },
    {
      name: 'finish',
      label: '结束维护',
      endpoint: operatorHosts.finish,
      allowed: isInState('maintenance'),
      whenOff: 'hidden',
      effect: '主机重新接收实例，包日、包周的到期时间顺延维护的时长，用户会收到通知；实例不会自动开机。',
    },
  ],
  pages: { show: () => import('#src/operator/shared/HistoryShow.tsx') },
  empty: { title: '还没有主机', hint: '算力驱动报告的主机会在一分钟内出现在这里，登记到地域后开始接收实例。', action: null },
})

import { operatorAudit } from '#contract/operator/audit.ts'
import {
  operatorQuarantine,
  type QuarantinedObject,
  type QuarantineState,
  quarantineStates,
} from '#contract/operator/quarantine.ts'
import { defineResource } from '#src/admin/define-resource.ts'
import { operatorPaths } from '#src/operator/paths.ts'
import { CellSubline } from '#src/ui/CellSubline.tsx'
import type { StateStyles } from '#src/ui/StateTag.tsx'

const statusStyles: StateStyles<QuarantineState> = {
  kept: { tone: 'warning', icon: 'warning' },
  removing: { tone: 'danger', icon: 'clock' },
  removed: { tone: 'neutral', icon: 'close' },
  known: { tone: 'success', icon: 'check' },
}
const formatGeneration = ({ generation, known_generation: knownGeneration }: QuarantinedObject) =>
  knownGeneration === null ? `第 ${generation} 代，数据库里没有` : `第 ${generation} 代，数据库里是第 ${knownGeneration} 代`
const phaseLabels: Record<string, string> = {
  pulling: '拉取镜像',
  creating: '创建中',
  starting: '启动中',
  running: '运行中',
  stopping: '停止中',
  stopped: '已停止',
  failed: '异常',
  unknown: '未知',
}
const formatDataDisk = ({ data_disk: dataDisk, data_disk_mb: dataDiskMb }: QuarantinedObject) =>
  dataDisk === null ? '没有' : dataDiskMb === null ? dataDisk : `${dataDisk}（已用 ${dataDiskMb} MB）`

/** Engine objects that the database does not know (docs/decisions/049). */
export default defineResource({
  name: 'operator-quarantine',
  label: '隔离',
  meaning:
    '计算引擎上有、数据库里没有的实例，例如恢复了较早的备份之后。平台不会动它们，也不会动它们的数据盘；确认没有用处以后，由管理员逐个移除。',
  path: operatorPaths.quarantine,
  nav: { section: 'hosts', order: 30 },
  api: { list: operatorQuarantine.list, one: operatorQuarantine.get, history: operatorAudit.history },
  title: (object) => object.instance_id,
  columns: [
    { field: 'instance_id', title: '实例编号', below: (object) => <CellSubline>{formatGeneration(object)}</CellSubline> },
    { field: 'state', title: '状态', type: 'status', words: quarantineStates, looks: statusStyles },
    { field: 'host_id', title: '主机' },
    { field: 'phase', title: '引擎上', text: ({ phase }) => phaseLabels[phase] ?? phase },
    { field: 'data_disk', title: '数据盘', text: formatDataDisk },
    { field: 'found_at', title: '发现于', type: 'time' },
    { field: 'seen_at', title: '最近看到', type: 'time' },
  ],
  filters: { state: { label: '状态', options: quarantineStates } },
  search: '搜索实例编号',
  actions: [
    {
      name: 'remove',
      label: '移除',
      danger: true,
      endpoint: operatorQuarantine.remove,
      allowed: ({ state }) => state === 'kept',
      whenOff: 'hidden',
      effect:
        '从计算引擎上删除它的容器、系统盘和数据盘，不能恢复。数据库里还有这个实例时，数据盘属于那个实例，会保留。如果是恢复备份造成的，请先确认是否要改用更新的备份。',
      fields: [
        { name: 'confirm', label: '输入实例编号以确认' },
        { name: 'reason', label: '原因', placeholder: '例如 已与用户确认不再需要' },
      ],
    },
  ],
  empty: { title: '没有被隔离的实例', hint: '计算引擎上的实例，数据库里都有。', action: null },
})

import { operator_audit } from '#contract/operator/audit.ts'
import {
  operator_quarantine,
  type QuarantinedObject,
  type QuarantineState,
  quarantine_states,
} from '#contract/operator/quarantine.ts'
import { defineResource } from '#src/admin/define-resource.ts'
import { operator_paths } from '#src/operator/paths.ts'
import { Below } from '#src/operator/shared/CellSubline.tsx'
import type { Looks } from '#src/ui/StateTag.tsx'

const looks: Looks<QuarantineState> = {
  kept: { tone: 'warning', icon: 'warning' },
  removing: { tone: 'danger', icon: 'clock' },
  removed: { tone: 'neutral', icon: 'close' },
  known: { tone: 'success', icon: 'check' },
}
const generationText = ({ generation, known_generation }: QuarantinedObject) =>
  known_generation === null ? `第 ${generation} 代，数据库里没有` : `第 ${generation} 代，数据库里是第 ${known_generation} 代`
const phases: Record<string, string> = {
  pulling: '拉取镜像',
  creating: '创建中',
  starting: '启动中',
  running: '运行中',
  stopping: '停止中',
  stopped: '已停止',
  failed: '异常',
  unknown: '未知',
}
const diskText = ({ data_disk, data_disk_mb }: QuarantinedObject) =>
  data_disk === null ? '没有' : data_disk_mb === null ? data_disk : `${data_disk}（已用 ${data_disk_mb} MB）`

/** What lies on the engine and the database does not know (docs/decisions/049). */
export default defineResource({
  name: 'operator-quarantine',
  label: '隔离',
  meaning:
    '计算引擎上有、数据库里没有的实例，例如恢复了较早的备份之后。平台不会动它们，也不会动它们的数据盘；确认没有用处以后，由管理员逐个移除。',
  path: operator_paths.quarantine,
  nav: { group: 'stock', order: 25, icon: 'warning' },
  api: { list: operator_quarantine.list, one: operator_quarantine.get, history: operator_audit.history },
  title: (object) => object.instance_id,
  columns: [
    { field: 'instance_id', title: '实例编号', below: (object) => <Below>{generationText(object)}</Below> },
    { field: 'state', title: '状态', type: 'status', words: quarantine_states, looks },
    { field: 'phase', title: '引擎上', text: ({ phase }) => phases[phase] ?? phase },
    { field: 'data_disk', title: '数据盘', text: diskText },
    { field: 'found_at', title: '发现于', type: 'time' },
    { field: 'seen_at', title: '最近看到', type: 'time' },
  ],
  filters: { state: { label: '状态', options: quarantine_states } },
  search: '搜索实例编号',
  actions: [
    {
      name: 'remove',
      label: '移除',
      danger: true,
      endpoint: operator_quarantine.remove,
      allowed: ({ state }) => state === 'kept',
      when_off: 'hidden',
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

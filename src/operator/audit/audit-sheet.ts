import { roleNames } from '#contract/access.ts'
import type { AuditRow } from '#contract/operator/audit.ts'
import type { Column } from '#src/admin/columns.tsx'
import { formatEventName } from '#src/operator/shared/event-name.ts'
import { formatFieldsDiff } from '#src/operator/shared/FieldsDiff.tsx'

/** Export columns with one value per cell; the list shows some of them together. */
export default [
  { field: 'at', title: '时间', type: 'time' },
  { field: 'actor', title: '操作人', text: ({ actor }) => actor.nickname },
  { field: 'actor', title: '操作人编号', text: ({ actor }) => actor.id },
  { field: 'actor', title: '角色', text: ({ actor }) => roleNames[actor.role] },
  { field: 'summary', title: '操作', text: ({ summary }) => formatEventName(summary) },
  { field: 'endpoint', title: '接口' },
  { field: 'target_id', title: '对象' },
  { field: 'after', title: '变更', text: ({ before, after }) => formatFieldsDiff(before, after) },
  { field: 'ip', title: 'IP' },
  { field: 'request_id', title: '请求编号' },
] satisfies Column<AuditRow>[]

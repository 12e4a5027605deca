import { roleNames } from '#contract/access.ts'
import { type AuditRow, operatorAudit } from '#contract/operator/audit.ts'
import { reportPeriods } from '#contract/operator/reason.ts'
import { defineResource } from '#src/admin/define-resource.ts'
import { operatorPaths } from '#src/operator/paths.ts'
import { EntityLink, findEntityKind } from '#src/operator/shared/EntityLink.tsx'
import { formatEventName } from '#src/operator/shared/event-name.ts'
import { FieldsDiff, formatFieldsDiff } from '#src/operator/shared/FieldsDiff.tsx'
import { loadEndpointOptions } from './endpoint-options.ts'

/** The changed row, linked to its page if it has one. */
function AuditTarget({ row: { endpoint, target_id: id } }: { row: AuditRow }) {
  if (!id) return '—'
  const kind = findEntityKind(endpoint, id)
  return kind ? (
    <EntityLink kind={kind} id={id}>
      {id}
    </EntityLink>
  ) : (
    id
  )
}

/** Every change by any user; append-only (product §10). */
export default defineResource({
  name: 'operator-audit',
  label: '审计日志',
  meaning: '谁在何时改了什么，从什么改成什么；只增不改，导出的就是筛选的结果。',
  path: operatorPaths.audit,
  nav: { group: 'platform', order: 20, icon: 'clock' },
  api: { list: operatorAudit.list },
  title: (row) => row.summary,
  columns: [
    { field: 'at', title: '时间', type: 'time' },
    {
      field: 'actor',
      title: '操作人',
      render: ({ actor }) => (
        <>
          <EntityLink kind="operator-users" id={actor.id}>
            {actor.nickname}
          </EntityLink>
          （{roleNames[actor.role]}）
        </>
      ),
      text: ({ actor }) => `${actor.nickname}（${roleNames[actor.role]}）`,
    },
    { field: 'summary', title: '操作', text: ({ summary }) => formatEventName(summary) },
    {
      field: 'target_id',
      title: '对象',
      render: (row) => <AuditTarget row={row} />,
      text: ({ target_id: targetId }) => targetId ?? '',
    },
    {
      field: 'after',
      title: '变更',
      render: ({ before, after }) => <FieldsDiff before={before} after={after} />,
      text: ({ before, after }) => formatFieldsDiff(before, after),
    },
    { field: 'ip', title: 'IP' },
    { field: 'endpoint', title: '接口' },
    { field: 'request_id', title: '请求编号' },
  ],
  filters: {
    by: { label: '范围', options: { operator: '运营操作', user: '用户操作' } },
    endpoint: { label: '操作', options: loadEndpointOptions },
    period: { label: '时间', options: reportPeriods },
  },
  search: '操作人、对象或请求编号',
  empty: { title: '还没有记录', hint: '每一次改动都会记在这里。', action: null },
})

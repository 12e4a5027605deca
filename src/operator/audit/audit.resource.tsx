import { roleNames } from '#contract/access.ts'
import { auditScopes, operatorAudit } from '#contract/operator/audit.ts'
import { reportPeriods } from '#contract/operator/reason.ts'
import { defineResource } from '#src/admin/define-resource.ts'
import { operatorPaths } from '#src/operator/paths.ts'
import { EntityIdLink } from '#src/operator/shared/EntityLink.tsx'
import { formatEventName } from '#src/operator/shared/event-name.ts'
import { FieldsDiff, formatFieldsDiff } from '#src/operator/shared/FieldsDiff.tsx'
import { PersonLink } from '#src/operator/shared/person-column.tsx'
import { CellSubline } from '#src/ui/CellSubline.tsx'
import { CopyText } from '#src/ui/CopyText.tsx'
import { loadEndpointOptions } from './endpoint-options.ts'

/** Every change by any user; append-only (product §10). */
export default defineResource({
  name: 'operator-audit',
  label: '审计日志',
  meaning: '谁在何时改了什么，从什么改成什么；只增不改，导出的就是筛选的结果。用户的日常操作在「范围」里选。',
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
          <PersonLink person={actor} />（{roleNames[actor.role]}）
        </>
      ),
      text: ({ actor }) => `${actor.nickname}（${roleNames[actor.role]}）`,
    },
    {
      field: 'summary',
      title: '操作',
      render: ({ summary, endpoint }) => (
        <>
          {formatEventName(summary)}
          <CellSubline>{endpoint}</CellSubline>
        </>
      ),
      text: ({ summary }) => formatEventName(summary),
    },
    {
      field: 'target_id',
      title: '对象',
      render: ({ endpoint, target_id: id }) => id && <EntityIdLink id={id} endpoint={endpoint} />,
      text: ({ target_id: targetId }) => targetId ?? '',
    },
    {
      field: 'after',
      title: '变更',
      render: ({ before, after }) => <FieldsDiff before={before} after={after} />,
      text: ({ before, after }) => formatFieldsDiff(before, after),
    },
    {
      field: 'ip',
      title: 'IP 与请求编号',
      render: ({ ip, request_id: requestId }) => (
        <>
          {ip}
          <CellSubline>
            <CopyText text={requestId} label="复制请求编号">
              {requestId.slice(0, 8)}
            </CopyText>
          </CellSubline>
        </>
      ),
      text: ({ ip, request_id: requestId }) => `${ip} ${requestId}`,
    },
  ],
  sheet: () => import('./audit-sheet.ts'),
  pages: { list: () => import('./AuditList.tsx') },
  filters: {
    by: { label: '范围', options: auditScopes },
    endpoint: { label: '操作', options: loadEndpointOptions },
    period: { label: '时间', options: reportPeriods },
  },
  search: '操作人、对象或编号',
  empty: { title: '还没有记录', hint: '每一次改动都会记在这里。', action: null },
})

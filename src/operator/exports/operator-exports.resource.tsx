import { Link } from 'react-router-dom'
import { exportKinds, exportTaskStates, operatorExportTasks } from '#contract/export-tasks.ts'
import { limits } from '#contract/limits.ts'
import { entryKindFilters, ledgerAccounts } from '#contract/operator/money.ts'
import { reportPeriods } from '#contract/operator/reason.ts'
import { defineResource } from '#src/admin/define-resource.ts'
import { buildExportActions, buildExportColumns } from '#src/features/exports/shared.ts'
import { operatorPaths } from '#src/operator/paths.ts'

/** Exports of many rows from the back office (docs/decisions/097). */
export default defineResource({
  name: 'operator-exports',
  label: '后台导出记录',
  meaning: `行数较多的导出在后台写成文件，完成后通知你。文件保留 ${limits.exportKeptDays} 天，只有创建的人能看到。`,
  path: operatorPaths.exports,
  nav: { section: 'finance', order: 30 },
  api: { list: operatorExportTasks.list },
  title: (task) => `${exportKinds[task.kind].label}的导出`,
  columns: buildExportColumns(operatorExportTasks.download_link, {
    account: { label: '账户', options: ledgerAccounts },
    kind: { label: '类型', options: entryKindFilters },
    period: { label: '时间', options: reportPeriods },
  }),
  filters: { state: { label: '状态', options: exportTaskStates } },
  actions: buildExportActions(operatorExportTasks),
  live: 'export_tasks',
  empty: {
    title: '没有导出记录',
    hint: '行数不多的导出直接下载，不在这里。',
    action: <Link to={operatorPaths.entries}>去总账</Link>,
  },
})

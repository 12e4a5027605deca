import { Link } from 'react-router-dom'
import { exportKinds, exportTaskStates, exportTasks } from '#contract/export-tasks.ts'
import { limits } from '#contract/limits.ts'
import { llmCallStates } from '#contract/llm-bills.ts'
import { walletNames } from '#contract/wallet.ts'
import { defineResource } from '#src/admin/define-resource.ts'
import { paths } from '#src/paths.ts'
import { buildExportActions, buildExportColumns, type FilterWords } from './export-columns.tsx'

const filterWords: FilterWords = {
  wallet: { label: '钱包', options: walletNames },
  instance_id: { label: '实例' },
  product_id: { label: '产品' },
  key_id: { label: '密钥' },
  model: { label: '模型' },
  state: { label: '状态', options: llmCallStates },
}

/** Exports of many rows, which the server writes to files (docs/decisions/097). */
export default defineResource({
  name: 'exports',
  label: '导出记录',
  meaning: `行数较多的导出在后台写成文件，可以离开页面，完成后通知你。文件保留 ${limits.exportKeptDays} 天，记录保留 ${limits.exportTasksKeptDays} 天。`,
  path: paths.exports,
  nav: { section: 'bills', order: 60 },
  api: { list: exportTasks.list },
  title: (task) => `${exportKinds[task.kind].label}的导出`,
  columns: buildExportColumns(exportTasks.download_link, filterWords),
  filters: { state: { label: '状态', options: exportTaskStates } },
  actions: buildExportActions(exportTasks),
  live: 'export_tasks',
  empty: {
    title: '没有导出记录',
    hint: '行数不多的导出直接下载，不在这里。',
    action: <Link to={paths.incomeDetail}>去收支明细</Link>,
  },
})

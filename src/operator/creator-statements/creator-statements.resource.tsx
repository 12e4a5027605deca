import { statementStates } from '#contract/creator-labels.ts'
import { operatorCreatorStatements } from '#contract/operator/creator-statements.ts'
import { defineResource } from '#src/admin/define-resource.ts'
import { operatorPaths } from '#src/operator/paths.ts'

const statusStyles = {
  open: { tone: 'neutral', icon: 'clock' },
  settled: { tone: 'warning', icon: 'clock' },
  posted: { tone: 'success', icon: 'check' },
} as const

/** Monthly earnings of creators (product §7). Statements are never created or changed by hand. */
export default defineResource({
  name: 'operator-creator-statements',
  label: '创作收益',
  meaning:
    '每月由平台自动结算并入账到创作者的收益钱包，不能手工修改；打开一份可以看到每一段使用，连同实例与订单。待结清是使用者还欠着的部分，付清后才入账。',
  path: operatorPaths.creatorStatements,
  nav: { section: 'payouts', order: 30 },
  api: { list: operatorCreatorStatements.list, one: operatorCreatorStatements.get },
  title: ({ creator, month }) => `${creator.nickname} ${month}`,
  columns: [
    { field: 'month', title: '月份' },
    { field: 'creator', title: '创作者', text: ({ creator }) => creator.nickname },
    { field: 'state', title: '状态', type: 'status', words: statementStates, looks: statusStyles },
    { field: 'amount', title: '金额（元）', type: 'yuan' },
    { field: 'pending', title: '待结清（元）', type: 'yuan' },
    { field: 'consumers', title: '使用者', type: 'count' },
    { field: 'lines', title: '使用记录', type: 'count' },
    { field: 'posted_at', title: '入账时间', type: 'time' },
  ],
  details: [{ field: 'settled_at', title: '结算时间', type: 'time' }],
  filters: { state: { label: '状态', options: { settled: statementStates.settled, posted: statementStates.posted } } },
  search: '创作者昵称、编号或对账单编号',
  pages: { show: () => import('./CreatorStatementShow.tsx') },
  empty: { title: '还没有对账单', hint: '有人用现金余额使用了收费镜像，次月初平台会自动生成。', action: null },
})

import { ledger_accounts, operator_entries } from '#contract/operator/money.ts'
import { periods } from '#contract/operator/reason.ts'
import { entry_kinds } from '#contract/wallet.ts'
import { defineResource } from '#src/admin/define-resource.ts'
import { operator_paths } from '#src/operator/paths.ts'
import { EntrySums } from './OperatorEntrySums.tsx'

/** The books, row by row; what the panel sums. */
export default defineResource({
  name: 'operator-entries',
  label: '总账',
  meaning: '每笔交易至少两行，合计为零；只增不改。',
  path: operator_paths.entries,
  nav: { group: 'money', order: 10, icon: 'ledger' },
  api: { list: operator_entries.list },
  title: (entry) => entry.title,
  columns: [
    { field: 'at', title: '时间', type: 'time' },
    { field: 'title', title: '摘要' },
    { field: 'kind', title: '类型', type: 'word', words: entry_kinds },
    {
      field: 'account',
      title: '账户',
      text: ({ account, owner }) => (owner ? `${ledger_accounts[account]} · ${owner.nickname}` : ledger_accounts[account]),
    },
    { field: 'amount', title: '金额（元）', type: 'yuan', as: 'flow' },
    { field: 'balance_after', title: '余额（元）', type: 'yuan' },
    { field: 'transaction_id', title: '流水号', type: 'copy', label: '复制流水号' },
    { field: 'ref', title: '依据', type: 'copy', label: '复制编号' },
  ],
  filters: {
    account: { label: '账户', options: ledger_accounts },
    kind: { label: '类型', options: entry_kinds },
    period: { label: '时间', options: periods },
  },
  search: '摘要、依据编号或用户',
  summary: EntrySums,
  empty: { title: '还没有分录', hint: '充值、下单和按量扣费都会记在这里。', action: null },
})

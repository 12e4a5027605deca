import { Link } from 'react-router-dom'
import { ledgerEntries } from '#contract/ledger-entries.ts'
import { ledgerEntryKinds, wallet, walletNames } from '#contract/wallet.ts'
import { defineResource } from '#src/admin/define-resource.ts'
import { paths } from '#src/paths.ts'
import { entryKindStyles } from './EntryKindTag.tsx'
import { LedgerEntryCard } from './LedgerEntryCard.tsx'
import { OwnEntrySums } from './OwnEntrySums.tsx'

/** 收支明细: every row of the ledger that touched a wallet of the user (product §5). */
export default defineResource({
  name: 'ledger-entries',
  label: '收支明细',
  meaning:
    '可用余额的每一次变化，点开一行看它是为了什么；代金券、冻结与收益在「钱包」里选。按量计费每满一小时，以及关机、释放、改价时结算一次。',
  path: paths.incomeDetail,
  nav: { group: 'cost', order: 10, icon: 'ledger' },
  api: { list: wallet.entries, one: ledgerEntries.get, export: ledgerEntries.export },
  title: (entry) => entry.title,
  columns: [
    { field: 'title', title: '内容' },
    { field: 'kind', title: '类型', type: 'status', words: ledgerEntryKinds, looks: entryKindStyles },
    { field: 'at', title: '时间', type: 'time' },
    { field: 'amount', title: '金额（元）', type: 'yuan', as: 'flow' },
    { field: 'balance_after', title: '变动后余额（元）', type: 'yuan' },
  ],
  details: [{ field: 'wallet', title: '钱包', type: 'word', words: walletNames }],
  card: (entry) => <LedgerEntryCard entry={entry} />,
  filters: {
    wallet: { label: '钱包', options: walletNames },
    kind: { label: '类型', options: ledgerEntryKinds },
  },
  search: '内容或关联编号',
  live: 'wallet',
  summary: OwnEntrySums,
  pages: { show: () => import('./EntryShow.tsx') },
  empty: {
    title: '还没有收支',
    hint: '充值、下单和按量扣费后，每一笔都会记在这里，并写明当时的余额。',
    action: <Link to={paths.market}>去算力市场</Link>,
  },
})

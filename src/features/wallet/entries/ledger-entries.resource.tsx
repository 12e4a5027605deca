import { Link } from 'react-router-dom'
import { type ConsumptionKind, consumption, consumptionKinds } from '#contract/consumption.ts'
import { ledgerEntries } from '#contract/ledger-entries.ts'
import { type LedgerEntryKind, ledgerEntryKinds, type OwnLedgerEntry, wallet, walletNames } from '#contract/wallet.ts'
import { defineResource } from '#src/admin/define-resource.ts'
import pairCard from '#src/admin/list/pair-card.module.css'
import type { ListState } from '#src/admin/resource.ts'
import { SummaryFigures } from '#src/admin/SummaryFigures.tsx'
import { useEndpoint } from '#src/admin/use-endpoint.ts'
import { paths, withQuery } from '#src/paths.ts'
import { type StateStyles, StateTag } from '#src/ui/StateTag.tsx'
import { TimeText } from '#src/ui/TimeText.tsx'
import { YuanAmount } from '#src/ui/YuanAmount.tsx'
import styles from './ledger-entries.resource.module.css'

const entryKindStyles: StateStyles<LedgerEntryKind> = {
  recharge: { icon: 'wallet', tone: 'success' },
  order: { icon: 'receipt', tone: 'primary' },
  usage: { icon: 'clock', tone: 'neutral' },
  refund: { icon: 'undo', tone: 'success' },
  late_fee: { icon: 'warning', tone: 'warning' },
  withdraw_hold: { icon: 'clock', tone: 'neutral' },
  withdraw_return: { icon: 'undo', tone: 'success' },
  withdraw: { icon: 'external', tone: 'primary' },
  voucher_grant: { icon: 'plus', tone: 'success' },
  voucher_end: { icon: 'clock', tone: 'neutral' },
  reward: { icon: 'plus', tone: 'success' },
  llm_usage: { icon: 'chat', tone: 'neutral' },
  creator_income: { icon: 'plus', tone: 'success' },
  allocate: { icon: 'move', tone: 'neutral' },
  adjust: { icon: 'edit', tone: 'neutral' },
}

/** Kind of a ledger entry, as icon and word. */
const EntryKindTag = ({ kind }: { kind: LedgerEntryKind }) => (
  <StateTag state={kind} looks={entryKindStyles} words={ledgerEntryKinds} />
)

/** A ledger entry as a card: subject and amount, then time and remaining balance. */
function LedgerEntryCard({ entry }: { entry: OwnLedgerEntry }) {
  return (
    <div className={pairCard.card}>
      <h2 className={pairCard.title}>
        <Link to={paths.incomeEntry(entry.id)}>{entry.title.replace(`（${entry.ref}）`, '')}</Link>
      </h2>
      <span className={styles.amount}>
        <YuanAmount amount={entry.amount} as="flow" />
      </span>
      <span className={styles.when}>
        <EntryKindTag kind={entry.kind} />
        <TimeText at={entry.at} />
      </span>
      <span className={styles.left}>
        {entry.voucher ?? '余额'} <YuanAmount amount={entry.balance_after} />
      </span>
    </div>
  )
}

const live = ['wallet'] as const

const isConsumptionKind = (kind: string): kind is ConsumptionKind => kind in consumptionKinds

/** What vouchers paid within the filters of the balance, whose entries do not show it. */
function PaidByVoucher({ state: { keyword, filters } }: { state: ListState }) {
  const { wallet: shown = 'cash', kind, from, to } = filters
  const known = kind === undefined || isConsumptionKind(kind)
  const query = { from, to, ...(kind !== undefined && isConsumptionKind(kind) && { kind }) }
  const enabled = shown === 'cash' && known && !keyword
  const { data } = useEndpoint(consumption.sum, { query }, { keep: true, live, enabled })
  if (!enabled || !data || Number(data.voucher) <= 0) return null
  return (
    <p className={styles.other}>
      另有 <YuanAmount amount={data.voucher} /> 由代金券支付，不动余额，
      <Link to={withQuery(paths.incomeDetail, { wallet: 'voucher', kind, from, to })}>查看</Link>
    </p>
  )
}

/** Income and spending of all entries that match the filters, across all pages. */
function OwnEntrySums({ state }: { state: ListState }) {
  const { keyword, filters } = state
  const query = { ...filters, ...(keyword && { keyword }) }
  const { data } = useEndpoint(ledgerEntries.sum, { query }, { keep: true, live })
  return (
    <SummaryFigures
      label="当前筛选的合计"
      figures={[
        { name: '收入合计', value: data && <YuanAmount amount={data.income} as="flow" /> },
        { name: '支出合计', value: data && <YuanAmount amount={data.spent} as="flow" /> },
        { name: '共', value: data && `${data.count} 条` },
      ]}
    >
      <PaidByVoucher state={state} />
    </SummaryFigures>
  )
}

/** 收支明细: every ledger entry of the user's wallets (product §5). */
export default defineResource({
  name: 'ledger-entries',
  label: '收支明细',
  meaning:
    '可用余额的每一次变化，点开一行看它是为了什么；代金券、冻结与收益在「钱包」里选。按量计费每满一小时，以及关机、释放、改价时结算一次。',
  path: paths.incomeDetail,
  nav: { section: 'bills', order: 10 },
  api: { list: wallet.entries, one: ledgerEntries.get, export: ledgerEntries.export, export_task: ledgerEntries.export_task },
  title: (entry) => entry.title,
  columns: [
    // each voucher has a balance of its own: its name tells which one changed
    { field: 'title', title: '内容', below: ({ voucher }) => voucher && <span className={styles.voucher}>{voucher}</span> },
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

import { entryKindFilters, ledgerAccounts, operatorEntries } from '#contract/operator/money.ts'
import { reportPeriods } from '#contract/operator/reason.ts'
import { ledgerEntryKinds } from '#contract/wallet.ts'
import { defineResource } from '#src/admin/define-resource.ts'
import type { ListState } from '#src/admin/resource.ts'
import { SummaryFigures } from '#src/admin/SummaryFigures.tsx'
import { useEndpoint } from '#src/admin/use-endpoint.ts'
import { operatorPaths } from '#src/operator/paths.ts'
import { EntityIdLink } from '#src/operator/shared/EntityLink.tsx'
import { PersonLink } from '#src/operator/shared/person-column.tsx'
import { CopyText } from '#src/ui/CopyText.tsx'
import { YuanAmount } from '#src/ui/YuanAmount.tsx'

/** The title without the id in brackets, which has a column of its own. */
const formatTitle = (title: string, ref: string | null) => (ref ? title.replace(`（${ref}）`, '') : title)

/** Credits, debits and total of all rows that match the filters, on every page. */
function OperatorEntrySums({ state: { keyword, filters } }: { state: ListState }) {
  const query = { ...filters, ...(keyword && { keyword }) }
  const { data } = useEndpoint(operatorEntries.sum, { query }, { keep: true })
  return (
    <SummaryFigures
      label="当前筛选的合计"
      figures={[
        { name: '增加', value: data && <YuanAmount amount={data.plus} as="flow" /> },
        { name: '减少', value: data && <YuanAmount amount={data.minus} as="flow" /> },
        { name: '净额', value: data && <YuanAmount amount={data.net} as="flow" /> },
      ]}
    />
  )
}

/** The ledger entries that the panel sums up. */
export default defineResource({
  name: 'operator-entries',
  label: '总账',
  meaning: '每笔交易至少两行，合计为零；只增不改。',
  path: operatorPaths.entries,
  nav: { section: 'finance', order: 20 },
  api: { list: operatorEntries.list, export: operatorEntries.export, export_task: operatorEntries.export_task },
  title: (entry) => entry.title,
  columns: [
    { field: 'at', title: '时间', type: 'time' },
    {
      field: 'title',
      title: '摘要',
      render: ({ title, ref }) => formatTitle(title, ref),
      text: ({ title }) => title,
    },
    { field: 'kind', title: '类型', type: 'word', words: ledgerEntryKinds },
    {
      field: 'account',
      title: '账户',
      render: ({ account, owner }) => (
        <>
          {ledgerAccounts[account]}
          {owner && (
            <>
              {' · '}
              <PersonLink person={owner} />
            </>
          )}
        </>
      ),
      text: ({ account, owner }) => (owner ? `${ledgerAccounts[account]} · ${owner.nickname}` : ledgerAccounts[account]),
    },
    { field: 'amount', title: '金额（元）', type: 'yuan', as: 'flow' },
    { field: 'balance_after', title: '余额（元）', type: 'yuan' },
    { field: 'ref', title: '依据', render: ({ ref }) => ref && <EntityIdLink id={ref} />, text: ({ ref }) => ref ?? '' },
    {
      field: 'transaction_id',
      title: '流水号',
      render: ({ transaction_id: id }) => (
        <CopyText text={id} label="复制流水号" mono>
          {id.slice(0, 8)}
        </CopyText>
      ),
      text: ({ transaction_id: id }) => id,
    },
  ],
  filters: {
    account: { label: '账户', options: ledgerAccounts },
    kind: { label: '类型', options: entryKindFilters },
    period: { label: '时间', options: reportPeriods },
  },
  search: '摘要、依据编号或用户',
  summary: OperatorEntrySums,
  empty: { title: '还没有分录', hint: '充值、下单和按量扣费都会记在这里。', action: null },
})

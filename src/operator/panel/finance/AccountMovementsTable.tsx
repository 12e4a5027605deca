import { Link } from 'react-router-dom'
import { ledgerAccounts } from '#contract/operator/money.ts'
import { type ReportPeriod, reportPeriods } from '#contract/operator/reason.ts'
import { ledgerEntryKinds } from '#contract/wallet.ts'
import { PagePanel } from '#src/admin/layout/PagePanel.tsx'
import { FiguresTable, NumberCell } from '#src/operator/panel/FiguresTable.tsx'
import { operatorPaths } from '#src/operator/paths.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { YuanAmount } from '#src/ui/YuanAmount.tsx'
import type { FinanceOverview } from './FinanceFigures.tsx'

/** Inflows and outflows of each platform account, by kind of posting. */
export function AccountMovementsTable({ moved, period }: { moved: FinanceOverview['moved']; period: ReportPeriod }) {
  return (
    <PagePanel title={`平台账户发生额（${reportPeriods[period]}）`} flush>
      {moved.length === 0 ? (
        <EmptyState title="这段时间没有发生额" hint="换一段更长的时间看看。" />
      ) : (
        <FiguresTable heads={[{ title: '账户' }, { title: '类型' }, { title: '发生额（元）', number: true }]}>
          {moved.map(({ account, kind, amount }) => (
            <tr key={`${account} ${kind}`}>
              <td>{ledgerAccounts[account]}</td>
              <td>{ledgerEntryKinds[kind]}</td>
              <NumberCell>
                <Link to={operatorPaths.entriesOf({ account, kind, period })}>
                  <YuanAmount amount={amount} as="flow" bare />
                </Link>
              </NumberCell>
            </tr>
          ))}
        </FiguresTable>
      )}
    </PagePanel>
  )
}

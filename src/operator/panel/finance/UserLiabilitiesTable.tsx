import { Link } from 'react-router-dom'
import { ledgerAccounts } from '#contract/operator/money.ts'
import { PagePanel } from '#src/admin/layout/PagePanel.tsx'
import { FiguresTable, NumberCell } from '#src/operator/panel/FiguresTable.tsx'
import { operatorPaths } from '#src/operator/paths.ts'
import { YuanAmount } from '#src/ui/YuanAmount.tsx'
import type { FinanceOverview } from './FinanceFigures.tsx'

/** Current user balances, by wallet. */
export function UserLiabilitiesTable({ finance }: { finance: FinanceOverview }) {
  return (
    <PagePanel title="应付用户（此刻）" flush>
      <FiguresTable heads={[{ title: '钱包' }, { title: '余额（元）', number: true }]}>
        {finance.owed.map(({ account, amount }) => (
          <tr key={account}>
            <td>{ledgerAccounts[account]}</td>
            <NumberCell>
              <Link
                to={account === 'cash' ? operatorPaths.usersOf({ balance: 'positive' }) : operatorPaths.entriesOf({ account })}
              >
                <YuanAmount amount={amount} bare />
              </Link>
            </NumberCell>
          </tr>
        ))}
      </FiguresTable>
    </PagePanel>
  )
}

import { Link } from 'react-router-dom'
import { ledgerAccounts } from '#contract/operator/money.ts'
import { PagePanel } from '#src/admin/layout/PagePanel.tsx'
import styles from '#src/operator/panel/GpuTable.module.css'
import { operatorPaths } from '#src/operator/paths.ts'
import { YuanAmount } from '#src/ui/YuanAmount.tsx'
import type { FinanceOverview } from './FinanceFigures.tsx'

/** Current user balances, by wallet. */
export function UserLiabilitiesTable({ finance }: { finance: FinanceOverview }) {
  return (
    <PagePanel title="欠用户的（此刻）" flush>
      <div className={styles.scroll}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th>钱包</th>
              <th className={styles.number}>余额（元）</th>
            </tr>
          </thead>
          <tbody>
            {finance.owed.map(({ account, amount }) => (
              <tr key={account}>
                <td>{ledgerAccounts[account]}</td>
                <td className={styles.number}>
                  <Link
                    to={
                      account === 'cash' ? operatorPaths.usersOf({ balance: 'positive' }) : operatorPaths.entriesOf({ account })
                    }
                  >
                    <YuanAmount amount={amount} bare />
                  </Link>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </PagePanel>
  )
}

import { Link } from 'react-router-dom'
import { ledger_accounts } from '#contract/operator/money.ts'
import { Panel } from '#src/admin/layout/PagePanel.tsx'
import styles from '#src/operator/panel/GpuTable.module.css'
import { operator_paths } from '#src/operator/paths.ts'
import { Yuan } from '#src/ui/YuanAmount.tsx'
import type { Finance } from './FinanceFigures.tsx'

/** What users have with us now, wallet by wallet. */
export function OwedTable({ finance }: { finance: Finance }) {
  return (
    <Panel title="欠用户的（此刻）" flush>
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
                <td>{ledger_accounts[account]}</td>
                <td className={styles.number}>
                  <Link
                    to={
                      account === 'cash'
                        ? operator_paths.users_of({ balance: 'positive' })
                        : operator_paths.entries_of({ account })
                    }
                  >
                    <Yuan amount={amount} bare />
                  </Link>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Panel>
  )
}

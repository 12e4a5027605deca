import { Link } from 'react-router-dom'
import { ledger_accounts } from '#contract/operator/money.ts'
import { type Period, periods } from '#contract/operator/reason.ts'
import { entry_kinds } from '#contract/wallet.ts'
import { Panel } from '#src/admin/layout/PagePanel.tsx'
import styles from '#src/operator/panel/GpuTable.module.css'
import { operator_paths } from '#src/operator/paths.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { Yuan } from '#src/ui/YuanAmount.tsx'
import type { Finance } from './FinanceFigures.tsx'

/** What each of the platform's accounts took in or gave out, by kind of posting. */
export function MovedTable({ moved, period }: { moved: Finance['moved']; period: Period }) {
  return (
    <Panel title={`平台账户发生额（${periods[period]}）`} flush>
      {moved.length === 0 ? (
        <EmptyState title="这段时间没有发生额" hint="换一段更长的时间看看。" />
      ) : (
        <div className={styles.scroll}>
          <table className={styles.table}>
            <thead>
              <tr>
                <th>账户</th>
                <th>类型</th>
                <th className={styles.number}>发生额（元）</th>
              </tr>
            </thead>
            <tbody>
              {moved.map(({ account, kind, amount }) => (
                <tr key={`${account} ${kind}`}>
                  <td>{ledger_accounts[account]}</td>
                  <td>{entry_kinds[kind]}</td>
                  <td className={styles.number}>
                    <Link to={operator_paths.entries_of({ account, kind, period })}>
                      <Yuan amount={amount} as="flow" bare />
                    </Link>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Panel>
  )
}

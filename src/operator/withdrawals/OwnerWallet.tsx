import { Link } from 'react-router-dom'
import type { OperatorWithdrawalDetail } from '#contract/operator/withdrawals.ts'
import { Panel } from '#src/admin/layout/PagePanel.tsx'
import { operator_paths } from '#src/operator/paths.ts'
import { Yuan } from '#src/ui/YuanAmount.tsx'
import styles from './PayoutParts.module.css'

const words = { cash: '可用余额', frozen: '冻结余额', income: '收益余额', income_frozen: '冻结收益' } as const

/** What the owner has now; each figure opens to its rows in the books. */
export function OwnerWallet({ withdrawal: { owner, wallet } }: { withdrawal: OperatorWithdrawalDetail }) {
  return (
    <Panel
      title="用户钱包"
      extra={
        <span className={styles.links}>
          <Link to={operator_paths.entries_of({ keyword: owner.id })}>查看分录</Link>
          <Link to={operator_paths.user(owner.id)}>查看用户</Link>
        </span>
      }
    >
      <dl className={styles.wallet}>
        {(Object.keys(words) as (keyof typeof words)[]).map((name) => (
          <div key={name}>
            <dt>{words[name]}</dt>
            <dd>
              <Yuan amount={wallet[name]} />
            </dd>
          </div>
        ))}
      </dl>
    </Panel>
  )
}

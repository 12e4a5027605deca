import { Link } from 'react-router-dom'
import type { OperatorWithdrawalDetail } from '#contract/operator/withdrawals.ts'
import { PagePanel } from '#src/admin/layout/PagePanel.tsx'
import { operatorPaths } from '#src/operator/paths.ts'
import { YuanAmount } from '#src/ui/YuanAmount.tsx'
import styles from './PayoutParts.module.css'

const balanceLabels = { cash: '可用余额', frozen: '冻结余额', income: '收益余额', income_frozen: '冻结收益' } as const

/** What the owner has now; each figure opens to its rows in the books. */
export function OwnerWallet({ withdrawal: { owner, wallet } }: { withdrawal: OperatorWithdrawalDetail }) {
  return (
    <PagePanel
      title="用户钱包"
      extra={
        <span className={styles.links}>
          <Link to={operatorPaths.entriesOf({ keyword: owner.id })}>查看分录</Link>
          <Link to={operatorPaths.user(owner.id)}>查看用户</Link>
        </span>
      }
    >
      <dl className={styles.wallet}>
        {(Object.keys(balanceLabels) as (keyof typeof balanceLabels)[]).map((name) => (
          <div key={name}>
            <dt>{balanceLabels[name]}</dt>
            <dd>
              <YuanAmount amount={wallet[name]} />
            </dd>
          </div>
        ))}
      </dl>
    </PagePanel>
  )
}

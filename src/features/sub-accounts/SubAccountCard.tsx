import { Link } from 'react-router-dom'
import type { SubAccount } from '#contract/sub-accounts.ts'
import rowCard from '#src/admin/list/fact-card.module.css'
import { paths } from '#src/paths.ts'
import { SubAccountBudget } from './SubAccountBudget.tsx'
import styles from './SubAccountCard.module.css'
import { RemainingBudget, SpentMonth } from './SubAccountMoney.tsx'
import { SubAccountStateTag } from './SubAccountStateTag.tsx'

/** A sub-account as a card on a phone. */
export function SubAccountCard({ sub }: { sub: SubAccount }) {
  return (
    <div className={rowCard.card}>
      <div className={rowCard.head}>
        <Link className={rowCard.name} to={`${paths.subAccounts}/${sub.id}`}>
          {sub.name}
        </Link>
        <SubAccountStateTag state={sub.state} />
      </div>
      <dl className={rowCard.facts}>
        <div>
          <dt>剩余额度</dt>
          <dd>
            <RemainingBudget sub={sub} />
          </dd>
        </div>
        <div>
          <dt>本月消费</dt>
          <dd className={styles.spent}>
            <SpentMonth sub={sub} />
          </dd>
        </div>
        <div>
          <dt>实例</dt>
          <dd>{sub.instances ? `${sub.instances} 台` : '无'}</dd>
        </div>
      </dl>
      <SubAccountBudget sub={sub} />
      <p className={styles.phone}>{[sub.phone, sub.project?.name].filter(Boolean).join(' · ')}</p>
    </div>
  )
}

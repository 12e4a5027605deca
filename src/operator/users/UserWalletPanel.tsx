import { useCan } from '@refinedev/core'
import { Link } from 'react-router-dom'
import type { DataOf } from '#contract/endpoint.ts'
import type { operator_users } from '#contract/operator/users.ts'
import { Panel } from '#src/admin/layout/PagePanel.tsx'
import { operator_paths } from '#src/operator/paths.ts'
import { TimeText } from '#src/ui/TimeText.tsx'
import { Yuan } from '#src/ui/YuanAmount.tsx'
import styles from './UserWalletPanel.module.css'

/** Money and sign-ins of a user. */
export function WalletPanel({ user }: { user: DataOf<(typeof operator_users)['get']> }) {
  const { data: books } = useCan({ resource: 'operator-entries', action: 'list' })
  return (
    <Panel
      title="钱包与登录"
      extra={books?.can && <Link to={operator_paths.entries_of({ account: 'cash', keyword: user.id })}>查看分录</Link>}
    >
      <dl className={styles.figures}>
        <div>
          <dt>余额</dt>
          <dd>
            <Yuan amount={user.balance} />
          </dd>
        </div>
        <div>
          <dt>累计充值</dt>
          <dd>
            <Yuan amount={user.recharged} />
          </dd>
        </div>
        <div>
          <dt>累计消费</dt>
          <dd>
            <Yuan amount={user.consumed} />
          </dd>
        </div>
        <div>
          <dt>当前每小时</dt>
          <dd>
            <Yuan amount={user.burn_hour} as="price" />
          </dd>
        </div>
        <div>
          <dt>有效登录</dt>
          <dd>{user.sessions} 个</dd>
        </div>
        <div>
          <dt>最近活动</dt>
          <dd>
            <TimeText at={user.last_seen_at} />
          </dd>
        </div>
      </dl>
    </Panel>
  )
}

import { useCan } from '@refinedev/core'
import { Link } from 'react-router-dom'
import type { EndpointData } from '#contract/endpoint.ts'
import { operatorUsers } from '#contract/operator/users.ts'
import { PagePanel } from '#src/admin/layout/PagePanel.tsx'
import type { Resource } from '#src/admin/resource.ts'
import { operatorPaths } from '#src/operator/paths.ts'
import { KnownFactsShow } from '#src/operator/shared/KnownFactsShow.tsx'
import { RowHistory } from '#src/operator/shared/RowHistory.tsx'
import { ShowPanels } from '#src/ui/ShowPanels.tsx'
import { TimeText } from '#src/ui/TimeText.tsx'
import { YuanAmount } from '#src/ui/YuanAmount.tsx'
import styles from './UserShow.module.css'

/** Money and sign-ins of a user. */
function UserWalletPanel({ user }: { user: EndpointData<(typeof operatorUsers)['get']> }) {
  const { data: books } = useCan({ resource: 'operator-entries', action: 'list' })
  return (
    <PagePanel
      title="钱包与登录"
      extra={
        books?.can && (
          <span className={styles.links}>
            <Link to={operatorPaths.ordersOf({ keyword: user.id })}>订单</Link>
            <Link to={operatorPaths.rechargesOf({ keyword: user.id })}>充值</Link>
            <Link to={operatorPaths.invoicesOf({ keyword: user.id })}>发票</Link>
            <Link to={operatorPaths.entriesOf({ account: 'cash', keyword: user.id })}>查看分录</Link>
          </span>
        )
      }
    >
      <dl className={styles.figures}>
        <div>
          <dt>余额</dt>
          <dd>
            <YuanAmount amount={user.balance} />
          </dd>
        </div>
        <div>
          <dt>累计充值</dt>
          <dd>
            <YuanAmount amount={user.recharged} />
          </dd>
        </div>
        <div>
          <dt>累计消费</dt>
          <dd>
            <YuanAmount amount={user.consumed} />
          </dd>
        </div>
        <div>
          <dt>当前每小时</dt>
          <dd>
            <YuanAmount amount={user.burn_hour} as="price" />
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
    </PagePanel>
  )
}

/** A user with wallet and sessions, and operator actions on the account. */
export default function UserShow({ resource }: { resource: Resource }) {
  return (
    <KnownFactsShow resource={resource} of={operatorUsers.get}>
      {(row) => (
        <ShowPanels>
          <UserWalletPanel user={row} />
          <RowHistory resource={resource} id={row.id} />
        </ShowPanels>
      )}
    </KnownFactsShow>
  )
}

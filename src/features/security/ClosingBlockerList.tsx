import { Link } from 'react-router-dom'
import { type AccountClosing, type ClosingBlocker, closing_blockers } from '#contract/account-security.ts'
import { paths } from '#src/paths.ts'
import { Icon } from '#src/ui/Icon.tsx'
import styles from './ClosingBlockerList.module.css'

/** Where each is settled, and what is done there. */
const ways: Record<ClosingBlocker, { to: string; label: string } | null> = {
  balance: { to: paths.withdrawals, label: '去提现' },
  arrears: { to: paths.recharge, label: '去充值' },
  frozen: { to: paths.withdrawals, label: '查看提现' },
  income: { to: paths.withdrawals, label: '去提现' },
  instances: { to: paths.container_instances, label: '去释放' },
  queue: { to: paths.queue, label: '去取消' },
  orders: { to: paths.my_orders, label: '查看订单' },
  transfers: { to: paths.recharges, label: '查看充值' },
  invoices: { to: paths.invoices, label: '查看发票' },
  private_images: { to: paths.private_images, label: '去删除' },
  sub_accounts: { to: paths.sub_accounts, label: '去处理' },
  operator: null,
}

/** What has to be settled before the account can be closed, each with the way there. */
export function Blockers({ blockers, onLeave }: { blockers: AccountClosing['blockers']; onLeave: () => void }) {
  return (
    <>
      <p className={styles.lead}>以下事项处理完才能注销，避免余额、数据或发票丢失：</p>
      <ul className={styles.list}>
        {blockers.map(({ reason, detail }) => {
          const way = ways[reason]
          return (
            <li key={reason}>
              <Icon name="warning" className={styles.icon} />
              <span className={styles.reason}>
                {closing_blockers[reason]}
                {detail && <span className={styles.detail}>{detail}</span>}
              </span>
              {way && (
                <Link to={way.to} onClick={onLeave}>
                  {way.label}
                </Link>
              )}
            </li>
          )
        })}
      </ul>
    </>
  )
}

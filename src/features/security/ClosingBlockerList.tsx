import { Link } from 'react-router-dom'
import { type AccountClosing, type ClosingBlocker, closingBlockers } from '#contract/account-security.ts'
import { paths } from '#src/paths.ts'
import { Icon } from '#src/ui/Icon.tsx'
import styles from './ClosingBlockerList.module.css'

/** Where each is settled, and what is done there. */
const blockerLinks: Record<ClosingBlocker, { to: string; label: string } | null> = {
  balance: { to: paths.withdrawals, label: '去提现' },
  arrears: { to: paths.recharge, label: '去充值' },
  frozen: { to: paths.withdrawals, label: '查看提现' },
  income: { to: paths.withdrawals, label: '去提现' },
  instances: { to: paths.containerInstances, label: '去释放' },
  queue: { to: paths.queue, label: '去取消' },
  orders: { to: paths.myOrders, label: '查看订单' },
  transfers: { to: paths.recharges, label: '查看充值' },
  invoices: { to: paths.invoices, label: '查看发票' },
  private_images: { to: paths.privateImages, label: '去删除' },
  sub_accounts: { to: paths.subAccounts, label: '去处理' },
  operator: null,
}

/** What has to be settled before the account can be closed, each with the way there. */
export function ClosingBlockerList({ blockers, onLeave }: { blockers: AccountClosing['blockers']; onLeave: () => void }) {
  return (
    <>
      <p className={styles.lead}>以下事项处理完才能注销，避免余额、数据或发票丢失：</p>
      <ul className={styles.list}>
        {blockers.map(({ reason, detail }) => {
          const way = blockerLinks[reason]
          return (
            <li key={reason}>
              <Icon name="warning" className={styles.icon} />
              <span className={styles.reason}>
                {closingBlockers[reason]}
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

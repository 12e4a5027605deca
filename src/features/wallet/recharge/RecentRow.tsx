import { Link, useSearchParams } from 'react-router-dom'
import { rechargeChannels } from '#contract/wallet.ts'
import { paths } from '#src/paths.ts'
import { TimeText } from '#src/ui/TimeText.tsx'
import { YuanAmount } from '#src/ui/YuanAmount.tsx'
import styles from './RecentRecharges.module.css'
import { RechargeStatusTag } from './RechargeStatusTag.tsx'
import type { RechargeDetail } from './use-recharge.ts'

/** One payment of the past; what still waits is on the screen or one click away. */
export function RecentRow({ recharge }: { recharge: RechargeDetail }) {
  const [search] = useSearchParams()
  const address = paths.rechargeFor({ order: recharge.id, return: search.get('return') ?? undefined })
  const open = recharge.status === 'pending' && search.get('order') !== recharge.id
  return (
    <li className={styles.row}>
      <span className={styles.when}>
        <TimeText at={recharge.created_at} />
      </span>
      <span className={styles.channel}>{rechargeChannels[recharge.channel]}</span>
      <span className={styles.status}>
        <RechargeStatusTag status={recharge.status} />
        {open && <Link to={address}>去支付</Link>}
      </span>
      <span className={styles.amount}>
        <YuanAmount amount={recharge.amount} />
      </span>
    </li>
  )
}

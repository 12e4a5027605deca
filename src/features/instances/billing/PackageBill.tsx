import { Link } from 'react-router-dom'
import { charge_rules } from '#contract/instances.ts'
import type { InstanceDetail } from '#src/features/instances/detail/instance-detail.ts'
import { paths } from '#src/paths.ts'
import { formatTime } from '#src/ui/format-time.ts'
import { Yuan } from '#src/ui/YuanAmount.tsx'
import styles from './Billing.module.css'

/** A package is paid once, with its order; there is nothing to meter. */
export function PackageBill({ instance: { charge_rule, cost, created_at, expire_at } }: { instance: InstanceDetail }) {
  return (
    <div className={styles.package}>
      <p>
        {charge_rules[charge_rule]}在下单时一次付清 <Yuan amount={cost} as="price" />
        ，到期前开机、关机都不再扣费。
      </p>
      {expire_at && (
        <p className={styles.rule}>
          有效期 {formatTime(created_at)} 至 {formatTime(expire_at)}，到期自动关机并释放 GPU。
        </p>
      )}
      <p>
        <Link to={paths.my_orders}>查看订单</Link>
      </p>
    </div>
  )
}

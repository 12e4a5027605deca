import { Link } from 'react-router-dom'
import { chargeRules } from '#contract/instances.ts'
import type { InstanceDetail } from '#src/features/instances/detail/instance-detail.ts'
import { paths } from '#src/paths.ts'
import { formatTime } from '#src/ui/format-time.ts'
import { YuanAmount } from '#src/ui/YuanAmount.tsx'
import styles from './billing.module.css'
import MeteredBill from './MeteredBill.tsx'

/** A package is paid once with its order, so there is nothing to meter. */
function PackageBill({
  instance: { charge_rule: chargeRule, cost, created_at: createdAt, expire_at: expireAt },
}: {
  instance: InstanceDetail
}) {
  return (
    <div className={styles.package}>
      <p>
        {chargeRules[chargeRule]}在下单时一次付清 <YuanAmount amount={cost} as="price" />
        ，到期前开机、关机都不再扣费。
      </p>
      {expireAt && (
        <p className={styles.rule}>
          有效期 {formatTime(createdAt)} 至 {formatTime(expireAt)}，到期自动关机并释放 GPU。
        </p>
      )}
      <p>
        <Link to={paths.myOrders}>查看订单</Link> · <Link to={paths.whatIf}>换个方案会更省吗</Link>
      </p>
    </div>
  )
}

/** All paid seconds, by segment, with the charges of each (product §5). */
export default function BillingTab({ instance }: { instance: InstanceDetail }) {
  if (instance.charge_rule !== 'hour') return <PackageBill instance={instance} />
  return <MeteredBill id={instance.id} />
}

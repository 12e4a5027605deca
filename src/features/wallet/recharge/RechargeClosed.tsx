import { Button } from 'antd'
import { Link } from 'react-router-dom'
import { limits } from '#contract/limits.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { YuanAmount } from '#src/ui/YuanAmount.tsx'
import styles from './Checkout.module.css'
import { useRechargeFormAddress } from './use-form-address.ts'
import type { RechargeDetail } from './use-recharge.ts'
import { useStartRecharge } from './use-start-recharge.ts'

const minutes = limits.rechargeValidSeconds / 60

/** Nobody paid in time. The same payment can be opened once more. */
export function RechargeClosed({ recharge }: { recharge: RechargeDetail }) {
  const { start, starting, failure } = useStartRecharge({ replace: true })
  const form = useRechargeFormAddress(recharge)
  return (
    <div className={styles.step} role="status">
      <Icon name="clock" className={styles.late} />
      <h2 className={styles.end}>订单已关闭</h2>
      <p className={styles.hint}>
        <YuanAmount amount={recharge.amount} /> 未在 {minutes} 分钟内支付，没有扣款。
      </p>
      {failure && (
        <p role="alert" className={styles.failure}>
          {failure.message}
        </p>
      )}
      <div className={styles.ways}>
        <Button type="primary" loading={starting} onClick={() => start({ amount: recharge.amount, channel: recharge.channel })}>
          重新发起
        </Button>
        <Link to={form}>修改金额或支付方式</Link>
      </div>
    </div>
  )
}

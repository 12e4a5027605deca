import { Icon } from '#src/ui/Icon.tsx'
import styles from './Cashier.module.css'
import { CashierBill } from './CashierBill.tsx'
import type { CashierOrder } from './use-cashier.ts'

export function CashierClosed({ order }: { order: CashierOrder }) {
  return (
    <CashierBill order={order}>
      <div role="status" className={styles.end} data-tone="closed">
        <Icon name="clock" />
        <strong>订单已关闭</strong>
        <p className={styles.hint}>超过支付时间，没有扣款。请回到充值页重新发起。</p>
      </div>
    </CashierBill>
  )
}

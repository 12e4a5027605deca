import { Icon } from '#src/ui/Icon.tsx'
import styles from './Cashier.module.css'
import { CashierBill } from './CashierBill.tsx'
import type { CashierOrder } from './use-cashier.ts'

export function CashierPaid({ order }: { order: CashierOrder }) {
  return (
    <CashierBill order={order}>
      <div role="status" className={styles.end} data-tone="success">
        <Icon name="check" />
        <strong>已支付</strong>
        <p className={styles.hint}>请回到充值页，余额会自动更新。本页可以关闭。</p>
      </div>
    </CashierBill>
  )
}

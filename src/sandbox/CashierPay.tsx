import type { ApiError } from '#src/api/api-error.ts'
import controls from '#src/ui/controls.module.css'
import { formatCountdown } from '#src/ui/format-time.ts'
import { useSecondsUntil } from '#src/ui/use-seconds-until.ts'
import styles from './Cashier.module.css'
import { CashierBill } from './CashierBill.tsx'
import { CashierClosed } from './CashierClosed.tsx'
import type { CashierOrder } from './use-cashier.ts'

interface Props {
  order: CashierOrder
  paying: boolean
  refusal: ApiError | null
  onPay: () => void
}

/** An order that waits for its money. */
export function CashierPay({ order, paying, refusal, onPay }: Props) {
  const left = useSecondsUntil(order.expires_at)
  if (left === 0) return <CashierClosed order={order} />
  return (
    <CashierBill order={order}>
      {refusal && (
        <p role="alert" className={styles.refusal}>
          {refusal.message}
        </p>
      )}
      <button
        type="button"
        className={`${controls.button} ${controls.primary} ${controls.large}`}
        disabled={paying}
        aria-busy={paying}
        onClick={onPay}
      >
        {paying ? '支付中' : '支付'}
      </button>
      <p className={styles.hint}>
        请在 <b>{formatCountdown(left)}</b> 内支付，超时订单自动关闭
      </p>
    </CashierBill>
  )
}

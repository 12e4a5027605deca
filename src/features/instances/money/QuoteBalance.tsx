import { YuanAmount } from '#src/ui/YuanAmount.tsx'
import styles from './money.module.css'

interface Props {
  quote: { balance: string; required: string }
  /** Tooltip: what the required balance consists of. */
  requiredTitle?: string
}

/** Available balance, and the balance that the order requires. */
export const QuoteBalance = ({ quote: { balance, required }, requiredTitle }: Props) => (
  <p className={styles.balance}>
    <span>
      可用余额 <YuanAmount amount={balance} />
    </span>
    <span title={requiredTitle}>
      需有余额 <YuanAmount amount={required} />
    </span>
  </p>
)

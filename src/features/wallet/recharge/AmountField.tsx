import { Input } from 'antd'
import { formatYuan } from '#src/ui/format-yuan.ts'
import styles from './AmountField.module.css'
import { formatAmountDuration } from './amount-duration.ts'
import { quickAmounts } from './recharge-amount.ts'
import { useWallet } from './use-wallet.ts'

interface Props {
  id?: string
  value?: string
  onChange?: (amount: string) => void
}

/** Amounts at hand, each with how long it lasts at what burns now, and any other by typing. */
export function AmountField({ id, value = '', onChange, ...described }: Props) {
  const { data: purse } = useWallet()
  return (
    <div className={styles.field}>
      <fieldset className={styles.quick} aria-label="常用金额">
        {quickAmounts.map((amount) => (
          <button
            key={amount}
            type="button"
            className={styles.chip}
            aria-pressed={Number(value) === Number(amount)}
            onClick={() => onChange?.(amount)}
          >
            <b>¥{formatYuan(amount).replace(/\.00$/, '')}</b>
            {purse && <small>{formatAmountDuration(amount, purse.burn_hour)}</small>}
          </button>
        ))}
      </fieldset>
      <Input
        {...described}
        {...(id && { id })}
        prefix="¥"
        inputMode="decimal"
        autoComplete="off"
        maxLength={24}
        placeholder="其他金额"
        className={styles.input ?? ''}
        value={value}
        onChange={(event) => onChange?.(event.target.value)}
      />
    </div>
  )
}

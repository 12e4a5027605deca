import { formatYuan, getMoneyDirection } from './format-yuan.ts'
import styles from './YuanAmount.module.css'

interface Props {
  /** Amount in yuan as a decimal string, as in the wire format. */
  amount: string
  /** `price` uses the warm colour for spending; `flow` adds sign and colour by direction. */
  as?: 'plain' | 'price' | 'flow'
  /** Suffix after the number, like `/小时`. */
  unit?: string
  /** Omits the ¥ if the column header names the unit. */
  bare?: boolean
}

/** Amount of money: ¥1,234.50, tabular figures. */
export function YuanAmount({ amount, as = 'plain', unit, bare = false }: Props) {
  const direction = getMoneyDirection(amount)
  const text = formatYuan(amount)
  const figure = as === 'flow' && direction === 'in' ? `+${text}` : text
  const shown = bare ? figure : figure.replace(/^([+-]?)/, '$1¥')
  return (
    <span className={styles.yuan} data-as={as} data-direction={direction}>
      {shown.replace('-', '−')}
      {unit && <span className={styles.unit}>{unit}</span>}
    </span>
  )
}

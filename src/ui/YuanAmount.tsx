import { formatYuan, getMoneyDirection } from './format-yuan.ts'
import styles from './YuanAmount.module.css'

interface Props {
  /** Yuan as the wire has it: a decimal string. */
  amount: string
  /** `price` is the warm colour of what is spent; `flow` signs and colours by direction. */
  as?: 'plain' | 'price' | 'flow'
  /** Written after the figure, like `/小时`. */
  unit?: string
  /** Leaves the ¥ out where the header names the unit. */
  bare?: boolean
}

/** An amount of money: ¥1,234.50, tabular figures. */
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

import type { ReactNode } from 'react'
import styles from './ChoiceOption.module.css'

interface Props {
  /** Name shared by all options of a radio group. */
  name: string
  checked: boolean
  onChoose: () => void
  disabled?: boolean
  /** Reason why it is disabled, or more details. */
  title?: string | undefined
  /** `chip` is only as large as its text. */
  shape?: 'card' | 'chip' | 'row'
  label?: string
  children: ReactNode
}

/** One option as a card, a chip or a row; a radio button for keyboard and screen reader. */
export function ChoiceOption({ name, checked, onChoose, disabled = false, title, shape = 'card', label, children }: Props) {
  return (
    <label className={styles.choice} data-shape={shape} title={title}>
      <input
        type="radio"
        className="visually-hidden"
        name={name}
        checked={checked}
        disabled={disabled}
        aria-label={label}
        onChange={onChoose}
      />
      {children}
    </label>
  )
}

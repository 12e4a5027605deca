import type { ReactNode } from 'react'
import styles from './ChoiceOption.module.css'

interface Props {
  /** Shared by the choices of one question. */
  name: string
  checked: boolean
  onChoose: () => void
  disabled?: boolean
  /** Why it cannot be chosen, or more about it. */
  title?: string | undefined
  /** `chip` is as small as its word. */
  shape?: 'card' | 'chip' | 'row'
  label?: string
  children: ReactNode
}

/** One answer of several, as a card, a chip or a row; a radio button for keyboard and screen reader. */
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

import styles from './TickBox.module.css'

interface Props {
  label: string
  checked: boolean
  /** Some of what it stands for is chosen. */
  some?: boolean
  onChange: (checked: boolean) => void
}

/** The browser's own checkbox: a hundred of them cost nothing. */
export function TickBox({ label, checked, some = false, onChange }: Props) {
  return (
    <input
      ref={(input) => {
        if (input) input.indeterminate = some
      }}
      type="checkbox"
      className={styles.tick}
      aria-label={label}
      checked={checked}
      onChange={({ target }) => onChange(target.checked)}
    />
  )
}

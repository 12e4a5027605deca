import styles from './TickBox.module.css'

interface Props {
  label: string
  checked: boolean
  /** Indeterminate: only some of the rows are selected. */
  some?: boolean
  onChange: (checked: boolean) => void
}

/** Native checkbox, because a hundred of them must render fast. */
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

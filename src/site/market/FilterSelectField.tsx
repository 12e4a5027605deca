import { useId } from 'react'
import type { FilterChoice } from './FilterChoiceGroup.tsx'
import styles from './FilterSelectField.module.css'

interface Props {
  label: string
  value: string
  /** May come later than the field; what the address asks for is shown all the same. */
  choices: readonly FilterChoice[]
  onChoose: (value: string) => void
}

/** One out of many. */
export function FilterSelectField({ label, value, choices, onChoose }: Props) {
  const id = useId()
  const known = value === '' || choices.some((choice) => choice.value === value)
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <select id={id} className={styles.select} value={value} onChange={(event) => onChoose(event.target.value)}>
        <option value="">全部</option>
        {!known && <option value={value}>{value}</option>}
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </select>
    </div>
  )
}

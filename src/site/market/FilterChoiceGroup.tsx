import { useId } from 'react'
import styles from './FilterChoiceGroup.module.css'

export interface FilterChoice {
  /** Empty means: do not filter. */
  value: string
  label: string
}

interface Props {
  legend: string
  value: string
  choices: readonly FilterChoice[]
  onChoose: (value: string) => void
}

/** One out of few, all in sight. */
export function FilterChoiceGroup({ legend, value, choices, onChoose }: Props) {
  const name = useId()
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>{legend}</legend>
      <div className={styles.choices}>
        {choices.map((choice) => (
          <label key={choice.value} className={styles.choice}>
            <input
              type="radio"
              name={name}
              value={choice.value}
              checked={choice.value === value}
              onChange={() => onChoose(choice.value)}
            />
            <span>{choice.label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

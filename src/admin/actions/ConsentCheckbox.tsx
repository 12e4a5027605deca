import { Checkbox } from 'antd'
import type { ReactNode } from 'react'
import styles from './ConsentCheckbox.module.css'

/** The effect of an action, and the statement that must be ticked before it can run. */
export function ConsentCheckbox({
  effect,
  sentence,
  onChange,
}: {
  effect: ReactNode
  sentence: string
  onChange: (given: boolean) => void
}) {
  return (
    <>
      {effect}
      <Checkbox className={styles.sentence} onChange={({ target }) => onChange(target.checked)}>
        {sentence}
      </Checkbox>
    </>
  )
}

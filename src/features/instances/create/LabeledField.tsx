import { type ReactNode, useId } from 'react'
import styles from './LabeledField.module.css'

interface Props {
  label: string
  fault?: string | undefined
  help?: ReactNode
  /** Gets what ties the input to label, help and fault. */
  children: (ties: { id: string; 'aria-describedby': string; 'aria-invalid': boolean; status: '' | 'error' }) => ReactNode
}

/** A label, an input, and below it what is wrong or what it means. The line below is always there, so nothing jumps. */
export function LabeledField({ label, fault, help, children }: Props) {
  const id = useId()
  const below = `${id}-below`
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      {children({ id, 'aria-describedby': below, 'aria-invalid': Boolean(fault), status: fault ? 'error' : '' })}
      <p id={below} className={styles.below} data-fault={Boolean(fault)} role={fault ? 'alert' : undefined}>
        {fault ?? help}
      </p>
    </div>
  )
}

import { type ReactNode, useId } from 'react'
import styles from './LabeledField.module.css'

interface Props {
  label: string
  fault?: string | undefined
  help?: ReactNode
  /** Receives the attributes that link the input to its label, help and error. */
  children: (ties: { id: string; 'aria-describedby': string; 'aria-invalid': boolean; status: '' | 'error' }) => ReactNode
}

/** A labelled input with its error or help below. The line below is always rendered, to avoid a layout shift. */
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

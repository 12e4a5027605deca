import { type ReactNode, useId } from 'react'
import styles from './LeadFormField.module.css'
import type { LeadDraftField } from './lead-draft.ts'
import type { LeadFormState } from './use-lead-form.ts'

/** What ties a control to the form, its label and its fault. */
interface ControlProps {
  id: string
  name: string
  className: string | undefined
  value: string
  'aria-invalid': boolean
  'aria-describedby': string | undefined
  onChange: (event: { target: { value: string } }) => void
  onBlur: () => void
}

interface Props {
  field: LeadDraftField
  label: string
  optional?: boolean
  wide?: boolean
  state: LeadFormState
  children: (tied: ControlProps) => ReactNode
}

/** A labelled control whose fault stands in the space below it. */
export function LeadFormField({ field, label, optional = false, wide = false, state, children }: Props) {
  const id = useId()
  const fault = state.faults[field]
  return (
    <div className={styles.field} data-wide={wide}>
      <label className={styles.label} htmlFor={id}>
        {label}
        {optional && <span className={styles.optional}>选填</span>}
      </label>
      {children({
        id,
        name: field,
        className: styles.control,
        value: state.lead[field],
        'aria-invalid': fault !== undefined,
        'aria-describedby': fault ? `${id}-fault` : undefined,
        onChange: (event) => state.change(field, event.target.value),
        onBlur: () => void state.leave(field),
      })}
      <p id={`${id}-fault`} className={styles.fault} aria-live="polite">
        {fault}
      </p>
    </div>
  )
}

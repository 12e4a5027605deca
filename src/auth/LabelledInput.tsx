import { type InputHTMLAttributes, type ReactNode, useId } from 'react'
import styles from './LabelledInput.module.css'

interface Props extends InputHTMLAttributes<HTMLInputElement> {
  name: string
  label: string
  error?: string | undefined
  /** Hint shown in place of the error while there is none. */
  hint?: string | undefined
  /** Content at the end of the input box, for example a button. */
  after?: ReactNode
}

/** Labelled input with reserved space for its error below, so that nothing moves when the error appears. */
export function LabelledInput({ label, error, hint, after, ...input }: Props) {
  const id = useId()
  const below = error ?? hint
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <div className={styles.box} data-invalid={error !== undefined}>
        <input
          {...input}
          id={id}
          className={styles.input}
          aria-invalid={error !== undefined}
          aria-describedby={below ? `${id}-below` : undefined}
        />
        {after}
      </div>
      <p
        id={`${id}-below`}
        className={styles.below}
        data-hint={hint !== undefined}
        data-error={error !== undefined}
        aria-live="polite"
      >
        {below}
      </p>
    </div>
  )
}

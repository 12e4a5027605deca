import { type ReactNode, useId } from 'react'
import styles from './FormStep.module.css'

/** One of the four steps: number, title and options. */
export function FormStep({
  number,
  title,
  hint,
  children,
}: {
  number: number
  title: string
  hint?: ReactNode
  children: ReactNode
}) {
  const heading = useId()
  return (
    <section className={styles.step} aria-labelledby={heading}>
      <header className={styles.head}>
        <span className={styles.number} aria-hidden="true">
          {number}
        </span>
        <h2 id={heading}>{title}</h2>
        {hint && <span className={styles.hint}>{hint}</span>}
      </header>
      <div className={styles.body}>{children}</div>
    </section>
  )
}

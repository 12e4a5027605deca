import type { ReactNode } from 'react'
import styles from './PagePanel.module.css'

/** Panel on the page. `form` applies the width of form pages and keeps fields narrow enough to read well. */
export function PagePanel({
  title,
  extra,
  form = false,
  flush = false,
  children,
}: {
  title?: string
  extra?: ReactNode
  form?: boolean
  /** Removes the padding, as needed for tables. */
  flush?: boolean
  children: ReactNode
}) {
  return (
    <section className={styles.panel} data-form={form} data-flush={flush}>
      {title && (
        <div className={styles.head}>
          <h2>{title}</h2>
          {extra}
        </div>
      )}
      {children}
    </section>
  )
}

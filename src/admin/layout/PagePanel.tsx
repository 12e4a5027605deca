import type { ReactNode } from 'react'
import styles from './PagePanel.module.css'

/** A sheet of paper on the page. `form` keeps it to the edges of form pages, and its fields as narrow as they read well. */
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
  /** Content goes to the edge, as tables do. */
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

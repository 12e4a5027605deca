import { type ReactNode, useId } from 'react'
import styles from './EntryPanel.module.css'

/** A titled section of a detail page. */
export function EntryPanel({ title, note, children }: { title: string; note?: string; children: ReactNode }) {
  const id = useId()
  return (
    <section className={styles.panel} aria-labelledby={id}>
      <header className={styles.head}>
        <h2 id={id} className={styles.title}>
          {title}
        </h2>
        {note && <p className={styles.note}>{note}</p>}
      </header>
      {children}
    </section>
  )
}

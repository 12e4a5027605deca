import type { ReactNode } from 'react'
import styles from './SummaryFigures.module.css'

interface Figure {
  name: string
  /** Left out while it is on its way; its place is kept. */
  value: ReactNode | undefined
}

/** What rows come to, in one line above them. */
export function SummaryFigures({
  label,
  figures,
  children,
}: {
  label: string
  figures: readonly Figure[]
  children?: ReactNode
}) {
  return (
    <section className={styles.sums} aria-label={label}>
      <dl>
        {figures.map(({ name, value }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value ?? '—'}</dd>
          </div>
        ))}
      </dl>
      {children}
    </section>
  )
}

import type { ReactNode } from 'react'
import shared from './bar.module.css'
import styles from './SummaryFigures.module.css'

interface Figure {
  name: string
  /** Undefined while loading; the space stays reserved. */
  value: ReactNode | undefined
}

/** One line of totals above the rows. */
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
    <section className={`${shared.bar} ${styles.sums}`} aria-label={label}>
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

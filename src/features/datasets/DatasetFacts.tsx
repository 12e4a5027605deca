import type { ReactNode } from 'react'
import { PagePanel } from '#src/admin/layout/PagePanel.tsx'
import styles from '#src/admin/show/ResourceShowPage.module.css'

/** Names and values side by side, as on every page of one row. */
export const DatasetFacts = ({ facts }: { facts: readonly (readonly [name: string, value: ReactNode])[] }) => (
  <PagePanel>
    <dl className={styles.fields}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  </PagePanel>
)

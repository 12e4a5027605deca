import type { ReactNode } from 'react'
import styles from '../generic/show/Show.module.css'
import { Panel } from '../layout/Panel.tsx'

/** Names and values side by side, as on every page of one row. */
export const Facts = ({ facts }: { facts: readonly (readonly [name: string, value: ReactNode])[] }) => (
  <Panel>
    <dl className={styles.fields}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  </Panel>
)

import type { ReactNode } from 'react'
import styles from './BeforeAfter.module.css'

export type BeforeAfterRow = readonly [what: string, before: ReactNode, after: ReactNode]

/** Before/after comparison, line by line. `then` is the title of the second column, e.g. 购买后. */
export function BeforeAfter({ rows, then }: { rows: readonly BeforeAfterRow[]; then: string }) {
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">
            <span className="visually-hidden">项目</span>
          </th>
          <th scope="col">现在</th>
          <th scope="col">{then}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(([what, before, after]) => (
          <tr key={what}>
            <th scope="row">{what}</th>
            <td>{before}</td>
            <td className={styles.after}>{after}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

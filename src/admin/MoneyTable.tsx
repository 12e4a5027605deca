import type { ReactNode } from 'react'
import styles from './MoneyTable.module.css'

interface Props {
  caption: string
  heads: readonly string[]
  rows: readonly { key: string; cells: readonly ReactNode[] }[]
  /** Index of the first numeric column; numeric columns are right-aligned. */
  numbers: number
}

/** Small table of amounts with units in the header and aligned digits; cards on a phone. */
export function MoneyTable({ caption, heads, rows, numbers }: Props) {
  return (
    <table className={styles.table}>
      <caption className="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          {heads.map((head, column) => (
            <th key={head} scope="col" data-number={column >= numbers}>
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, cells }) => (
          <tr key={key}>
            {heads.map((head, column) => (
              <td key={head} data-name={head} data-number={column >= numbers}>
                {cells[column]}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

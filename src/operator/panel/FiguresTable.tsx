import type { ReactNode } from 'react'
import { ScrollTable } from '#src/ui/ScrollTable.tsx'
import styles from './FiguresTable.module.css'

interface Props {
  /** `number` aligns the title with the cells of `NumberCell` below it. */
  heads: readonly { title: string; number?: boolean }[]
  /** The `<tr>` of the body. */
  children: ReactNode
}

/** Table of figures in a flush panel of the back office's overview pages. */
export const FiguresTable = ({ heads, children }: Props) => (
  <ScrollTable className={styles.figures ?? ''}>
    <thead>
      <tr>
        {heads.map(({ title, number }) => (
          <th key={title} className={number ? styles.number : undefined}>
            {title}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>{children}</tbody>
  </ScrollTable>
)

export const NumberCell = ({ children }: { children: ReactNode }) => <td className={styles.number}>{children}</td>

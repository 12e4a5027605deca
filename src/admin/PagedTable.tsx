import type { ReactNode } from 'react'
import { ScrollTable } from '#src/ui/ScrollTable.tsx'
import styles from './PagedTable.module.css'
import { SmallPagination } from './SmallPagination.tsx'

interface Props {
  /** What the table contains, for screen readers. */
  label?: string | undefined
  className?: string | undefined
  heads: readonly string[]
  page: number
  pageSize: number
  /** Number of rows in all pages. */
  total: number
  onPage: (page: number) => void
  /** The `<tr>` of this page. */
  children: ReactNode
}

/** Table of a flush panel, with page numbers below when there is more than one page. */
export const PagedTable = ({ label, className = '', heads, page, pageSize, total, onPage, children }: Props) => (
  <>
    <ScrollTable label={label} className={`${styles.paged} ${className}`}>
      <thead>
        <tr>
          {heads.map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </ScrollTable>
    <SmallPagination className={styles.pages} page={page} pageSize={pageSize} total={total} onPage={onPage} />
  </>
)

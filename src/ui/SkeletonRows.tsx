import styles from './Skeleton.module.css'
import { Skeleton } from './Skeleton.tsx'

const widths = ['72%', '48%', '64%', '56%', '80%']

/** Placeholder rows of a loading list, as high as the final rows. */
export function SkeletonRows({ rows = 5, columns = 4 }: { rows?: number; columns?: number }) {
  return (
    <div className={styles.rows} role="status" aria-label="加载中">
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows are alike and never move
        <div className={styles.row} key={row} style={{ gridTemplateColumns: `repeat(${columns}, 1fr)` }}>
          {Array.from({ length: columns }, (_, column) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: as above
            <Skeleton key={column} width={widths[(row + column) % widths.length]} />
          ))}
        </div>
      ))}
    </div>
  )
}

import { Skeleton } from '#src/ui/Skeleton.tsx'
import styles from './StockBoardRow.module.css'

/** Placeholder rows with the height and columns of the board. */
export function StockBoardSkeleton({ rows, quiet }: { rows: number; quiet: boolean }) {
  return (
    <div role="status" aria-label="正在获取余量">
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows are alike and never move
        <div key={row} className={styles.row} data-quiet={quiet}>
          <Skeleton width="70%" />
          {!quiet && <Skeleton width="90%" />}
          <Skeleton width="80%" />
          <Skeleton width="80%" />
          {!quiet && <Skeleton width={72} height={32} />}
        </div>
      ))}
    </div>
  )
}

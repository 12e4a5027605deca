import { Skeleton } from '#src/ui/Skeleton.tsx'
import styles from './MarketSkeleton.module.css'

const placeholderKeys = ['a', 'b', 'c', 'd', 'e', 'f']

/** In the shape the window will show: rows where there is room for the table, else cards. */
export function MarketSkeleton() {
  return (
    <div className={styles.rows} role="status" aria-label="正在加载算力市场">
      {placeholderKeys.map((row) => (
        <div key={row} className={styles.row}>
          <Skeleton height={340} />
        </div>
      ))}
    </div>
  )
}

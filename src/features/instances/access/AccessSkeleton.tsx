import { narrowScreen } from '#src/ui/media.ts'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { useStore } from '#src/ui/use-store.ts'
import styles from './Access.module.css'

/** A line of text, with the room above and below it. */
const line = 21

/** The ways in while they are asked for, as high as they will be: what stands below must not jump. */
export function AccessSkeleton() {
  const narrow = useStore(narrowScreen)
  return (
    <div className={styles.ways} role="status" aria-label="加载中">
      <div className={styles.way}>
        <Skeleton width={72} height={26} />
        <Skeleton height={narrow ? 56 : 40} />
        <Skeleton height={40} />
        <Skeleton width="40%" height={line} />
      </div>
      <div className={styles.way}>
        <Skeleton width={72} height={17} />
        {narrow ? ['a', 'b', 'c'].map((nth) => <Skeleton key={nth} height={44} />) : <Skeleton width="60%" height={34} />}
        <Skeleton width="40%" height={line} />
      </div>
    </div>
  )
}

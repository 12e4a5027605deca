import { narrowScreen } from '#src/ui/media.ts'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { useStore } from '#src/ui/use-store.ts'
import styles from './access.module.css'

/** Height of a line of text in px, including its spacing. */
const line = 21

/** Skeleton of the access methods with their final height, to avoid a layout shift. */
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

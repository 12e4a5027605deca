import { narrowScreen } from '#src/ui/media.ts'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { useStore } from '#src/ui/use-store.ts'
import styles from './access.module.css'

const ports = ['a', 'b', 'c'] as const

/** Skeleton of the access methods with their final height, to avoid a layout shift. */
export function AccessSkeleton() {
  const narrow = useStore(narrowScreen)
  return (
    <div className={styles.ways} role="status" aria-label="加载中">
      <div className={styles.way}>
        <Skeleton width={72} height={narrow ? 45 : 24} />
        <div className={styles.login}>
          <Skeleton height={narrow ? 58 : 40} />
          <Skeleton height={40} />
        </div>
      </div>
      <div className={styles.way}>
        <Skeleton width={72} height={21} />
        {narrow ? ports.map((nth) => <Skeleton key={nth} height={44} />) : <Skeleton width="80%" height={32} />}
      </div>
    </div>
  )
}

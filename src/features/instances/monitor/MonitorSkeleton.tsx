import { narrowScreen } from '#src/ui/media.ts'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { useStore } from '#src/ui/use-store.ts'
import { chartHeight } from './chart-rows.ts'
import styles from './monitor.module.css'
import { stripHeight } from './TimeStrip.tsx'

const panelCount = 6

/** Skeleton of the charts in their final size; `bare` omits the toolbar and the outer spacing. */
export function MonitorSkeleton({ bare = false }: { bare?: boolean }) {
  const narrow = useStore(narrowScreen)
  return (
    <div className={bare ? styles.body : styles.pane} role="status" aria-label="加载中">
      {!bare && (
        <div className={styles.tools}>
          <Skeleton height={narrow ? 76 : 34} />
          <Skeleton height={stripHeight} />
        </div>
      )}
      <div className={styles.panels}>
        {Array.from({ length: panelCount }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they are alike and never move
          <div key={index} className={styles.panel}>
            <Skeleton width={96} height={20} />
            <Skeleton width={160} height={56} />
            <div className={styles.chart}>
              <Skeleton height={chartHeight} />
            </div>
          </div>
        ))}
      </div>
    </div>
  )
}

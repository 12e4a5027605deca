import { getServerNow } from '#src/api/server-time.ts'
import { Sparkline } from '#src/ui/charts/Sparkline.tsx'
import { formatTime } from '#src/ui/format-time.ts'
import styles from './SpendLine.module.css'
import { computeSpendCurve } from './spend-curve.ts'
import { useSegments } from './use-segments.ts'

const heightPx = 56

/** Line of what an instance has cost over its newest runs; its place is kept while it loads and where there is nothing yet. */
export default function SpendLine({ id, cost }: { id: string; cost: string }) {
  const { data } = useSegments(id)
  const curve = data && computeSpendCurve(data.pages[0]?.data ?? [], cost, getServerNow())
  const since = curve && formatTime(new Date(curve.from).toISOString()).slice(5)
  return (
    <div className={styles.spend} aria-busy={!data}>
      <Sparkline
        values={curve?.values ?? []}
        label={since ? `累计费用，${since} 起，现在 ¥${cost}` : '最近 30 天没有按量费用'}
        height={heightPx}
        wide
      />
      <p className={styles.ends}>
        <span>{since ?? (data ? '最近 30 天没有按量费用' : '')}</span>
        {since && <span>现在</span>}
      </p>
    </div>
  )
}

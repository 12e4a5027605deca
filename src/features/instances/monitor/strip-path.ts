import { type Monitor, metrics } from '#contract/monitor.ts'

/** How busy it was, as columns of a picture as wide as there are buckets and 100 high: the cards' peaks, or the processor's. */
export function buildStripPath({ series, times }: Monitor): { name: string; path: string } {
  const cards = series.filter(({ metric }) => metric === 'gpu_use')
  const shown = cards.length ? cards : series.filter(({ metric }) => metric === 'cpu_use')
  const columns = times.map((_, index) => Math.max(...shown.map(({ points }) => points.max[index] ?? 0)))
  const path = columns.flatMap((value, index) => (value > 0 ? [`M${index} 100V${Math.round(100 - value)}h1V100z`] : [])).join('')
  return { name: metrics[shown[0]?.metric ?? 'cpu_use'].label, path }
}

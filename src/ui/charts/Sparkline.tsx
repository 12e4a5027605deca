import styles from './Sparkline.module.css'

interface Props {
  /** Oldest first; null is a gap. */
  values: readonly (number | null)[]
  /** Upper end, for percentages 100; else the largest value. */
  top?: number
  /** What it shows, in words: 近 1 小时 GPU 利用率，现在 48%. */
  label: string
  /** Size in px. */
  width?: number
  height?: number
  /** Stretches the line over the width of its container. */
  wide?: boolean
}

/** Splits the values at gaps into points `[x, y]` of the view box. */
function buildRuns(values: readonly (number | null)[], top: number, width: number, height: number): [number, number][][] {
  const runs: [number, number][][] = [[]]
  for (const [index, value] of values.entries()) {
    if (value === null) runs.push([])
    else
      runs
        .at(-1)
        ?.push([(index / Math.max(1, values.length - 1)) * width, height - 1 - (Math.min(value, top) / top) * (height - 2)])
  }
  return runs.filter((run) => run.length > 0)
}

const toPath = (run: readonly [number, number][]) => run.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L')

/** Small line without axes, for a row of a list. */
export function Sparkline({ values, top, label, width = 96, height = 24, wide = false }: Props) {
  const highest = top ?? Math.max(...values.map((value) => value ?? 0), 1)
  return (
    <svg
      className={styles.sparkline}
      width={wide ? '100%' : width}
      height={height}
      {...(wide && { preserveAspectRatio: 'none' })}
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={label}
    >
      <title>{label}</title>
      <line className={styles.floor} x2={width} y1={height - 0.5} y2={height - 0.5} />
      {buildRuns(values, highest, width, height).map((run) => {
        const [from, to] = [run[0]?.[0] ?? 0, run.at(-1)?.[0] ?? 0]
        return (
          <g key={from}>
            <path className={styles.area} d={`M${from} ${height}L${toPath(run)}L${to} ${height}Z`} />
            <path className={styles.line} d={run.length > 1 ? `M${toPath(run)}` : `M${toPath(run)}h1`} />
          </g>
        )
      })}
    </svg>
  )
}

import { lazyPart } from '#src/ui/lazy-part.tsx'
import { ChartFrame } from './ChartFrame.tsx'
import type { ScatterData } from './chart-data.ts'

const ScatterPlot = lazyPart(() => import('./ScatterPlot.tsx'))

/** Two measures of many things against each other: price against performance. */
export const Scatter = (props: ScatterData) => {
  const { title, rowHead, xName, yName, formatX, formatY, points, height } = props
  return (
    <ChartFrame
      title={title}
      rowHead={rowHead}
      series={[yName]}
      rows={points.map(({ name, x, y, to }) => ({ key: name, values: [y], note: `${xName} ${formatX(x)}`, ...(to && { to }) }))}
      formatValue={formatY}
      height={height}
    >
      <ScatterPlot {...props} />
    </ChartFrame>
  )
}

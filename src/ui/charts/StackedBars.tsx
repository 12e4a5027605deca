import type { ReactNode } from 'react'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import { ChartFrame } from './ChartFrame.tsx'
import type { ChartData, PlotLayout } from './chart-data.ts'

const StackedBarsPlot = lazyPart(() => import('./StackedBarsPlot.tsx'))

/** Bars, one per row, with the series stacked: spend per day by instance. Negative values stack downwards. */
export const StackedBars = ({ extra, ...props }: ChartData & PlotLayout & { extra?: ReactNode }) => (
  <ChartFrame {...props} extra={extra}>
    <StackedBarsPlot {...props} />
  </ChartFrame>
)

import type { ReactNode } from 'react'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import { ChartFrame } from './ChartFrame.tsx'
import type { LinesData } from './chart-data.ts'

const LinesPlot = lazyPart(() => import('./LinesPlot.tsx'))

/** Lines over time, one per series. */
export const Lines = ({ extra, ...props }: LinesData & { extra?: ReactNode }) => (
  <ChartFrame {...props} line extra={extra}>
    <LinesPlot {...props} />
  </ChartFrame>
)

import { useNavigate } from 'react-router-dom'
import { CartesianGrid, LabelList, type LabelProps, Scatter, ScatterChart, Tooltip, XAxis, YAxis } from 'recharts'
import { Measured } from '#src/ui/Measured.tsx'
import type { ScatterData, ScatterPoint } from './chart-data.ts'
import { PlotCard } from './PlotCard.tsx'
import styles from './plot.module.css'

interface PointCardProps extends Pick<ScatterData, 'xName' | 'yName' | 'formatX' | 'formatY'> {
  /** Set by the chart. */
  active?: boolean
  payload?: readonly { payload?: ScatterPoint }[]
}

/** The two measures of the point at the cursor. */
function PointCard({ xName, yName, formatX, formatY, active, payload }: PointCardProps) {
  const point = payload?.[0]?.payload
  if (!active || !point) return null
  const row = { key: point.name, values: [point.y], note: `${xName} ${formatX(point.x)}` }
  return <PlotCard series={[yName]} formatValue={formatY} active payload={[{ payload: row }]} />
}

interface PointNameProps extends Pick<LabelProps, 'x' | 'y' | 'value' | 'index'> {
  chartWidth: number
}

const nameHeight = 16
/** Half the size of a point. */
const pointRadius = 4.5
/** Width of a letter, roughly. */
const letterWidth = 7

/** Name of a chosen point in a line of its own above the plot, and the way down to the point: names never cover each other. */
function PointName({ x, y, value, index = 0, chartWidth }: PointNameProps) {
  const [left, base] = [Number(x) + pointRadius, (index + 1) * nameHeight - 4]
  const start = Math.min(left - 4, chartWidth - String(value).length * letterWidth)
  return (
    <g>
      <path d={`M${left} ${base + 4}V${Number(y) - 2}`} stroke="var(--color-line-strong)" />
      <text x={start} y={base} fill="var(--color-text)" fontSize={12}>
        {value}
      </text>
    </g>
  )
}

const axisWidth = 64
const tick = { fill: 'var(--color-text-2)' }

/** Plot of `Scatter`. */
export default function ScatterPlot({ title, xName, yName, formatX, formatY, points, height }: ScatterData) {
  const navigate = useNavigate()
  // from the left, so that no way down crosses a name
  const chosenPoints = points.filter(({ chosen }) => chosen).sort((a, b) => a.x - b.x)
  const parts = [
    { name: 'others', of: points.filter(({ chosen }) => !chosen), fill: 'var(--color-line-strong)' },
    { name: 'chosen', of: chosenPoints, fill: 'var(--color-chart-1)' },
  ]
  return (
    <Measured className={styles.plot}>
      {(width) => (
        <ScatterChart
          width={width}
          height={height}
          margin={{ top: 8 + chosenPoints.length * nameHeight, right: 24, bottom: 16, left: 0 }}
          title={`${title}，左右方向键移动`}
        >
          <CartesianGrid stroke="var(--color-line)" />
          <XAxis
            type="number"
            dataKey="x"
            name={xName}
            tickFormatter={formatX}
            stroke="var(--color-line-strong)"
            tick={tick}
            height={24}
            label={{ value: xName, position: 'insideBottomRight', offset: -12, fill: 'var(--color-text-3)', fontSize: 12 }}
          />
          <YAxis
            type="number"
            dataKey="y"
            name={yName}
            tickFormatter={formatY}
            stroke="var(--color-line-strong)"
            tick={tick}
            width={axisWidth}
          />
          {parts.map(({ name, of, fill }) => (
            <Scatter
              key={name}
              data={of}
              fill={fill}
              isAnimationActive={false}
              onClick={({ payload }: { payload?: ScatterPoint }) => {
                if (payload?.to) void navigate(payload.to)
              }}
            >
              {name === 'chosen' && <LabelList dataKey="name" content={(label) => <PointName {...label} chartWidth={width} />} />}
            </Scatter>
          ))}
          <Tooltip
            content={<PointCard xName={xName} yName={yName} formatX={formatX} formatY={formatY} />}
            cursor={{ stroke: 'var(--color-line-strong)', strokeDasharray: '2 3' }}
            isAnimationActive={false}
            wrapperStyle={{ zIndex: 2, outline: 'none' }}
          />
        </ScatterChart>
      )}
    </Measured>
  )
}

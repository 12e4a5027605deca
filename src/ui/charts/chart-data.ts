/** One row of a chart: a bar, a point of each line, a line of the table. */
export interface ChartDataRow {
  /** Label on the axis, unique: the day. */
  key: string
  /** One value per series; null where nothing is known: a gap, never a zero. */
  values: readonly (number | null)[]
  /** Page with what the row sums. */
  to?: string
  /** What else the tooltip and the table say of the row. */
  note?: string
}

/** What a chart draws, and writes as a table. */
export interface ChartData {
  /** What the chart shows; names the figure, its plot and its table. */
  title: string
  /** Head of the first column of the table: 日期. */
  rowHead: string
  /** Names of the series; the place gives colour and second sign, a hatch on bars and a dash on lines. */
  series: readonly string[]
  /** Page of each series; its name in the legend and in the table links there. */
  seriesTo?: readonly (string | undefined)[]
  rows: readonly ChartDataRow[]
  /** Formats a value with its unit. */
  formatValue: (value: number) => string
}

/** How the plot is laid out. */
export interface PlotLayout {
  /** Height in px, kept while the plot loads. */
  height: number
  /** Width of the labels on the left in px; 64 if not given. */
  axisWidth?: number
  /** Shortens a value for the axis; `formatValue` if not given. */
  formatTick?: (value: number) => string
  /** Shortens the key of a row for the axis: `11-25`. */
  formatKey?: (key: string) => string
  /** Labels stand only at multiples of so many rows, so that they are round; 1 if not given. */
  tickEvery?: number
}

/** What `Lines` draws. */
export interface LinesData extends ChartData, PlotLayout {
  /** Fills the area under a single line. */
  area?: boolean
  /** Draws steps, for what holds until it changes. */
  step?: boolean
  /** Row from which on values are forecast; they are drawn dashed. */
  forecastFrom?: string
  /** Vertical marks with a label: 今天, 用完. */
  marks?: readonly { key: string; label: string }[]
  /** Horizontal line with a label: 提醒线. */
  level?: { value: number; label: string }
  /** Upper end of the axis, for percentages. */
  top?: number
}

export interface ScatterPoint {
  name: string
  x: number
  y: number
  /** Drawn large and with its name; the others are faint. */
  chosen?: boolean
  to?: string
}

/** What `Scatter` draws. */
export interface ScatterData {
  /** What the chart shows. */
  title: string
  /** Head of the first column of the table: 产品. */
  rowHead: string
  xName: string
  yName: string
  formatX: (value: number) => string
  formatY: (value: number) => string
  points: readonly ScatterPoint[]
  /** Height in px, kept while the plot loads. */
  height: number
}

const colors = 6
export const getChartColor = (series: number): string => `var(--color-chart-${(series % colors) + 1})`

const dashes = [undefined, '6 3', '2 3', '8 3 2 3', '1 3', '10 4']
export const getChartDash = (series: number): string | undefined => dashes[series % dashes.length]

const hatches = [
  undefined,
  'M0 6L6 0M-1.5 1.5L1.5 -1.5M4.5 7.5L7.5 4.5',
  'M0 3H6',
  'M0 0L6 6M-1.5 4.5L1.5 7.5M4.5 -1.5L7.5 1.5',
  'M3 0V6',
  'M0 3H6M3 0V6',
]
/** Path of a hatch of 6 × 6 px drawn over the colour of a bar; the first series is plain. */
export const getChartHatch = (series: number): string | undefined => hatches[series % hatches.length]

const pxPerTick = 64

/** Returns how many rows share one label so that labels do not overlap on an axis this wide; a multiple of `tickEvery`. */
export const computeRowsPerTick = (rows: number, axisPx: number, tickEvery = 1): number =>
  Math.max(1, Math.ceil(rows / Math.max(2, Math.floor(axisPx / pxPerTick)) / tickEvery)) * tickEvery

/** Shortens `2026-11-25` to `11-25`. */
export const formatDayTick = (day: string): string => day.slice(5)

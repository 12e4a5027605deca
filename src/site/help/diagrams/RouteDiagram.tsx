import { Icon, type IconName } from '#src/ui/Icon.tsx'
import styles from './Diagram.module.css'
import { Diagram, type DiagramTexts, type DrawnPicture, isNarrowDrawing } from './Diagram.tsx'

interface RouteStation {
  title: string
  icon: IconName
  notes: readonly string[]
  /** Commands and addresses are set in the font of code. */
  code?: string
  /** Lights of a row of cells at the foot of the station. */
  cells?: readonly boolean[]
}

export interface RouteData {
  stations: readonly RouteStation[]
  /** Words at the arrow to the next station. */
  links: readonly (readonly string[])[]
}

const lineHeight = 18
const head = 40
const pad = 12

const computeStationHeight = ({ notes, code, cells }: RouteStation) =>
  head + notes.length * lineHeight + (code ? lineHeight : 0) + (cells ? 18 : 0) + pad

function Station({ station, x, y, width, height }: { station: RouteStation } & Record<'x' | 'y' | 'width' | 'height', number>) {
  const { title, icon, notes, code, cells } = station
  const below = y + head + 12
  return (
    <g>
      <rect className={styles.box} x={x + 0.5} y={y + 0.5} width={width - 1} height={height - 1} rx={6} />
      <Icon name={icon} className={styles.icon} x={x + pad} y={y + pad} width={18} height={18} />
      <text className={styles.title} x={x + pad + 26} y={y + pad + 14}>
        {title}
      </text>
      {notes.map((line, index) => (
        <text key={line} className={styles.note} x={x + pad} y={below + index * lineHeight}>
          {line}
        </text>
      ))}
      {code && (
        <text className={styles.mono} x={x + pad} y={below + notes.length * lineHeight}>
          {code}
        </text>
      )}
      {cells?.map((lit, index) => (
        <rect
          // biome-ignore lint/suspicious/noArrayIndexKey: cells never move
          key={index}
          className={lit ? styles.lit : styles.dark}
          x={x + pad + index * 12}
          y={y + height - pad - 10}
          width={9}
          height={9}
        />
      ))}
    </g>
  )
}

const buildArrowRight = (from: number, to: number, y: number) => `M${from} ${y}H${to}m-5 -4l5 4l-5 4`
const buildArrowDown = (x: number, from: number, to: number) => `M${x} ${from}V${to}m-4 -5l4 5l4 -5`

function drawRow({ stations, links }: RouteData, width: number): DrawnPicture {
  const gap = links.some((words) => words.length > 0) ? 104 : 36
  const station = (width - gap * (stations.length - 1)) / stations.length
  const height = Math.max(...stations.map(computeStationHeight))
  return {
    height,
    content: stations.map((each, nth) => {
      const x = nth * (station + gap)
      const words = links[nth] ?? []
      return (
        <g key={each.title}>
          <Station station={each} x={x} y={0} width={station} height={height} />
          {nth < stations.length - 1 && (
            <path className={styles.arrow} d={buildArrowRight(x + station + 8, x + station + gap - 8, height / 2)} />
          )}
          {words.map((line, index) => (
            <text
              key={line}
              className={`${styles.note} ${styles.middle}`}
              x={x + station + gap / 2}
              y={index === 0 ? height / 2 - 10 : height / 2 + 4 + index * lineHeight}
            >
              {line}
            </text>
          ))}
        </g>
      )
    }),
  }
}

const columnGap = 44

function drawColumn({ stations, links }: RouteData, width: number): DrawnPicture {
  let top = 0
  const content = stations.map((station, nth) => {
    const each = { ...station, notes: [station.notes.join('，')] }
    const [y, height] = [top, computeStationHeight(each)]
    top += height + columnGap
    const words = links[nth] ?? []
    return (
      <g key={each.title}>
        <Station station={each} x={0} y={y} width={width} height={height} />
        {nth < stations.length - 1 && (
          <path className={styles.arrow} d={buildArrowDown(pad + 9, y + height + 6, y + height + columnGap - 6)} />
        )}
        <text className={styles.note} x={pad + 26} y={y + height + columnGap / 2 + 4}>
          {words.join('，')}
        </text>
      </g>
    )
  })
  return { height: top - columnGap, content }
}

/** Stations one after the other with the way between them. */
export const RouteDiagram = ({ data, ...texts }: DiagramTexts & { data: RouteData }) => (
  <Diagram {...texts} draw={(width) => (isNarrowDrawing(width) ? drawColumn(data, width) : drawRow(data, width))} />
)

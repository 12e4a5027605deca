import { limits } from '#contract/limits.ts'
import { Icon } from '#src/ui/Icon.tsx'
import styles from './Diagram.module.css'
import { Diagram, type DiagramTexts, type DrawnPicture } from './Diagram.tsx'

const gap = 4
const bellHeight = 28
const [cellSize, cellPitch, cellRows] = [8, 10, 3]
const barHeight = cellRows * cellPitch - (cellPitch - cellSize)
const days = Array.from({ length: limits.releaseDays }, (_, index) => index + 1)
const isNoticeDay = (day: number) => (limits.releaseNoticeDays as readonly number[]).includes(day)

const buildDayCells = (columns: number, left: number): string =>
  Array.from({ length: columns * cellRows }, (_, index) => {
    const [x, y] = [left + (index % columns) * cellPitch, bellHeight + Math.floor(index / columns) * cellPitch]
    return `M${x} ${y}h${cellSize}v${cellSize}h-${cellSize}z`
  }).join('')

function drawRetention(width: number): DrawnPicture {
  const pitch = (width + gap) / days.length
  const columns = Math.floor((pitch - gap + cellPitch - cellSize) / cellPitch)
  const dayWidth = columns * cellPitch - (cellPitch - cellSize)
  return {
    height: bellHeight + barHeight + 22,
    content: days.map((day) => {
      const x = (day - 1) * pitch
      const last = day === limits.releaseDays
      const icon = isNoticeDay(day) ? 'bell' : last ? 'trash' : undefined
      return (
        <g key={day}>
          {icon && (
            <Icon
              name={icon}
              className={last ? styles.lost : styles.icon}
              x={x + dayWidth / 2 - 8}
              y={4}
              width={16}
              height={16}
            />
          )}
          <path className={last ? styles.lostCell : styles.lit} d={buildDayCells(columns, x)} />
          <text className={`${styles.note} ${styles.middle}`} x={x + dayWidth / 2} y={bellHeight + barHeight + 17}>
            {day}
          </text>
        </g>
      )
    }),
  }
}

/** The days a stopped instance is kept: one cell each, with the days of the notices. */
export const RetentionDiagram = (texts: DiagramTexts) => (
  <Diagram {...texts} draw={drawRetention}>
    <ul className={styles.tones}>
      <li>
        <Icon name="bell" className={styles.icon} />第 {limits.releaseNoticeDays.join('、')} 天通知
      </li>
      <li>
        <Icon name="trash" className={styles.lost} />
        停用满 {limits.releaseDays} 天释放
      </li>
      <li>
        <Icon name="refresh" className={styles.icon} />
        开机一次，从第 1 天重新算
      </li>
    </ul>
  </Diagram>
)

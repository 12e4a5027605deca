import styles from './Diagram.module.css'
import { Diagram, type DiagramTexts, type DrawnPicture } from './Diagram.tsx'

/** Signs of a stretch of time: filled where money is due, outlined where none is. */
const toneNames = { paid: '按秒计费', prepaid: '已付清的时长', idle: '不计费' } as const
type Tone = keyof typeof toneNames

interface TimelineSegment {
  /** Length in units of the axis. */
  span: number
  tone: Tone
  text: string
}

interface TimelineBar {
  name?: string
  segments: readonly TimelineSegment[]
}

export interface TimelineData {
  bars: readonly TimelineBar[]
  /** Numbered moments, explained below the picture. */
  marks: readonly { at: number; text: string }[]
}

const cell = 8
const pitch = 10
const rows = 3
const markHeight = 30
const nameHeight = 22
const barHeight = rows * pitch - (pitch - cell)
const textHeight = 30

/** Path of the cells between two columns. */
const buildCells = (from: number, to: number, top: number, inset: number): string =>
  Array.from({ length: (to - from) * rows }, (_, index) => {
    const [x, y] = [(from + Math.floor(index / rows)) * pitch, top + (index % rows) * pitch]
    const side = cell - 2 * inset
    return `M${x + inset} ${y + inset}h${side}v${side}h-${side}z`
  }).join('')

function drawTimeline({ bars, marks }: TimelineData, width: number): DrawnPicture {
  const total = Math.max(...bars.map(({ segments }) => segments.reduce((sum, { span }) => sum + span, 0)))
  const columns = Math.floor((width + pitch - cell) / pitch)
  const toColumn = (at: number) => Math.round((at / total) * columns)
  const named = bars.some(({ name }) => name)
  const each = (named ? nameHeight : 0) + barHeight + textHeight
  const height = markHeight + bars.length * each - 8
  return {
    height,
    content: (
      <>
        {marks.map(({ at, text }) => {
          const x = Math.min(Math.max(toColumn(at) * pitch - 1, 9), width - 9)
          return <line key={text} className={styles.guide} x1={x} x2={x} y1={18} y2={height - 16} />
        })}
        {bars.map(({ name = '', segments }, nth) => {
          const top = markHeight + nth * each + (named ? nameHeight : 0)
          let passed = 0
          return (
            <g key={name}>
              {name && (
                <text className={styles.title} x={0} y={top - 8}>
                  {name}
                </text>
              )}
              {segments.map(({ span, tone, text }) => {
                const [from, to] = [toColumn(passed), toColumn(passed + span)]
                passed += span
                return (
                  <g key={`${from} ${text}`}>
                    <path className={styles[tone]} d={buildCells(from, to, top, tone === 'idle' ? 0.5 : 0)} />
                    <text
                      className={`${styles.note} ${styles.middle}`}
                      x={((from + to) / 2) * pitch - 1}
                      y={top + barHeight + 16}
                    >
                      {text}
                    </text>
                  </g>
                )
              })}
            </g>
          )
        })}
        {marks.map(({ at, text }, index) => {
          const x = Math.min(Math.max(toColumn(at) * pitch - 1, 9), width - 9)
          return (
            <g key={text}>
              <circle className={styles.disc} cx={x} cy={9} r={9} />
              <text className={styles.number} x={x} y={13}>
                {index + 1}
              </text>
            </g>
          )
        })}
      </>
    ),
  }
}

/** Bars along one axis of time: when money is due, and what happens when. */
export function TimelineDiagram({ data, ...texts }: DiagramTexts & { data: TimelineData }) {
  const used = new Set(data.bars.flatMap(({ segments }) => segments.map(({ tone }) => tone)))
  return (
    <Diagram {...texts} draw={(width) => drawTimeline(data, width)}>
      <ul className={styles.tones}>
        {(Object.keys(toneNames) as Tone[])
          .filter((tone) => used.has(tone))
          .map((tone) => (
            <li key={tone}>
              <svg width={18} height={8} viewBox="0 0 18 8" aria-hidden="true">
                <path
                  className={styles[tone]}
                  d={tone === 'idle' ? 'M.5 .5h7v7h-7zM10.5 .5h7v7h-7z' : 'M0 0h8v8h-8zM10 0h8v8h-8z'}
                />
              </svg>
              {toneNames[tone]}
            </li>
          ))}
      </ul>
      <ol className={styles.marks}>
        {data.marks.map(({ text }, index) => (
          <li key={text}>
            <b>{index + 1}</b>
            {text}
          </li>
        ))}
      </ol>
    </Diagram>
  )
}

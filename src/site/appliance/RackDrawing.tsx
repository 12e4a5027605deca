import { Fragment } from 'react'
import { applianceModels } from './models.ts'
import styles from './RackDrawing.module.css'

const gbPerCell = 24
const cellsPerRow = 12
const [cell, pitch] = [14, 18]
const [rackWidth, rail, plateLeft] = [420, 22, 150]
/** Rows of a machine whose memory is settled with the order. */
const openRows = 2

interface RackMachine {
  name: string
  /** Cells of 24 GB; null if the order settles it. */
  cells: number | null
  top: number
  height: number
}

/** The machines one above the other, as high as their memory needs. */
function stackMachines(): RackMachine[] {
  let top = rail
  return applianceModels.map(({ name, memory_gb: memoryGb }) => {
    const cells = memoryGb === null ? null : Math.round(memoryGb / gbPerCell)
    const rows = cells === null ? openRows : Math.ceil(cells / cellsPerRow)
    const machine = { name, cells, top, height: Math.max(rows, 2) * pitch + 20 }
    top += machine.height + 8
    return machine
  })
}

const machines = stackMachines()
const lowest = machines.at(-1)
const rackHeight = (lowest ? lowest.top + lowest.height : 0) + rail

const buildMemoryCells = (count: number, left: number, top: number): string =>
  Array.from({ length: count }, (_, index) => {
    const [x, y] = [left + (index % cellsPerRow) * pitch, top + Math.floor(index / cellsPerRow) * pitch]
    return `M${x} ${y}h${cell}v${cell}h-${cell}z`
  }).join('')

/** Slots of a front: where the cells will be. */
const buildGrille = (top: number, height: number): string =>
  Array.from({ length: cellsPerRow }, (_, index) => `M${plateLeft + index * pitch + 7} ${top + 12}v${height - 24}`).join('')

/** A rack with one machine of each model; the lit cells of a front are its memory. */
export const RackDrawing = () => (
  <svg
    className={styles.rack}
    viewBox={`0 0 ${rackWidth} ${rackHeight}`}
    width={rackWidth}
    height={rackHeight}
    role="img"
    aria-label={`机柜示意图，从上到下是 ${machines.map(({ name }) => name).join('、')}，亮格是显存`}
  >
    <rect className={styles.cabinet} x={1} y={1} width={rackWidth - 2} height={rackHeight - 2} rx={8} />
    <path
      className={styles.posts}
      d={`M16 ${rail - 6}V${rackHeight - rail + 6}M${rackWidth - 16} ${rail - 6}V${rackHeight - rail + 6}`}
    />
    {machines.map(({ name, cells, top, height }) => (
      <Fragment key={name}>
        <rect className={styles.machine} x={28} y={top} width={rackWidth - 56} height={height} rx={4} />
        <rect className={styles.power} x={40} y={top + height / 2 - 3} width={6} height={6} />
        <text className={styles.name} x={56} y={top + height / 2 + 5}>
          {name}
        </text>
        {cells === null ? (
          <path className={styles.grille} d={buildGrille(top, height)} />
        ) : (
          <path
            className={styles.memory}
            d={buildMemoryCells(cells, plateLeft, top + (height - Math.ceil(cells / cellsPerRow) * pitch + 4) / 2)}
          />
        )}
      </Fragment>
    ))}
  </svg>
)

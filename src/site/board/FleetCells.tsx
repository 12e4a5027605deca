import { useMemo } from 'react'
import type { Product } from '#contract/products.ts'
import { buildCellPath, cellPitch, cellStroke } from './cell-path.ts'
import styles from './FleetCells.module.css'
import { computeFloorplan } from './floorplan.ts'

const columns = 128
const rows = 56

/** The fleet drawn as a chip: one block per product, sized by its number of cards, lit by its number of free cards. */
export default function FleetCells({ market }: { market: readonly Product[] }) {
  const { on, off } = useMemo(() => {
    const blocks = market
      .map(({ id, gpu_total: gpuTotal, gpu_free: gpuFree }) => ({ id, total: gpuTotal, free: gpuFree }))
      .sort((a, b) => a.id.localeCompare(b.id))
    const cells = computeFloorplan(blocks, { x: 0, y: 0, width: columns, height: rows })
    return { on: buildCellPath(cells.filter((cell) => cell.on)), off: buildCellPath(cells.filter((cell) => !cell.on)) }
  }, [market])

  const [width, height] = [columns * cellPitch, rows * cellPitch]
  return (
    <svg className={styles.die} viewBox={`0 0 ${width} ${height}`} width={width} height={height} aria-hidden="true">
      <path className={styles.off} d={off} {...cellStroke} />
      <path className={styles.on} d={on} {...cellStroke} />
    </svg>
  )
}

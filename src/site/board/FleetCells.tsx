import { useMemo } from 'react'
import type { Product } from '#contract/products.ts'
import { buildCellPath, cellPitch, cellStroke } from './cell-path.ts'
import styles from './FleetCells.module.css'
import { computeFloorplan } from './floorplan.ts'

const columns = 128
const rows = 56

/** The whole fleet as a chip seen from above: a block per product, as large as its cards are many, lit as they are free. */
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

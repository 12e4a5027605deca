import { useMemo } from 'react'
import type { Product } from '#contract/products.ts'
import { cell_stroke, cellPath, pitch } from './cell-path.ts'
import styles from './FleetCells.module.css'
import { floorplan } from './floorplan.ts'

const columns = 128
const rows = 56

/** The whole fleet as a chip seen from above: a block per product, as large as its cards are many, lit as they are free. */
export default function FleetDie({ market }: { market: readonly Product[] }) {
  const { on, off } = useMemo(() => {
    const blocks = market
      .map(({ id, gpu_total, gpu_free }) => ({ id, total: gpu_total, free: gpu_free }))
      .sort((a, b) => a.id.localeCompare(b.id))
    const cells = floorplan(blocks, { x: 0, y: 0, width: columns, height: rows })
    return { on: cellPath(cells.filter((cell) => cell.on)), off: cellPath(cells.filter((cell) => !cell.on)) }
  }, [market])

  const [width, height] = [columns * pitch, rows * pitch]
  return (
    <svg className={styles.die} viewBox={`0 0 ${width} ${height}`} width={width} height={height} aria-hidden="true">
      <path className={styles.off} d={off} {...cell_stroke} />
      <path className={styles.on} d={on} {...cell_stroke} />
    </svg>
  )
}

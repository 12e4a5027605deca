import { useMemo } from 'react'
import type { Art } from '#contract/banners.ts'
import { cellsOf } from '#src/site/art/art-cells.ts'
import { cell_stroke, cellPath, pitch } from '#src/site/board/cell-path.ts'
import styles from './SlideArt.module.css'

const columns = 72
const rows = 40
/** From here up a cell belongs to the level; four are enough to see a shape. */
const levels = [0.75, 0.5, 0.25, 0.01] as const

/** The pattern of a banner as large as the carousel: few paths, however many cells. */
export function SlideArt({ art }: { art: Art }) {
  const layers = useMemo(() => {
    const cells = cellsOf(art, columns, rows).map((light, cell) => ({
      x: cell % columns,
      y: Math.floor(cell / columns),
      level: levels.findIndex((least) => light >= least),
    }))
    return [...levels.keys(), -1].map((level) => ({ level, path: cellPath(cells.filter((cell) => cell.level === level)) }))
  }, [art])
  const [width, height] = [columns * pitch, rows * pitch]
  return (
    <svg className={styles.art} viewBox={`0 0 ${width} ${height}`} width={width} height={height} aria-hidden="true">
      {layers.map(({ level, path }) => (
        <path key={level} className={styles.cells} data-level={level} d={path} {...cell_stroke} />
      ))}
    </svg>
  )
}

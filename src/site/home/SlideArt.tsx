import { useMemo } from 'react'
import type { ArtPattern } from '#contract/banners.ts'
import { computeArtCells } from '#src/site/art/art-cells.ts'
import { buildCellPath, cellPitch, cellStroke } from '#src/site/board/cell-path.ts'
import styles from './SlideArt.module.css'

const columns = 72
const rows = 40
/** From here up a cell belongs to the level; four are enough to see a shape. */
const brightnessLevels = [0.75, 0.5, 0.25, 0.01] as const

/** The pattern of a banner as large as the carousel: few paths, however many cells. */
export function SlideArt({ art }: { art: ArtPattern }) {
  const layers = useMemo(() => {
    const cells = computeArtCells(art, columns, rows).map((light, cell) => ({
      x: cell % columns,
      y: Math.floor(cell / columns),
      level: brightnessLevels.findIndex((least) => light >= least),
    }))
    return [...brightnessLevels.keys(), -1].map((level) => ({
      level,
      path: buildCellPath(cells.filter((cell) => cell.level === level)),
    }))
  }, [art])
  const [width, height] = [columns * cellPitch, rows * cellPitch]
  return (
    <svg className={styles.art} viewBox={`0 0 ${width} ${height}`} width={width} height={height} aria-hidden="true">
      {layers.map(({ level, path }) => (
        <path key={level} className={styles.cells} data-level={level} d={path} {...cellStroke} />
      ))}
    </svg>
  )
}

import { type ReactNode, useMemo } from 'react'
import type { ArtPattern } from '#contract/banners.ts'
import { computeArtCells } from '#src/site/art/art-cells.ts'
import { buildCellPath, cellPitch, cellStroke } from '#src/site/board/cell-path.ts'
import carousel from './HomeCarousel.module.css'
import styles from './SlideFrame.module.css'

const columns = 72
const rows = 40
/** Threshold from which a cell belongs to the level; four levels are enough to show a shape. */
const brightnessLevels = [0.75, 0.5, 0.25, 0.01] as const

/** A banner pattern as large as the carousel, drawn with few paths regardless of the number of cells. */
function SlideArt({ art }: { art: ArtPattern }) {
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

interface Props {
  /** URL of the picture; empty to show the pattern instead. */
  image?: string
  art: ArtPattern
  kicker: ReactNode
  title: string
  text: string
  children?: ReactNode
}

/** A carousel slide after the first: text on a dark ground, over the picture or the die pattern. */
export function SlideFrame({ image = '', art, kicker, title, text, children }: Props) {
  return (
    <div className={carousel.slide} data-theme="dark">
      <div className={carousel.backdrop}>
        {image ? <img className={styles.image} src={image} alt="" decoding="async" /> : <SlideArt art={art} />}
      </div>
      <div className={styles.inner}>
        <p className={styles.kicker}>{kicker}</p>
        <h2 className={styles.title}>{title}</h2>
        <p className={styles.text}>{text}</p>
        {children}
      </div>
    </div>
  )
}

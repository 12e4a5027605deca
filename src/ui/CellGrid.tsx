import styles from './CellGrid.module.css'

interface Props {
  /** One value per cell, row by row, 0 (dark) to 1 (fully lit): utilisation, free cards, progress. */
  cells: readonly number[]
  columns: number
  /** Accessible name; without it the grid is decorative. */
  label?: string
  /** Sizes of a cell and of the gap between two cells, in pixels. */
  cell?: number
  gap?: number
  className?: string | undefined
}

/** Builds one path per brightness, because a grid of hundreds of elements would be slow on phones. */
function buildBrightnessPaths(cells: readonly number[], columns: number, cell: number, pitch: number): Map<number, string> {
  const paths = new Map<number, string>()
  cells.forEach((value, index) => {
    const [x, y] = [(index % columns) * pitch, Math.floor(index / columns) * pitch]
    paths.set(value, `${paths.get(value) ?? ''}M${x} ${y}h${cell}v${cell}h-${cell}z`)
  })
  return paths
}

/** Grid of cells in the style of a die shot, lit according to data. */
export function CellGrid({ cells, columns, label, cell = 8, gap = 2, className }: Props) {
  const pitch = cell + gap
  const rows = Math.ceil(cells.length / columns)
  const width = columns * pitch - gap
  const height = Math.max(rows * pitch - gap, 0)
  return (
    <svg
      className={className}
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      role={label ? 'img' : 'presentation'}
      aria-hidden={!label}
      aria-label={label}
    >
      {[...buildBrightnessPaths(cells, columns, cell, pitch)].map(([value, path]) => (
        <path
          key={value}
          className={value > 0 ? styles.on : styles.off}
          d={path}
          {...(value > 0 && value < 1 && { opacity: 0.25 + 0.75 * value })}
        />
      ))}
    </svg>
  )
}

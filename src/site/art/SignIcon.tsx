import styles from './SignIcon.module.css'

/** Line drawings on a grid of 24, each with cells of the die as its accent: `[lines, cells]`. */
const signs = {
  advice: ['M12 7.5V11M12 11H6v3.5M12 11h6v3.5', [10, 3.5, 4, 15, 16, 15]],
  code: ['M8 7l-5 5 5 5M16 7l5 5-5 5M13.5 5l-3 14', []],
  fork: ['M6.5 8v8M17.5 8v1.5a3 3 0 0 1-3 3h-5a3 3 0 0 0-3 3', [4.5, 4, 15.5, 4, 4.5, 16]],
  table: ['M3 5h13v14H3zM3 9.7h13M3 14.4h13M8.5 5v14M20.5 14v7M17 17.5h7', [4, 6]],
  sliders: ['M3 7h9M16 7h5M3 17h4M11 17h10', [12, 5, 7, 15]],
  bolt: ['M13.5 2.5L4.5 14H11l-.8 7.5L19.5 10H13z', []],
  blocks: ['M3 3h8v8H3zM3 13h8v8H3zM13 13h8v8h-8z', [15, 5]],
  talk: ['M3 4h18v13H11l-5 4v-4H3z', [7, 8.5, 13, 8.5]],
  book: ['M12 6c-2-1.5-5-2-9-2v14c4 0 7 .5 9 2 2-1.5 5-2 9-2V4c-4 0-7 .5-9 2zM12 6v14', []],
  service: ['M3 4h12v9H8l-3 3v-3H3zM18 8h3v9h-2v3l-3-3h-5v-1', [7, 6.5]],
  terminal: ['M2.5 4h19v16h-19zM6 9l3.5 3L6 15M12 15.5h6', []],
  curve: ['M3 3v18h18M6 6c1.5 8 6 10.5 14 11', [4.5, 4]],
  target: ['M3 3h18v18H3zM7 7h10v10H7z', [10, 10]],
} as const satisfies Record<string, readonly [lines: string, cells: readonly number[]]>

export type SignName = keyof typeof signs

const cellSize = 4
const buildCells = (cells: readonly number[]): string =>
  cells.flatMap((x, at) => (at % 2 === 0 ? `M${x} ${cells[at + 1]}h${cellSize}v${cellSize}h-${cellSize}z` : [])).join('')

/** Decorative sign of a service or a scene. */
export function SignIcon({ name }: { name: SignName }) {
  const [lines, cells] = signs[name]
  return (
    <svg className={styles.sign} viewBox="0 0 24 24" width={40} height={40} aria-hidden="true">
      <path className={styles.lines} d={lines} />
      <path className={styles.cells} d={buildCells(cells)} />
    </svg>
  )
}

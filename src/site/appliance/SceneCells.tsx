import { CellGrid } from '#src/ui/CellGrid.tsx'

const size = 7

/** What lights up in each scene: shelves, replies, a bracket, a curve, a wedge. */
const litPatterns: readonly ((x: number, y: number) => boolean)[] = [
  (_, y) => y % 3 === 0,
  (x, y) => (y < 3 ? x < 5 && y !== 1 : x > 1 && y !== 4 && y < 7 && y > 3),
  (x, y) => Math.abs(y - 3) === (x < 3 ? x : 6 - x) && x !== 3,
  (x, y) => y === 6 - Math.floor((x * x) / 6) || y === 6,
  (x, y) => x >= Math.abs(y - 3) * 2,
]

export function SceneCells({ nth }: { nth: number }) {
  const on = litPatterns[nth]
  const cells = Array.from({ length: size * size }, (_, cell) => (on?.(cell % size, Math.floor(cell / size)) ? 1 : 0))
  return <CellGrid cells={cells} columns={size} cell={5} gap={2} />
}

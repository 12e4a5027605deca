import { CellGrid } from '#src/ui/CellGrid.tsx'

/** More cells than these are no picture any more. */
const maxCells = 48
const columns = 12

interface Props {
  /** From 1. */
  position: number
  /** How many wait, the place itself included. */
  length: number
}

/** A queue as cells of the die: the places ahead are dim, the own one is lit, those behind are dark. */
export function QueueCells({ position, length }: Props) {
  if (length > maxCells) return null
  const cells = Array.from({ length }, (_, index) => (index + 1 < position ? 0.3 : index + 1 === position ? 1 : 0))
  return <CellGrid cells={cells} columns={Math.min(columns, length)} label={`第 ${position} 位，共 ${length} 位在等`} cell={10} />
}

import { CellGrid } from '#src/ui/CellGrid.tsx'

const gbPerCell = 24

interface Props {
  /** Per machine, in GB. */
  memory: number
  columns: number
  cell: number
  gap?: number
  label?: string
  className?: string | undefined
}

/** A machine's memory as cells of the die, 24 GB each. */
export const ApplianceMemoryCells = ({ memory, ...grid }: Props) => (
  <CellGrid cells={Array.from({ length: Math.round(memory / gbPerCell) }, () => 1)} {...grid} />
)

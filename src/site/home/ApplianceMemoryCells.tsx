import { DieGrid } from '#src/ui/CellGrid.tsx'

const gb_a_cell = 24

interface Props {
  /** Of one machine, GB. */
  memory: number
  columns: number
  cell: number
  gap?: number
  label?: string
  className?: string | undefined
}

/** The memory of a machine as cells of the die, 24 GB each. */
export const ApplianceCells = ({ memory, ...grid }: Props) => (
  <DieGrid cells={Array.from({ length: Math.round(memory / gb_a_cell) }, () => 1)} {...grid} />
)

import { CellGrid } from '#src/ui/CellGrid.tsx'

interface Props {
  free: number
  total: number
  columns?: number
  cell?: number
}

/** Beyond it a cell stands for a share of the cards, not for one of them. */
const maxCells = 64

/** The cards of a product as cells of the die: lit ones are free. */
export function StockCells({ free, total, columns = 16, cell = 7 }: Props) {
  const count = Math.min(total, maxCells)
  const lit = total > maxCells ? Math.ceil((free / total) * count) : free
  const cells = Array.from({ length: count }, (_, index) => (index < lit ? 1 : 0))
  return (
    <CellGrid
      cells={cells}
      columns={Math.min(columns, Math.max(count, 1))}
      cell={cell}
      label={`空闲 ${free} 张，共 ${total} 张`}
    />
  )
}

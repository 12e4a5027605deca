import { CellGrid } from '#src/ui/CellGrid.tsx'

interface Props {
  free: number
  total: number
  columns?: number
  cell?: number
}

/** Maximum number of cells; with more cards a cell stands for a share of them. */
const maxCells = 64

/** Shows the cards of a product as cells; lit cells are free cards. */
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

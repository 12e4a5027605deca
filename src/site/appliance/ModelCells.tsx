import { CellGrid } from '#src/ui/CellGrid.tsx'
import { computeModelCells, modelCellsSide } from './model-cells.ts'
import type { ApplianceModel } from './models.ts'

interface Props {
  model: Pick<ApplianceModel, 'edition' | 'vendor'>
  cell?: number
  gap?: number
  className?: string | undefined
}

export const ModelCells = ({ model: { edition, vendor }, cell = 6, gap = 2, className }: Props) => (
  <CellGrid cells={computeModelCells(edition, vendor)} columns={modelCellsSide} cell={cell} gap={gap} className={className} />
)

import { DieGrid } from '#src/ui/CellGrid.tsx'
import { die_size, dieOf } from './model-cells.ts'
import type { Model } from './models.ts'

interface Props {
  model: Pick<Model, 'edition' | 'vendor'>
  cell?: number
  gap?: number
  className?: string | undefined
}

export const ModelDie = ({ model: { edition, vendor }, cell = 6, gap = 2, className }: Props) => (
  <DieGrid cells={dieOf(edition, vendor)} columns={die_size} cell={cell} gap={gap} className={className} />
)

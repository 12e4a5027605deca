import type { Art } from '#contract/banners.ts'
import { DieGrid } from '#src/ui/DieGrid.tsx'
import { cellsOf } from './art-cells.ts'

interface Props {
  art: Art
  columns?: number
  rows?: number
  className?: string | undefined
}

/** What banners and activities show where they have no picture: the die motif as a pattern. Decoration only. */
export const SiteArt = ({ art, columns = 24, rows = 14, className }: Props) => (
  <DieGrid cells={cellsOf(art, columns, rows)} columns={columns} className={className} />
)

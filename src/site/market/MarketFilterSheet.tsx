import { Sheet } from '#src/ui/BottomSheet.tsx'
import controls from '#src/ui/controls.module.css'
import type { Filters } from './filters.ts'
import { FilterForm } from './MarketFilterForm.tsx'
import type { SetFilters } from './use-filters.ts'

interface Props {
  filters: Filters
  setFilters: SetFilters
  total: number | undefined
  onClose: () => void
}

export function FilterSheet({ filters, setFilters, total, onClose }: Props) {
  return (
    <Sheet
      title="筛选"
      onClose={onClose}
      footer={
        <button type="button" className={`${controls.button} ${controls.primary} ${controls.large}`} onClick={onClose}>
          {total === undefined ? '查看结果' : `查看 ${total} 款`}
        </button>
      }
    >
      <FilterForm filters={filters} setFilters={setFilters} />
    </Sheet>
  )
}

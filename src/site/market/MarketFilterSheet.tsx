import { BottomSheet } from '#src/ui/BottomSheet.tsx'
import controls from '#src/ui/controls.module.css'
import type { MarketFilters } from './filters.ts'
import { MarketFilterForm } from './MarketFilterForm.tsx'
import type { SetMarketFilters } from './use-filters.ts'

interface Props {
  filters: MarketFilters
  setFilters: SetMarketFilters
  total: number | undefined
  onClose: () => void
}

export function MarketFilterSheet({ filters, setFilters, total, onClose }: Props) {
  return (
    <BottomSheet
      title="筛选"
      onClose={onClose}
      footer={
        <button type="button" className={`${controls.button} ${controls.primary} ${controls.large}`} onClick={onClose}>
          {total === undefined ? '查看结果' : `查看 ${total} 款`}
        </button>
      }
    >
      <MarketFilterForm filters={filters} setFilters={setFilters} />
    </BottomSheet>
  )
}

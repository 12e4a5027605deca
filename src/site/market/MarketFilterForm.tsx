import { useEffect } from 'react'
import { vendorNames } from '#contract/vendors.ts'
import controls from '#src/ui/controls.module.css'
import { useStore } from '#src/ui/use-store.ts'
import { marketChoices } from './choices.ts'
import { FilterChoiceGroup } from './FilterChoiceGroup.tsx'
import { FilterSelectField } from './FilterSelectField.tsx'
import {
  buildMarketSearch,
  clearMarketFilters,
  countMarketFilters,
  type MarketFilterKey,
  type MarketFilters,
  parseMarketFilters,
  withMarketFilter,
} from './filters.ts'
import styles from './MarketFilterForm.module.css'
import { MaxPriceField } from './MaxPriceField.tsx'
import { buildNumberChoices } from './number-choices.ts'
import type { SetMarketFilters } from './use-filters.ts'

const vendorChoices = [{ value: '', label: '全部' }, ...Object.entries(vendorNames).map(([value, label]) => ({ value, label }))]

export function MarketFilterForm({ filters, setFilters }: { filters: MarketFilters; setFilters: SetMarketFilters }) {
  const { regions, models } = useStore(marketChoices)
  useEffect(() => {
    void marketChoices.load()
  }, [])

  const group = (key: MarketFilterKey) => ({
    value: String(filters[key] ?? ''),
    // through the address and back, so that what is chosen is judged like what is typed there
    onChoose: (value: string) => {
      const search = buildMarketSearch(withMarketFilter(filters, key, undefined))
      if (value) search.set(key, value)
      setFilters(parseMarketFilters(search))
    },
  })

  return (
    <form className={styles.form} onSubmit={(event) => event.preventDefault()}>
      <FilterSelectField
        label="地域"
        choices={regions.map(({ id, name }) => ({ value: id, label: name }))}
        {...group('region_id')}
      />
      <FilterSelectField
        label="GPU 型号"
        choices={models.map(({ gpu_model: gpuModel }) => ({ value: gpuModel, label: gpuModel }))}
        {...group('gpu_model')}
      />
      <FilterChoiceGroup legend="厂商" choices={vendorChoices} {...group('vendor')} />
      <FilterChoiceGroup legend="需要的卡数" choices={buildNumberChoices([1, 2, 4, 8], filters.gpu_num)} {...group('gpu_num')} />
      <FilterChoiceGroup
        legend="每卡显存不低于（GB）"
        choices={buildNumberChoices([24, 32, 48, 64, 80], filters.vram_min)}
        {...group('vram_min')}
      />
      <FilterChoiceGroup
        legend="每卡 CPU 不低于（核）"
        choices={buildNumberChoices([8, 12, 16, 24], filters.cpu_min)}
        {...group('cpu_min')}
      />
      <MaxPriceField
        value={filters.price_max}
        onChange={(priceMax) => setFilters(withMarketFilter(filters, 'price_max', priceMax), { replace: true })}
      />
      <button
        type="button"
        className={`${controls.button} ${controls.plain}`}
        disabled={countMarketFilters(filters) === 0}
        onClick={() => setFilters(clearMarketFilters(filters))}
      >
        清空筛选
      </button>
    </form>
  )
}

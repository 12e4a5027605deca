import { useEffect } from 'react'
import { vendor_names } from '#contract/vendors.ts'
import controls from '#src/ui/controls.module.css'
import { useStore } from '#src/ui/use-store.ts'
import { choices } from './choices.ts'
import { ChoiceGroup } from './FilterChoiceGroup.tsx'
import { SelectField } from './FilterSelectField.tsx'
import { countSet, type FilterKey, type Filters, filtersOf, searchOf, withFilter, withoutFilters } from './filters.ts'
import styles from './MarketFilterForm.module.css'
import { PriceField } from './MaxPriceField.tsx'
import { numberChoices } from './number-choices.ts'
import type { SetFilters } from './use-filters.ts'

const vendors = [{ value: '', label: '全部' }, ...Object.entries(vendor_names).map(([value, label]) => ({ value, label }))]

export function FilterForm({ filters, setFilters }: { filters: Filters; setFilters: SetFilters }) {
  const { regions, models } = useStore(choices)
  useEffect(() => {
    void choices.load()
  }, [])

  const group = (key: FilterKey) => ({
    value: String(filters[key] ?? ''),
    // through the address and back, so that what is chosen is judged like what is typed there
    onChoose: (value: string) => {
      const search = searchOf(withFilter(filters, key, undefined))
      if (value) search.set(key, value)
      setFilters(filtersOf(search))
    },
  })

  return (
    <form className={styles.form} onSubmit={(event) => event.preventDefault()}>
      <SelectField label="地域" choices={regions.map(({ id, name }) => ({ value: id, label: name }))} {...group('region_id')} />
      <SelectField
        label="GPU 型号"
        choices={models.map(({ gpu_model }) => ({ value: gpu_model, label: gpu_model }))}
        {...group('gpu_model')}
      />
      <ChoiceGroup legend="厂商" choices={vendors} {...group('vendor')} />
      <ChoiceGroup legend="需要的卡数" choices={numberChoices([1, 2, 4, 8], filters.gpu_num)} {...group('gpu_num')} />
      <ChoiceGroup
        legend="每卡显存不低于（GB）"
        choices={numberChoices([24, 32, 48, 64, 80], filters.vram_min)}
        {...group('vram_min')}
      />
      <ChoiceGroup
        legend="每卡 CPU 不低于（核）"
        choices={numberChoices([8, 12, 16, 24], filters.cpu_min)}
        {...group('cpu_min')}
      />
      <PriceField
        value={filters.price_max}
        onChange={(price_max) => setFilters(withFilter(filters, 'price_max', price_max), { replace: true })}
      />
      <button
        type="button"
        className={`${controls.button} ${controls.plain}`}
        disabled={countSet(filters) === 0}
        onClick={() => setFilters(withoutFilters(filters))}
      >
        清空筛选
      </button>
    </form>
  )
}

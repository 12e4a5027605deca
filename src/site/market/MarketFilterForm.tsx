import { useEffect, useId } from 'react'
import type { z } from 'zod'
import type { EndpointData } from '#contract/endpoint.ts'
import type { products, Region } from '#contract/products.ts'
import { vendorNames } from '#contract/vendors.ts'
import controls from '#src/ui/controls.module.css'
import { createStore } from '#src/ui/store.ts'
import { useStore } from '#src/ui/use-store.ts'
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
import type { SetMarketFilters } from './use-filters.ts'

interface FilterChoice {
  /** Empty means no filter. */
  value: string
  label: string
}

interface FilterChoiceGroupProps {
  legend: string
  value: string
  choices: readonly FilterChoice[]
  onChoose: (value: string) => void
}

/** A single choice with all options visible. */
function FilterChoiceGroup({ legend, value, choices, onChoose }: FilterChoiceGroupProps) {
  const name = useId()
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>{legend}</legend>
      <div className={styles.choices}>
        {choices.map((choice) => (
          <label key={choice.value} className={styles.choice}>
            <input
              type="radio"
              name={name}
              value={choice.value}
              checked={choice.value === value}
              onChange={() => onChoose(choice.value)}
            />
            <span>{choice.label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

interface FilterSelectFieldProps {
  label: string
  value: string
  /** Options may load later than the field; the value in the URL is shown regardless. */
  choices: readonly FilterChoice[]
  onChoose: (value: string) => void
}

/** A single choice from many options. */
function FilterSelectField({ label, value, choices, onChoose }: FilterSelectFieldProps) {
  const id = useId()
  const known = value === '' || choices.some((choice) => choice.value === value)
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <select id={id} className={styles.select} value={value} onChange={(event) => onChoose(event.target.value)}>
        <option value="">全部</option>
        {!known && <option value={value}>{value}</option>}
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </select>
    </div>
  )
}

interface MarketChoices {
  regions: z.infer<typeof Region>[]
  models: EndpointData<typeof products.models>
}

const choicesStore = createStore<MarketChoices>({ regions: [], models: [] })

/** Filters by region and model; a filter whose options could not be loaded is hidden. */
const marketChoices = {
  get: choicesStore.get,
  subscribe: choicesStore.subscribe,
  first: choicesStore.first,
  load: async (): Promise<void> => {
    const { getMarketChoices } = await import('#src/site/offers/requests.ts')
    const loaded = await getMarketChoices().catch(() => null)
    if (loaded) choicesStore.set(loaded)
  },
}

/** The offered numbers plus the number in the URL, if it is a different one. */
function buildNumberChoices(offered: readonly number[], chosen: number | undefined): FilterChoice[] {
  const all = chosen === undefined ? offered : [...new Set([...offered, chosen])].sort((a, b) => a - b)
  return [{ value: '', label: '不限' }, ...all.map((n) => ({ value: String(n), label: String(n) }))]
}

const vendorChoices = [{ value: '', label: '全部' }, ...Object.entries(vendorNames).map(([value, label]) => ({ value, label }))]

export function MarketFilterForm({ filters, setFilters }: { filters: MarketFilters; setFilters: SetMarketFilters }) {
  const { regions, models } = useStore(marketChoices)
  useEffect(() => {
    void marketChoices.load()
  }, [])

  const group = (key: MarketFilterKey) => ({
    value: String(filters[key] ?? ''),
    // round trip through the URL format, so that a selection is validated like a typed URL
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

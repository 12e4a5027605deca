import { useQuery } from '@tanstack/react-query'
import { Button, Select } from 'antd'
import { Suspense, useCallback, useState } from 'react'
import { getListCapabilities } from '#src/admin/list-capabilities.ts'
import type { ListFilter, ListState, Resource } from '#src/admin/resource.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import { useStore } from '#src/ui/use-store.ts'
import { density } from './density.ts'
import { formatTotal, isListFiltered } from './list-state.ts'
import { SearchBox } from './SearchBox.tsx'
import styles from './Toolbar.module.css'
import { useListExport } from './use-list-export.ts'
import type { ChangeList } from './use-list-state.ts'

interface FilterSelectProps {
  filter: ListFilter
  /** Cache key of the choices. */
  name: string
  value: string | undefined
  onChange: (value: string | undefined) => void
}

/** One filter of a list; its choices are fixed, or fetched on first use. */
function FilterSelect({ filter: { label, options }, name, value, onChange }: FilterSelectProps) {
  const fetched = typeof options === 'function'
  const { data, isLoading } = useQuery({
    queryKey: ['filter', name],
    queryFn: () => (fetched ? options() : options),
    ...(!fetched && { initialData: options }),
    staleTime: 300_000,
  })
  return (
    <Select
      allowClear
      popupMatchSelectWidth={false}
      aria-label={label}
      placeholder={label}
      loading={isLoading}
      value={value ?? null}
      onChange={(chosen) => onChange(chosen ?? undefined)}
      options={Object.entries(data ?? {}).map(([key, word]) => ({ value: key, label: word }))}
    />
  )
}

const DayRange = lazyPart(() => import('#src/admin/DayRange.tsx'))
const SavedViews = lazyPart(() => import('./views/SavedViews.tsx'))

interface Props {
  resource: Resource
  state: ListState
  change: ChangeList
  onRefresh: () => void
  refreshing: boolean
  /** Number of filtered rows; null until known. */
  total: number | null
  /** There are more rows than `total`. */
  isCapped: boolean
}

const omitDays = ({ from: _, to: __, ...filters }: ListState['filters']) => filters

/**
 * Toolbar: search and filters on the left, list actions on the right; on a phone, everything except the search is behind one
 * button.
 */
export function Toolbar({ resource, state, change, onRefresh, refreshing, total, isCapped }: Props) {
  const { searchable, filterable, byDay } = getListCapabilities(resource)
  const { progress, start } = useListExport(resource, state)
  const [open, setOpen] = useState(false)
  const narrowings = Object.values(state.filters).filter(Boolean).length
  const dense = useStore(density) === 'small'
  const search = useCallback((keyword: string) => change({ keyword }), [change])
  const narrow = (name: string, value: string | undefined) => {
    const { [name]: _, ...others } = state.filters
    change({ filters: value ? { ...others, [name]: value } : others })
  }

  return (
    <div className={styles.toolbar} role="toolbar" aria-label="列表工具" data-open={open}>
      <div className={styles.filters}>
        {searchable && <SearchBox value={state.keyword} hint={resource.search ?? '搜索'} onSearch={search} />}
        <Button
          className={styles.fold}
          icon={<Icon name="sliders" />}
          aria-expanded={open}
          onClick={() => setOpen((before) => !before)}
        >
          {filterable.length > 0 || byDay ? `筛选${narrowings > 0 ? ` ${narrowings}` : ''}` : '工具'}
        </Button>
        {filterable.map((name) => {
          const filter = resource.filters?.[name]
          return (
            filter && (
              <FilterSelect
                key={name}
                name={`${resource.name}/${name}`}
                filter={filter}
                value={state.filters[name]}
                onChange={(value) => narrow(name, value)}
              />
            )
          )
        })}
        {byDay && (
          <Suspense fallback={null}>
            <DayRange days={state.filters} onChange={(days) => change({ filters: { ...omitDays(state.filters), ...days } })} />
          </Suspense>
        )}
        {isListFiltered(state) && (
          <Button type="link" onClick={() => change({ keyword: '', filters: {} })}>
            清除条件
          </Button>
        )}
      </div>
      <div className={styles.tools}>
        <Suspense fallback={<Button icon={<Icon name="save" />}>视图</Button>}>
          <SavedViews resource={resource} state={state} />
        </Suspense>
        <Button icon={<Icon name="download" />} loading={progress !== null} disabled={!total} onClick={() => void start()}>
          {progress
            ? `导出 ${Math.floor(progress * 100)}%`
            : resource.api.export && total !== null
              ? `导出 ${formatTotal(total, isCapped)} 条`
              : '导出'}
        </Button>
        <Button
          className={styles.density}
          icon={<Icon name="rows" />}
          aria-label="紧凑行距"
          aria-pressed={dense}
          title="紧凑行距"
          onClick={() => density.set(dense ? 'middle' : 'small')}
        />
        <Button icon={<Icon name="refresh" />} aria-label="刷新" title="刷新" loading={refreshing} onClick={onRefresh} />
      </div>
    </div>
  )
}

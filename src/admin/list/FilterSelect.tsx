import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import type { ListFilter } from '#src/admin/resource.ts'

interface Props {
  filter: ListFilter
  /** Names the choices in the cache. */
  name: string
  value: string | undefined
  onChange: (value: string | undefined) => void
}

/** One filter of a list; its choices are given, or fetched when first needed. */
export function FilterSelect({ filter: { label, options }, name, value, onChange }: Props) {
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

import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import type { FieldInputProps } from '#src/admin/define-resource.ts'
import { regionOptions } from './options.ts'

/** One of the regions. */
export function RegionInput({ id, value, onChange }: FieldInputProps) {
  const { data = {}, isLoading } = useQuery({ queryKey: ['operator', 'regions'], queryFn: regionOptions })
  return (
    <Select
      {...(id && { id })}
      loading={isLoading}
      placeholder="选择地域"
      value={value as string | undefined}
      onChange={(chosen) => onChange?.(chosen)}
      options={Object.entries(data).map(([key, label]) => ({ value: key, label }))}
      notFoundContent="还没有地域，请先新建"
    />
  )
}

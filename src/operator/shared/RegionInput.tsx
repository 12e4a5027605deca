import { Select } from 'antd'
import { products } from '#contract/products.ts'
import type { FieldInputProps } from '#src/admin/resource.ts'
import { useEndpoint } from '#src/admin/use-endpoint.ts'

/** Selection of a region. */
export function RegionInput({ id, value, onChange }: FieldInputProps) {
  const { data = [], isLoading } = useEndpoint(products.regions)
  return (
    <Select
      {...(id && { id })}
      loading={isLoading}
      placeholder="选择地域"
      value={value as string | undefined}
      onChange={(chosen) => onChange?.(chosen)}
      options={data.map((region) => ({ value: region.id, label: region.name }))}
      notFoundContent="还没有地域，请先新建"
    />
  )
}

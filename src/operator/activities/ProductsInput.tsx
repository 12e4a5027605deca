import { Select } from 'antd'
import { limits } from '#contract/limits.ts'
import { operatorProducts } from '#contract/operator/products.ts'
import type { FieldInputProps } from '#src/admin/resource.ts'
import { useEndpoint } from '#src/admin/use-endpoint.ts'

/** Some of the products, sold or not. */
export function ProductsInput({ id, value, onChange }: FieldInputProps) {
  const { data = [], isLoading } = useEndpoint(operatorProducts.list, { query: { page_size: limits.pageSizeMax } })
  return (
    <Select
      {...(id && { id })}
      mode="multiple"
      loading={isLoading}
      placeholder="选择参与的产品"
      optionFilterProp="label"
      value={value as string[] | undefined}
      onChange={(chosen) => onChange?.(chosen)}
      options={data.map((product) => ({ value: product.id, label: `${product.name}（${product.region_name}）` }))}
      notFoundContent="还没有产品"
    />
  )
}

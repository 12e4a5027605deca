import { Select } from 'antd'
import { datasets } from '#contract/community.ts'
import { useEndpoint } from '#src/admin/use-endpoint.ts'

interface Props {
  id?: string
  value?: string
  onChange?: (value: string) => void
}

/** Which type a data set is of. */
export function DatasetTypeInput({ value, ...props }: Props) {
  const { data, isLoading, isError } = useEndpoint(datasets.types, {}, { staleTime: 300_000 })
  return (
    <Select
      {...props}
      value={value ?? null}
      placeholder="选择类型"
      loading={isLoading}
      notFoundContent={isError ? '类型加载失败，请刷新页面' : undefined}
      options={(data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
    />
  )
}

import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { typeOptions } from './type-options.ts'

interface Props {
  id?: string
  value?: string
  onChange?: (value: string) => void
}

/** Which type a data set is of. */
export function TypeInput({ value, ...props }: Props) {
  const { data, isLoading, isError } = useQuery({ queryKey: ['data-set-types'], queryFn: typeOptions, staleTime: 300_000 })
  return (
    <Select
      {...props}
      value={value ?? null}
      placeholder="选择类型"
      loading={isLoading}
      notFoundContent={isError ? '类型加载失败，请刷新页面' : undefined}
      options={Object.entries(data ?? {}).map(([id, name]) => ({ value: id, label: name }))}
    />
  )
}

import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import type { FieldInputProps } from '#src/admin/resource.ts'
import type { OptionLabels } from '#src/admin/row-types.ts'

/** A multiple selection where none selected means all. `name` separates the caches. */
export const createMultiSelectInput = (name: string, options: OptionLabels | (() => Promise<OptionLabels>), all: string) =>
  function ManyInput({ id, value, onChange }: FieldInputProps) {
    const { data = {}, isLoading } = useQuery({
      queryKey: ['operator', name],
      queryFn: async () => (typeof options === 'function' ? options() : options),
    })
    return (
      <Select
        {...(id && { id })}
        mode="multiple"
        loading={isLoading}
        placeholder={all}
        optionFilterProp="label"
        value={value as string[] | undefined}
        onChange={(chosen) => onChange?.(chosen)}
        options={Object.entries(data).map(([key, label]) => ({ value: key, label }))}
      />
    )
  }

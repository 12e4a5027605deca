import { Select } from 'antd'
import { operatorLeads } from '#contract/operator/leads.ts'
import type { FieldInputProps } from '#src/admin/resource.ts'
import { useEndpoint } from '#src/admin/use-endpoint.ts'

/** One of the colleagues who may answer for a lead. */
export function AssigneeInput({ id, value, onChange }: FieldInputProps) {
  const { data = [], isLoading } = useEndpoint(operatorLeads.assignees)
  return (
    <Select
      {...(id && { id })}
      loading={isLoading}
      placeholder="选择负责人"
      value={value as string | undefined}
      onChange={(chosen) => onChange?.(chosen)}
      options={data.map(({ id: key, nickname }) => ({ value: key, label: nickname }))}
    />
  )
}

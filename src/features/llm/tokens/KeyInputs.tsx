import { Checkbox, Input, Select } from 'antd'
import { llmScopes } from '#contract/llm-keys.ts'
import type { FieldInputProps } from '#src/admin/resource.ts'
import { useLlmModels } from './use-models.ts'

/** Selects what the key may be used for. */
export const ScopesInput = ({ value, onChange }: FieldInputProps) => (
  <Checkbox.Group
    value={value as string[] | undefined}
    onChange={(chosen) => onChange?.(chosen)}
    options={Object.entries(llmScopes).map(([scope, label]) => ({ value: scope, label }))}
  />
)

/** Selects allowed models; an empty selection allows all current and future ones. */
export function ModelsInput({ id, value, onChange }: FieldInputProps) {
  const { data = [], isLoading } = useLlmModels()
  return (
    <Select
      {...(id && { id })}
      mode="multiple"
      loading={isLoading}
      placeholder="全部模型"
      value={(value as string[] | null) ?? []}
      onChange={(chosen) => onChange?.(chosen.length > 0 ? chosen : null)}
      options={data.map((model) => ({ value: model.id, label: model.id }))}
    />
  )
}

/** Creates a text input that maps empty text to null. */
const createNullableInput =
  (type: 'text' | 'date', placeholder: string) =>
  ({ id, value, onChange }: FieldInputProps) => (
    <Input
      {...(id && { id })}
      type={type}
      autoComplete="off"
      placeholder={placeholder}
      value={(value as string | null) ?? ''}
      onChange={({ target }) => onChange?.(target.value === '' ? null : target.value)}
    />
  )

export const LastDayInput = createNullableInput('date', '')
export const SpendCapInput = createNullableInput('text', '不填为不限')

import { Input, InputNumber, Radio, Select, Switch } from 'antd'
import type { FieldInputProps, ResourceField } from '#src/admin/resource.ts'
import { FileField } from './FileField.tsx'

const optionsOf = ({ options = {} }: ResourceField) => Object.entries(options).map(([value, label]) => ({ value, label }))

/** The input a field asks for. antd's form hands in `id`, `value` and `onChange`. */
export function FieldInput({ field, ...props }: { field: ResourceField } & FieldInputProps) {
  const Own = field.render
  if (Own) return <Own {...props} />
  const shared = { ...props, placeholder: field.placeholder } as object // each antd input types its own value
  switch (field.input) {
    case 'textarea':
      return <Input.TextArea rows={5} spellCheck={false} {...shared} />
    case 'number':
      return <InputNumber {...shared} />
    case 'select':
      return <Select options={optionsOf(field)} {...shared} />
    case 'radio':
      return <Radio.Group options={optionsOf(field)} optionType="button" {...shared} />
    case 'switch':
      return <Switch {...shared} />
    case 'date':
      return <Input type="date" {...shared} />
    case 'file':
      return <FileField accept={field.accept} {...(props as object)} />
    default:
      return <Input autoComplete="off" {...shared} />
  }
}

import { Form, Input, InputNumber, Radio, Select, Switch } from 'antd'
import type { z } from 'zod'
import type { FieldInputProps, ResourceField } from '#src/admin/resource.ts'
import { createZodFormRule, validateOnBlur } from '#src/ui/zod-rule.ts'
import { FileField } from './FileField.tsx'

const optionsOf = ({ options = {} }: ResourceField) => Object.entries(options).map(([value, label]) => ({ value, label }))

/** Renders the input of a field. antd's form passes `id`, `value` and `onChange`. */
function FieldInput({ field, ...props }: { field: ResourceField } & FieldInputProps) {
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

/** Labelled input with the rule from the body schema. */
export function ResourceFormField({ field, schema }: { field: ResourceField; schema: z.ZodType }) {
  return (
    <Form.Item
      name={field.name}
      label={field.label}
      extra={field.help}
      rules={[
        field.input === 'file' ? { required: true, message: `请选择${field.label}` } : createZodFormRule(schema, field.name),
      ]}
      validateTrigger={validateOnBlur}
      validateFirst
      {...(field.initial !== undefined && { initialValue: field.initial })}
      {...(field.input === 'switch' && { valuePropName: 'checked' })}
    >
      <FieldInput field={field} />
    </Form.Item>
  )
}

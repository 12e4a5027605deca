import { Form } from 'antd'
import type { z } from 'zod'
import type { Field } from '#src/admin/resource.ts'
import { zodFormRule } from '#src/ui/zod-rule.ts'
import { FieldInput } from './FieldInput.tsx'

/** One labelled input whose rule is the body schema's. */
export function FormField({ field, schema }: { field: Field; schema: z.ZodType }) {
  return (
    <Form.Item
      name={field.name}
      label={field.label}
      extra={field.help}
      rules={[field.input === 'file' ? { required: true, message: `请选择${field.label}` } : zodFormRule(schema, field.name)]}
      validateTrigger={['onBlur', 'onSubmit']}
      validateFirst
      {...(field.initial !== undefined && { initialValue: field.initial })}
      {...(field.input === 'switch' && { valuePropName: 'checked' })}
    >
      <FieldInput field={field} />
    </Form.Item>
  )
}

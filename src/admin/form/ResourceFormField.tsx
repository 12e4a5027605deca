import { Form } from 'antd'
import type { z } from 'zod'
import type { ResourceField } from '#src/admin/resource.ts'
import { createZodFormRule } from '#src/ui/zod-rule.ts'
import { FieldInput } from './FieldInput.tsx'

/** One labelled input whose rule is the body schema's. */
export function ResourceFormField({ field, schema }: { field: ResourceField; schema: z.ZodType }) {
  return (
    <Form.Item
      name={field.name}
      label={field.label}
      extra={field.help}
      rules={[
        field.input === 'file' ? { required: true, message: `请选择${field.label}` } : createZodFormRule(schema, field.name),
      ]}
      validateTrigger={['onBlur', 'onSubmit']}
      validateFirst
      {...(field.initial !== undefined && { initialValue: field.initial })}
      {...(field.input === 'switch' && { valuePropName: 'checked' })}
    >
      <FieldInput field={field} />
    </Form.Item>
  )
}

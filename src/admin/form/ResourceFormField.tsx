import { Form, Input, InputNumber, Radio, Select, Switch } from 'antd'
import type { z } from 'zod'
import type { FieldInputProps, ResourceField } from '#src/admin/resource.ts'
import { createZodFormRule, validateOnBlur } from '#src/ui/zod-rule.ts'
import { FileField } from './FileField.tsx'
import { findMaxLength, isFieldOptional } from './field-schema.ts'
import styles from './ResourceFormField.module.css'

const optionsOf = ({ options = {} }: ResourceField) => Object.entries(options).map(([value, label]) => ({ value, label }))

const rows = { minRows: 3, maxRows: 12 }
/** Inputs that always hold a value. */
const alwaysFilled: readonly ResourceField['input'][] = ['radio', 'switch']

/** Renders the input of a field. antd's form passes `id`, `value` and `onChange`. */
function FieldInput({ field, max, ...props }: { field: ResourceField; max: number | undefined } & FieldInputProps) {
  const Own = field.render
  if (Own) return <Own {...props} />
  const shared = { ...props, placeholder: field.placeholder } as object // each antd input types its own value
  switch (field.input) {
    case 'textarea':
      return (
        <Input.TextArea
          autoSize={rows}
          spellCheck={false}
          {...(field.code ? { className: styles.code ?? '' } : { count: { show: true, ...(max && { max }) } })}
          {...shared}
        />
      )
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

interface Props {
  field: ResourceField
  schema: z.ZodType
  /** The row that is changed has a value for it, so its initial one is not needed. */
  given?: boolean
}

/** Labelled input with the rule from the body schema; what may stay empty is marked 选填. */
export function ResourceFormField({ field, schema, given = false }: Props) {
  const filled = alwaysFilled.includes(field.input) || (field.initial ?? null) !== null
  const optional = !field.required && field.input !== 'file' && !filled && isFieldOptional(schema, field.name)
  return (
    <Form.Item
      name={field.name}
      label={
        optional ? (
          <>
            {field.label}
            <span aria-hidden className={styles.optional} />
          </>
        ) : (
          field.label
        )
      }
      required={!optional && !filled}
      extra={field.help}
      rules={[
        field.input === 'file' ? { required: true, message: `请选择${field.label}` } : createZodFormRule(schema, field.name),
      ]}
      validateTrigger={validateOnBlur}
      validateFirst
      {...(field.initial !== undefined && !given && { initialValue: field.initial })}
      {...(field.input === 'switch' && { valuePropName: 'checked' })}
    >
      <FieldInput field={field} max={findMaxLength(schema, field.name)} />
    </Form.Item>
  )
}

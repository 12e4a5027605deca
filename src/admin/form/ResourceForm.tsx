import { Button, Form } from 'antd'
import type { Resource } from '#src/admin/resource.ts'
import type { Row } from '#src/admin/row-types.ts'
import { FormFailure } from './FormFailure.tsx'
import styles from './ResourceForm.module.css'
import { ResourceFormField } from './ResourceFormField.tsx'
import { useResourceForm } from './use-resource-form.ts'

interface Props {
  resource: Resource
  row?: Row
  onSaved: (saved: Record<string, unknown>) => void
  onCancel: () => void
  /** In a dialog: buttons on the right, help below each field instead of beside it. */
  dialog?: boolean
}

const noFields: never[] = []

/** Form that creates or changes a row. Fields come from the resource, rules from the endpoint's body schema. */
export function ResourceForm({ resource, row, onSaved, onCancel, dialog = false }: Props) {
  const { form, props, saving, failure } = useResourceForm({ resource, row, onSaved })
  const fields = (row ? resource.form?.update : resource.form?.create) ?? noFields
  const endpoint = row ? resource.api.update : resource.api.create
  const values = Form.useWatch<Record<string, unknown>>([], form) ?? {}
  const initial = Object.fromEntries(fields.map((field) => [field.name, field.initial]))
  const shown = fields.filter((field) => field.when?.({ ...(row ?? initial), ...values }) ?? true)
  const cancel = <Button onClick={onCancel}>取消</Button>
  if (!endpoint) return null

  return (
    <Form
      {...props}
      className={dialog ? '' : (styles.page ?? '')}
      layout="vertical"
      requiredMark={false}
      preserve={false}
      scrollToFirstError={{ focus: true }}
      disabled={saving}
    >
      {failure && <FormFailure error={failure} fields={shown.map(({ name }) => name)} />}
      <div className={styles.fields}>
        {shown.map((field) => (
          <ResourceFormField
            key={field.name}
            field={field}
            schema={endpoint.body}
            given={field.name in (props.initialValues ?? {})}
          />
        ))}
      </div>
      <div className={styles.buttons} data-dialog={dialog}>
        {dialog && cancel}
        <Button type="primary" htmlType="submit" loading={saving}>
          {row ? '保存' : (resource.form?.submit ?? '创建')}
        </Button>
        {!dialog && cancel}
      </div>
    </Form>
  )
}

import { Form, Modal } from 'antd'
import { FormFailure } from '#src/admin/form/FormFailure.tsx'
import { ResourceFormField } from '#src/admin/form/ResourceFormField.tsx'
import { useFormSubmit } from '#src/admin/form/use-form-submit.ts'
import type { Resource, RowAction } from '#src/admin/resource.ts'
import type { Row } from '#src/admin/row-types.ts'
import { useAction } from '#src/admin/use-action.ts'
import { buildRowRequest } from '#src/providers/data/row-request.ts'
import styles from './ActionForm.module.css'

/** Maximum number of fields in one column; more fields use two columns. */
const maxSingleColumnFields = 4

interface Props {
  resource: Resource
  row: Row
  action: Extract<RowAction<Row>, { endpoint: unknown }>
  onClose: () => void
}

/** Form of an action with its effect above the fields. Uses one idempotency key per intent. */
export default function ActionForm({ resource, row, action, onClose }: Props) {
  const { endpoint, fields = [], label, danger = false, effect } = action
  const fileField = fields.find(({ input }) => input === 'file')?.name
  const [form] = Form.useForm<Record<string, unknown>>()

  const { send } = useAction(endpoint, {
    success: ({ message }) => message || endpoint.message || `已${label}`,
    onDone: () => {
      onClose()
      resource.afterChange?.()
    },
  })
  const { submit, sending, failure } = useFormSubmit(form, (values: Record<string, unknown>) => {
    const { [fileField ?? '']: file, ...body } = values
    return send({ ...buildRowRequest(endpoint, row.id), body }, file instanceof File ? { file } : {})
  })
  return (
    <Modal
      open
      title={`${label}「${resource.title(row)}」`}
      okText={label}
      okButtonProps={{ danger, loading: sending }}
      onOk={form.submit}
      onCancel={onClose}
      maskClosable={false}
    >
      {effect && <p className={styles.effect}>{typeof effect === 'function' ? effect(row) : effect}</p>}
      <Form
        form={form}
        layout="vertical"
        requiredMark={false}
        initialValues={action.initial?.(row) ?? {}}
        disabled={sending}
        onFinish={submit}
      >
        {failure && <FormFailure error={failure} fields={fields.map(({ name }) => name)} />}
        <div className={styles.fields} data-many={fields.length > maxSingleColumnFields}>
          {fields.map((field) => (
            <ResourceFormField key={field.name} field={field} schema={endpoint.body} />
          ))}
        </div>
      </Form>
    </Modal>
  )
}

import { useInvalidate } from '@refinedev/core'
import { Form, Modal } from 'antd'
import { useState } from 'react'
import type { Row } from '#src/admin/declared.ts'
import type { Resource, RowAction } from '#src/admin/define-resource.ts'
import { FormFailure } from '#src/admin/form/FormFailure.tsx'
import { FormField } from '#src/admin/form/FormField.tsx'
import { useSentForm } from '#src/admin/form/use-sent-form.ts'
import { call } from '#src/api/call.ts'
import { createIntentKeys, fileSaid } from '#src/api/intent-keys.ts'
import { sentForId } from '#src/providers/data/sent-for-id.ts'
import { toast } from '#src/ui/toast.ts'
import styles from './ActionForm.module.css'

/** More fields than this stand side by side. */
const many = 4

interface Props {
  resource: Resource
  row: Row
  action: Extract<RowAction<Row>, { endpoint: unknown }>
  onClose: () => void
}

/** What an action needs to know before it is done, with what it does said above. One key stands for one intent. */
export default function ActionForm({ resource, row, action, onClose }: Props) {
  const { endpoint, fields = [], label, danger = false, effect } = action
  const invalidate = useInvalidate()
  const file_field = fields.find(({ input }) => input === 'file')?.name
  const [form] = Form.useForm<Record<string, unknown>>()
  const [keys] = useState(createIntentKeys)

  const act = async (values: Record<string, unknown>) => {
    const { [file_field ?? '']: file, ...body } = values
    const sent = { ...sentForId(endpoint, row.id), body }
    const own = file instanceof File && { file }
    const idempotency_key = keys.keyOf([body, own && fileSaid(own.file)])
    const { message } = await call(endpoint, sent, { idempotency_key, ...own })
    toast.success(message || `已${label}`)
    onClose()
    await invalidate({ resource: resource.name, id: row.id, invalidates: ['list', 'detail'] })
    resource.after_change?.()
  }
  const { submit, sending, failure } = useSentForm(form, act)

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
        <div className={styles.fields} data-many={fields.length > many}>
          {fields.map((field) => (
            <FormField key={field.name} field={field} schema={endpoint.body} />
          ))}
        </div>
      </Form>
    </Modal>
  )
}

import { useInvalidate } from '@refinedev/core'
import { Form, Modal } from 'antd'
import { useRef, useState } from 'react'
import { type ApiError, isApiError } from '#src/api/api-error.ts'
import { call, newIdempotencyKey } from '#src/api/call.ts'
import { toast } from '#src/kit/toast.ts'
import { sentForId } from '#src/providers/data/sent-for-id.ts'
import type { Row } from '#src/resources/declared.ts'
import type { Resource, RowAction } from '#src/resources/define-resource.ts'
import { FormFailure } from '../form/FormFailure.tsx'
import { FormField } from '../form/FormField.tsx'
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
  const [form] = Form.useForm<Record<string, unknown>>()
  const [saving, setSaving] = useState(false)
  const [failure, setFailure] = useState<ApiError>()
  const idempotency_key = useRef(newIdempotencyKey())

  const send = async (body: Record<string, unknown>) => {
    setSaving(true)
    try {
      const { message } = await call(
        endpoint,
        { ...sentForId(endpoint, row.id), body },
        { idempotency_key: idempotency_key.current },
      )
      toast.success(message || `已${label}`)
      onClose()
      await invalidate({ resource: resource.name, id: row.id, invalidates: ['list', 'detail'] })
      resource.after_change?.()
    } catch (error) {
      if (!isApiError(error)) return toast.error(`${label}失败，请重试`)
      idempotency_key.current = newIdempotencyKey()
      setFailure(error)
      form.setFields(Object.entries(error.errors ?? {}).map(([name, errors]) => ({ name, errors })))
    } finally {
      setSaving(false)
    }
  }

  return (
    <Modal
      open
      title={`${label}「${resource.title(row)}」`}
      okText={label}
      okButtonProps={{ danger, loading: saving }}
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
        disabled={saving}
        onFinish={(values) => void send(values)}
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

import { Form, Modal } from 'antd'
import { type OperatorStorage, operator_storage } from '#contract/operator/storage.ts'
import { FormFailure } from '#src/admin/form/FormFailure.tsx'
import { FormField } from '#src/admin/form/ResourceFormField.tsx'
import { useSentForm } from '#src/admin/form/use-form-submit.ts'
import type { Resource } from '#src/admin/resource.ts'
import type { Row } from '#src/admin/row-types.ts'
import { useAction } from '#src/admin/use-action.ts'
import { formatBytes } from '#src/ui/format-bytes.ts'
import styles from './StorageQuotaDialog.module.css'

const gb = 1_073_741_824
const fields = [
  { name: 'quota_gb', label: '配额（GB）', input: 'number' },
  { name: 'reason', label: '原因', input: 'textarea', placeholder: '例如 工单 2026-1122：训练数据超出默认配额' },
] as const

interface Typed {
  quota_gb: number
  reason: string
}

/** Sets how much one user may store in one region. The row is of a user and a region, the call names both. */
export default function QuotaDialog({ resource, row, onClose }: { resource: Resource; row: Row; onClose: () => void }) {
  const { user_id, region_id, used_bytes, quota_bytes } = row as unknown as OperatorStorage
  const [form] = Form.useForm<Typed>()
  const { send } = useAction(operator_storage.set_quota, { onDone: onClose })
  const { submit, sending, failure } = useSentForm(form, (typed: Typed) =>
    send({ params: { id: user_id }, body: { ...typed, region_id } }),
  )

  return (
    <Modal
      open
      title={`设置配额「${resource.title(row)}」`}
      okText="设置配额"
      okButtonProps={{ loading: sending }}
      onOk={form.submit}
      onCancel={onClose}
      maskClosable={false}
    >
      <p className={styles.effect}>
        已用 {formatBytes(used_bytes)}。小于已用时，用户的文件都保留，只是不能再上传、解压；不收费。设置会记入审计。
      </p>
      <Form
        form={form}
        layout="vertical"
        requiredMark={false}
        disabled={sending}
        initialValues={{ quota_gb: Math.round(quota_bytes / gb) }}
        onFinish={submit}
      >
        {failure && <FormFailure error={failure} fields={fields.map(({ name }) => name)} />}
        {fields.map((field) => (
          <FormField key={field.name} field={field} schema={operator_storage.set_quota.body} />
        ))}
      </Form>
    </Modal>
  )
}

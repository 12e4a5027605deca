import { Form, Modal } from 'antd'
import { type OperatorStorage, operatorStorage } from '#contract/operator/storage.ts'
import { FormFailure } from '#src/admin/form/FormFailure.tsx'
import { ResourceFormField } from '#src/admin/form/ResourceFormField.tsx'
import { useFormSubmit } from '#src/admin/form/use-form-submit.ts'
import type { Resource } from '#src/admin/resource.ts'
import type { Row } from '#src/admin/row-types.ts'
import { useAction } from '#src/admin/use-action.ts'
import { formatBytes } from '#src/ui/format-bytes.ts'
import styles from './StorageQuotaDialog.module.css'

const bytesPerGb = 1_073_741_824
const fields = [
  { name: 'quota_gb', label: '配额（GB）', input: 'number' },
  { name: 'reason', label: '原因', input: 'textarea', placeholder: '例如 工单 2026-1122：训练数据超出默认配额' },
] as const

interface QuotaFormValues {
  quota_gb: number
  reason: string
}

/** Sets a user's storage quota in one region. The row is identified by user and region, and so is the call. */
export default function StorageQuotaDialog({ resource, row, onClose }: { resource: Resource; row: Row; onClose: () => void }) {
  const {
    user_id: userId,
    region_id: regionId,
    used_bytes: usedBytes,
    quota_bytes: quotaBytes,
  } = row as unknown as OperatorStorage
  const [form] = Form.useForm<QuotaFormValues>()
  const { send } = useAction(operatorStorage.set_quota, { onDone: onClose })
  const { submit, sending, failure } = useFormSubmit(form, (typed: QuotaFormValues) =>
    send({ params: { id: userId }, body: { ...typed, region_id: regionId } }),
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
        已用 {formatBytes(usedBytes)}。小于已用时，用户的文件都保留，只是不能再上传、解压；不收费。设置会记入审计。
      </p>
      <Form
        form={form}
        layout="vertical"
        requiredMark={false}
        disabled={sending}
        initialValues={{ quota_gb: Math.round(quotaBytes / bytesPerGb) }}
        onFinish={submit}
      >
        {failure && <FormFailure error={failure} fields={fields.map(({ name }) => name)} />}
        {fields.map((field) => (
          <ResourceFormField key={field.name} field={field} schema={operatorStorage.set_quota.body} />
        ))}
      </Form>
    </Modal>
  )
}

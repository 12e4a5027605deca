import { Form, Input, Modal } from 'antd'
import { type InvoiceEmail, invoiceEmails } from '#contract/invoice-emails.ts'
import { limits } from '#contract/limits.ts'
import { useFieldErrors } from '#src/admin/form/use-field-errors.ts'
import { useAction } from '#src/admin/use-action.ts'
import { createZodRule } from '#src/ui/zod-rule.ts'

interface Props {
  result: Record<string, unknown>
  onClose: () => void
}

/** Asks for the code that was just mailed; it can also be entered later from the list. */
export default function InvoiceEmailCode({ result, onClose }: Props) {
  const { id, email } = result as unknown as InvoiceEmail
  const [form] = Form.useForm<{ code: string }>()
  const { show } = useFieldErrors(form)
  const { run, pending } = useAction(invoiceEmails.verify, {
    failed: '验证失败，请重试',
    show: (_, refusal) => show({ code: [refusal.message] }),
    onDone: onClose,
  })
  return (
    <Modal
      open
      title="验证邮箱"
      okText="验证"
      cancelText="以后再填"
      okButtonProps={{ loading: pending }}
      maskClosable={false}
      onOk={form.submit}
      onCancel={onClose}
    >
      <Form
        form={form}
        layout="vertical"
        requiredMark={false}
        disabled={pending}
        onFinish={(body) => void run({ params: { id }, body })}
      >
        <Form.Item
          name="code"
          label="验证码"
          extra={`已发送到 ${email}，${limits.invoiceCodeSeconds / 60} 分钟内有效。`}
          rules={[createZodRule(invoiceEmails.verify.body.shape.code)]}
          validateTrigger="onSubmit"
        >
          <Input autoFocus inputMode="numeric" autoComplete="one-time-code" maxLength={6} />
        </Form.Item>
      </Form>
    </Modal>
  )
}

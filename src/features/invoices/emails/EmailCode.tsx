import { useInvalidate } from '@refinedev/core'
import { useMutation } from '@tanstack/react-query'
import { Form, Input, Modal } from 'antd'
import { type InvoiceEmail, invoice_emails } from '#contract/invoice-emails.ts'
import { limits } from '#contract/limits.ts'
import { useFieldErrors } from '#src/admin/form/use-field-errors.ts'
import { isApiError } from '#src/api/api-error.ts'
import { call } from '#src/api/call.ts'
import { toast } from '#src/ui/toast.ts'
import { zodRule } from '#src/ui/zod-rule.ts'

interface Props {
  result: Record<string, unknown>
  onClose: () => void
}

/** The code that has just been mailed; it may be given later as well, from the list. */
export default function EmailCode({ result, onClose }: Props) {
  const { id, email } = result as unknown as InvoiceEmail
  const [form] = Form.useForm<{ code: string }>()
  const { show } = useFieldErrors(form)
  const invalidate = useInvalidate()
  const { mutate, isPending } = useMutation({
    mutationFn: (body: { code: string }) => call(invoice_emails.verify, { params: { id }, body }),
    onSuccess: ({ message }) => {
      toast.success(message)
      void invalidate({ resource: 'invoice-emails', invalidates: ['list'] })
      onClose()
    },
    onError: (error) => {
      show({ code: [isApiError(error) ? error.message : '验证失败，请重试'] })
    },
  })
  return (
    <Modal
      open
      title="验证邮箱"
      okText="验证"
      cancelText="以后再填"
      okButtonProps={{ loading: isPending }}
      maskClosable={false}
      onOk={form.submit}
      onCancel={onClose}
    >
      <p>
        验证码已发送到 {email}，{limits.invoice_code_seconds / 60} 分钟内有效。
      </p>
      <Form form={form} layout="vertical" requiredMark={false} disabled={isPending} onFinish={(body) => mutate(body)}>
        <Form.Item name="code" label="验证码" rules={[zodRule(invoice_emails.verify.body.shape.code)]} validateTrigger="onSubmit">
          <Input autoFocus inputMode="numeric" autoComplete="one-time-code" maxLength={6} />
        </Form.Item>
      </Form>
    </Modal>
  )
}

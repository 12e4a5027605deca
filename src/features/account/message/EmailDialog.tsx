import { Form, Input, Modal } from 'antd'
import { useState } from 'react'
import { email_code_minutes, notification_preferences } from '#contract/notification-preferences.ts'
import { FormFailure } from '#src/admin/form/FormFailure.tsx'
import { useSentForm } from '#src/admin/form/use-form-submit.ts'
import { useAction } from '#src/admin/use-action.ts'
import { zodRule } from '#src/ui/zod-rule.ts'
import styles from './Dialog.module.css'

interface Typed {
  email: string
  code: string
}

const { email } = notification_preferences.send_email_code.body.shape
const { code } = notification_preferences.verify_email.body.shape
const when = ['onBlur', 'onSubmit']

/** First the address, then the code that was sent there. */
export default function EmailDialog({ pending, onClose }: { pending: string | null; onClose: () => void }) {
  const [form] = Form.useForm<Typed>()
  const [sent_to, setSentTo] = useState<string>()
  const sendCode = useAction(notification_preferences.send_email_code, { onDone: (_, { body }) => setSentTo(body?.email) })
  const verify = useAction(notification_preferences.verify_email, {
    answers: [notification_preferences.get],
    onDone: onClose,
  })
  const { submit, sending, failure } = useSentForm(form, (typed: Typed) =>
    sent_to === undefined ? sendCode.send({ body: { email: typed.email } }) : verify.send({ body: { code: typed.code } }),
  )

  return (
    <Modal
      open
      width={440}
      title="验证邮箱"
      okText={sent_to === undefined ? '发送验证码' : '验证'}
      okButtonProps={{ loading: sending }}
      onOk={form.submit}
      onCancel={onClose}
      maskClosable={false}
    >
      <Form
        form={form}
        layout="vertical"
        requiredMark={false}
        disabled={sending}
        initialValues={{ email: pending ?? '' }}
        onFinish={submit}
      >
        {failure && <FormFailure error={failure} fields={['email', 'code']} />}
        {sent_to === undefined ? (
          <Form.Item name="email" label="邮箱" rules={[zodRule(email)]} validateTrigger={when}>
            <Input type="email" autoComplete="email" placeholder="you@example.cn" />
          </Form.Item>
        ) : (
          <>
            <p className={styles.effect}>
              验证码已发到 {sent_to}，{email_code_minutes} 分钟内有效。
            </p>
            <Form.Item name="code" label="验证码" rules={[zodRule(code)]} validateTrigger={when}>
              <Input autoFocus inputMode="numeric" autoComplete="one-time-code" maxLength={6} />
            </Form.Item>
          </>
        )}
      </Form>
    </Modal>
  )
}

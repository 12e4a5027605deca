import { Form, Input } from 'antd'
import { useState } from 'react'
import { emailCodeMinutes, notificationPreferences } from '#contract/notification-preferences.ts'
import { FormDialog } from '#src/admin/form/FormDialog.tsx'
import { FormFailure } from '#src/admin/form/FormFailure.tsx'
import { useFormSubmit } from '#src/admin/form/use-form-submit.ts'
import { useAction } from '#src/admin/use-action.ts'
import { createZodRule, validateOnBlur } from '#src/ui/zod-rule.ts'
import styles from './dialog.module.css'

interface FormValues {
  email: string
  code: string
}

const { email } = notificationPreferences.send_email_code.body.shape
const { code } = notificationPreferences.verify_email.body.shape

/** Asks for the address first, then for the code that was sent there. */
export default function EmailDialog({ pending, onClose }: { pending: string | null; onClose: () => void }) {
  const [form] = Form.useForm<FormValues>()
  const [sentTo, setSentTo] = useState<string>()
  const sendCode = useAction(notificationPreferences.send_email_code, { onDone: (_, { body }) => setSentTo(body?.email) })
  const verify = useAction(notificationPreferences.verify_email, {
    answers: [notificationPreferences.get],
    onDone: onClose,
  })
  const { submit, sending, failure } = useFormSubmit(form, (typed: FormValues) =>
    sentTo === undefined ? sendCode.send({ body: { email: typed.email } }) : verify.send({ body: { code: typed.code } }),
  )

  return (
    <FormDialog
      title="验证邮箱"
      okText={sentTo === undefined ? '发送验证码' : '验证'}
      form={form}
      initialValues={{ email: pending ?? '' }}
      submit={submit}
      sending={sending}
      onClose={onClose}
    >
      {failure && <FormFailure error={failure} fields={['email', 'code']} />}
      {sentTo === undefined ? (
        <Form.Item name="email" label="邮箱" rules={[createZodRule(email)]} validateTrigger={validateOnBlur}>
          <Input type="email" autoComplete="email" placeholder="you@example.cn" />
        </Form.Item>
      ) : (
        <>
          <p className={styles.effect}>
            验证码已发到 {sentTo}，{emailCodeMinutes} 分钟内有效。
          </p>
          <Form.Item name="code" label="验证码" rules={[createZodRule(code)]} validateTrigger={validateOnBlur}>
            <Input autoFocus inputMode="numeric" autoComplete="one-time-code" maxLength={6} />
          </Form.Item>
        </>
      )}
    </FormDialog>
  )
}

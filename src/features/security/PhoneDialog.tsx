import { Form, Input, Modal } from 'antd'
import { useRef } from 'react'
import { accountSecurity } from '#contract/account-security.ts'
import { Captcha, Phone, VerificationCode } from '#contract/scalars.ts'
import { FormFailure } from '#src/admin/form/FormFailure.tsx'
import { useFormSubmit } from '#src/admin/form/use-form-submit.ts'
import { CodeInput } from '#src/admin/step-up/CodeInput.tsx'
import { useAction } from '#src/admin/use-action.ts'
import { createZodRule, validateOnBlur } from '#src/ui/zod-rule.ts'
import styles from './dialog.module.css'
import { reloadUser } from './reload-user.ts'

interface FormValues {
  phone: string
  captcha: string
}

/** Changes the account's phone number, verified by a code sent to the new one. */
export default function PhoneDialog({ phone, onClose }: { phone: string; onClose: () => void }) {
  const [form] = Form.useForm<FormValues>()
  const change = useAction(accountSecurity.change_phone, {
    onDone: () => {
      reloadUser()
      onClose()
    },
  })
  const { submit, sending, failure, show } = useFormSubmit(form, (body: FormValues) => change.send({ body }))
  const againAfter = useRef<number>(undefined)
  const code = useAction(accountSecurity.send_phone_captcha, {
    failed: '验证码发送失败，请重试',
    show: ({ phone }, { retry_after: retryAfter }) => {
      againAfter.current = retryAfter
      if (phone) show({ phone })
    },
  })

  const sendCode = async (): Promise<number | undefined> => {
    const typed = await form.validateFields(['phone']).catch(() => undefined)
    if (!typed) return undefined
    const sent = await code.run({ body: typed })
    return sent ? sent.data.resend_after : againAfter.current
  }

  return (
    <Modal
      open
      width={440}
      title="更换手机号"
      okText="更换手机号"
      okButtonProps={{ loading: sending }}
      onOk={form.submit}
      onCancel={onClose}
      maskClosable={false}
    >
      <p className={styles.effect}>
        当前手机号 {phone}。更换后用新手机号登录，其他设备会退出登录；数据、余额和运行中的实例不受影响。
      </p>
      <Form form={form} name="own-phone" layout="vertical" requiredMark={false} disabled={sending} onFinish={submit}>
        {failure && <FormFailure error={failure} fields={['phone', 'captcha']} />}
        <Form.Item name="phone" label="新手机号" rules={[createZodRule(Phone)]} validateTrigger={validateOnBlur}>
          <Input inputMode="tel" autoComplete="tel-national" maxLength={11} placeholder="11 位手机号" />
        </Form.Item>
        <Form.Item
          name="captcha"
          label="短信验证码"
          rules={[createZodRule(Captcha.pipe(VerificationCode))]}
          validateTrigger={validateOnBlur}
        >
          <CodeInput waiting="change_phone" send={sendCode} sending={code.pending} />
        </Form.Item>
      </Form>
    </Modal>
  )
}

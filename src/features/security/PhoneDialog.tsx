import { Form, Input, Modal } from 'antd'
import { useRef } from 'react'
import { account_security } from '#contract/account-security.ts'
import { Captcha, Phone, VerificationCode } from '#contract/scalars.ts'
import { FormFailure } from '#src/admin/form/FormFailure.tsx'
import { useSentForm } from '#src/admin/form/use-form-submit.ts'
import { CodeInput } from '#src/admin/step-up/CodeInput.tsx'
import { useAction } from '#src/admin/use-action.ts'
import { zodRule } from '#src/ui/zod-rule.ts'
import styles from './Dialog.module.css'
import { reloadUser } from './reload-user.ts'

interface Typed {
  phone: string
  captcha: string
}

const when = ['onBlur', 'onSubmit']

/** Gives the account another phone, proved by a code that is sent there. */
export default function PhoneDialog({ phone, onClose }: { phone: string; onClose: () => void }) {
  const [form] = Form.useForm<Typed>()
  const change = useAction(account_security.change_phone, {
    onDone: () => {
      reloadUser()
      onClose()
    },
  })
  const { submit, sending, failure, show } = useSentForm(form, (body: Typed) => change.send({ body }))
  const again_after = useRef<number>(undefined)
  const code = useAction(account_security.send_phone_captcha, {
    failed: '验证码发送失败，请重试',
    show: ({ phone }, { retry_after }) => {
      again_after.current = retry_after
      if (phone) show({ phone })
    },
  })

  const sendCode = async (): Promise<number | undefined> => {
    const typed = await form.validateFields(['phone']).catch(() => undefined)
    if (!typed) return undefined
    const sent = await code.run({ body: typed })
    return sent ? sent.data.resend_after : again_after.current
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
        <Form.Item name="phone" label="新手机号" rules={[zodRule(Phone)]} validateTrigger={when}>
          <Input inputMode="tel" autoComplete="tel-national" maxLength={11} placeholder="11 位手机号" />
        </Form.Item>
        <Form.Item name="captcha" label="短信验证码" rules={[zodRule(Captcha.pipe(VerificationCode))]} validateTrigger={when}>
          <CodeInput waiting="change_phone" send={sendCode} sending={code.pending} />
        </Form.Item>
      </Form>
    </Modal>
  )
}

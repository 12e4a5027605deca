import { Form, Input, Modal, Segmented } from 'antd'
import { useEffect, useState } from 'react'
import { Captcha, LoginPassword, VerificationCode } from '#contract/scalars.ts'
import { stepUp } from '#contract/step-up.ts'
import { FormFailure } from '#src/admin/form/FormFailure.tsx'
import { useFormSubmit } from '#src/admin/form/use-form-submit.ts'
import { callEndpoint } from '#src/api/call.ts'
import { createZodRule } from '#src/ui/zod-rule.ts'
import { CodeInput } from './CodeInput.tsx'
import styles from './StepUpDialog.module.css'
import { useOwnCode } from './use-own-code.ts'

type Way = 'password' | 'captcha'
type Typed = Partial<Record<Way, string>>

const ways = [
  { value: 'password', label: '用登录密码' },
  { value: 'captcha', label: '用短信验证码' },
]
/** Validates only on submit, not on blur, because the dialog moves the focus while opening. */
const validateOn = ['onSubmit']

/** Asks for the password, or for a code sent to the user's own phone. */
export default function StepUpDialog({ onProved, onCancel }: { onProved: () => void; onCancel: () => void }) {
  const [form] = Form.useForm<Typed>()
  const [way, setWay] = useState<Way>('password')
  const { send, sending, sentTo } = useOwnCode()

  useEffect(() => form.focusField(way), [form, way])

  const prove = async (typed: Typed) => {
    await callEndpoint(stepUp.prove, { body: { [way]: typed[way] } })
    onProved()
  }
  const { submit, sending: proving, failure, forget } = useFormSubmit(form, prove)

  return (
    <Modal
      open
      width={420}
      title="验证身份"
      okText="验证"
      okButtonProps={{ loading: proving }}
      onOk={form.submit}
      onCancel={onCancel}
      afterOpenChange={(shown) => shown && form.focusField(way)}
      maskClosable={false}
    >
      <p className={styles.why}>接下来的操作涉及账号安全，请确认是你本人。10 分钟内不会再次询问。</p>
      <Form form={form} name="step-up" layout="vertical" requiredMark={false} disabled={proving} onFinish={submit}>
        <Segmented<Way>
          block
          options={ways as { value: Way; label: string }[]}
          value={way}
          onChange={(chosen) => {
            forget()
            setWay(chosen)
          }}
          className={styles.ways ?? ''}
        />
        {failure && <FormFailure error={failure} fields={[way]} />}
        {way === 'password' ? (
          <Form.Item name="password" label="登录密码" rules={[createZodRule(LoginPassword)]} validateTrigger={validateOn}>
            <Input.Password autoComplete="current-password" onPressEnter={form.submit} />
          </Form.Item>
        ) : (
          <Form.Item
            name="captcha"
            label="短信验证码"
            rules={[createZodRule(Captcha.pipe(VerificationCode))]}
            validateTrigger={validateOn}
            extra={sentTo && `验证码已发送至 ${sentTo}`}
          >
            <CodeInput waiting="step_up" send={send} sending={sending} />
          </Form.Item>
        )}
      </Form>
    </Modal>
  )
}

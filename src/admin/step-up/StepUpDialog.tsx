import { Form, Input, Modal, Segmented } from 'antd'
import { useEffect, useState } from 'react'
import { Captcha, LoginPassword, VerificationCode } from '#contract/scalars.ts'
import { FactorCode } from '#contract/second-factor.ts'
import { stepUp } from '#contract/step-up.ts'
import { FormFailure } from '#src/admin/form/FormFailure.tsx'
import { useFormSubmit } from '#src/admin/form/use-form-submit.ts'
import { callEndpoint } from '#src/api/call.ts'
import { currentUser } from '#src/session/current-user.ts'
import { useStore } from '#src/ui/use-store.ts'
import { createZodRule } from '#src/ui/zod-rule.ts'
import { CodeInput } from './CodeInput.tsx'
import styles from './StepUpDialog.module.css'
import { useOwnCode } from './use-own-code.ts'

type Way = 'password' | 'captcha' | 'code'
type Typed = Partial<Record<Way, string>>

const ways: { value: Way; label: string }[] = [
  { value: 'password', label: '用登录密码' },
  { value: 'captcha', label: '用短信验证码' },
]
const factorWay: { value: Way; label: string } = { value: 'code', label: '用动态码' }
/** Validates only on submit, not on blur, because the dialog moves the focus while opening. */
const validateOn = ['onSubmit']

/** Asks for the password, for a code sent to the user's own phone, or for one of the authenticator app. */
export default function StepUpDialog({ onProved, onCancel }: { onProved: () => void; onCancel: () => void }) {
  const [form] = Form.useForm<Typed>()
  const [way, setWay] = useState<Way>('password')
  const { send, sending, sentTo } = useOwnCode()
  const hasFactor = useStore(currentUser)?.second_factor === 'on'

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
          options={hasFactor ? [...ways, factorWay] : ways}
          value={way}
          onChange={(chosen) => {
            forget()
            setWay(chosen)
          }}
          className={styles.ways ?? ''}
        />
        {failure && <FormFailure error={failure} fields={[way]} />}
        {way === 'password' && (
          <Form.Item name="password" label="登录密码" rules={[createZodRule(LoginPassword)]} validateTrigger={validateOn}>
            <Input.Password autoComplete="current-password" onPressEnter={form.submit} />
          </Form.Item>
        )}
        {way === 'captcha' && (
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
        {way === 'code' && (
          <Form.Item name="code" label="动态码" rules={[createZodRule(FactorCode)]} validateTrigger={validateOn}>
            <Input inputMode="numeric" autoComplete="one-time-code" placeholder="6 位数字" onPressEnter={form.submit} />
          </Form.Item>
        )}
      </Form>
    </Modal>
  )
}

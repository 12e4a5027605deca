import { Form, Input, Modal, Segmented } from 'antd'
import { useEffect, useState } from 'react'
import { DirectoryPassword, directories } from '#contract/directories.ts'
import { Captcha, LoginPassword, VerificationCode } from '#contract/scalars.ts'
import { FactorCode } from '#contract/second-factor.ts'
import { stepUp } from '#contract/step-up.ts'
import type { UserInfo } from '#contract/users.ts'
import { FormFailure } from '#src/admin/form/FormFailure.tsx'
import { useFormSubmit } from '#src/admin/form/use-form-submit.ts'
import { callEndpoint } from '#src/api/call.ts'
import { currentUser } from '#src/session/current-user.ts'
import { useStore } from '#src/ui/use-store.ts'
import { createZodRule } from '#src/ui/zod-rule.ts'
import { CodeInput } from './CodeInput.tsx'
import { OrganisationProof } from './OrganisationProof.tsx'
import styles from './StepUpDialog.module.css'
import { useOwnCode } from './use-own-code.ts'

type Way = 'password' | 'captcha' | 'organisation' | 'code'
type Typed = Partial<Record<Way, string>>

const ways: { value: Way; label: string }[] = [
  { value: 'password', label: '用登录密码' },
  { value: 'captcha', label: '用短信验证码' },
]
const organisationWay: { value: Way; label: string } = { value: 'organisation', label: '用组织的账号' }
const factorWay: { value: Way; label: string } = { value: 'code', label: '用动态码' }
/** Validates only on submit, not on blur, because the dialog moves the focus while opening. */
const validateOn = ['onSubmit']

/** Returns the ways in which somebody can prove to be the owner of the account. */
const listWays = (user: UserInfo | null): { value: Way; label: string }[] => [
  ...(user?.directory ? [organisationWay] : ways),
  ...(user?.second_factor === 'on' ? [factorWay] : []),
]

/** Sends what was typed for one way. */
const sendProof = (way: Way, typed: Typed) =>
  way === 'organisation'
    ? callEndpoint(directories.prove_password, { body: { password: typed.organisation ?? '' } })
    : callEndpoint(stepUp.prove, { body: { [way]: typed[way] } })

/**
 * Asks for the password, for a code sent to the user's own phone, for one of the authenticator app, or for what the user's
 * organisation asks for.
 */
export default function StepUpDialog({ onProved, onCancel }: { onProved: () => void; onCancel: () => void }) {
  const [form] = Form.useForm<Typed>()
  const user = useStore(currentUser)
  const [way, setWay] = useState<Way>(user?.directory ? 'organisation' : 'password')
  const { send, sending, sentTo } = useOwnCode()
  const offered = listWays(user)
  const elsewhere = way === 'organisation' && user?.directory && user.directory.kind !== 'ldap' ? user.directory : null

  useEffect(() => form.focusField(way), [form, way])

  const prove = async (typed: Typed) => {
    await sendProof(way, typed)
    onProved()
  }
  const { submit, sending: proving, failure, forget } = useFormSubmit(form, prove)

  return (
    <Modal
      open
      width={420}
      title="验证身份"
      okText="验证"
      okButtonProps={{ loading: proving, ...(elsewhere && { style: { display: 'none' } }) }}
      onOk={form.submit}
      onCancel={onCancel}
      afterOpenChange={(shown) => shown && form.focusField(way)}
      maskClosable={false}
    >
      <p className={styles.why}>接下来的操作涉及账号安全，请确认是你本人。10 分钟内不会再次询问。</p>
      <Form form={form} name="step-up" layout="vertical" requiredMark={false} disabled={proving} onFinish={submit}>
        {offered.length > 1 && (
          <Segmented<Way>
            block
            options={offered}
            value={way}
            onChange={(chosen) => {
              forget()
              setWay(chosen)
            }}
            className={styles.ways ?? ''}
          />
        )}
        {failure && <FormFailure error={failure} fields={[way]} />}
        {elsewhere && <OrganisationProof name={elsewhere.name} onProved={onProved} />}
        {way === 'organisation' && !elsewhere && (
          <Form.Item
            name="organisation"
            label="组织的密码"
            rules={[createZodRule(DirectoryPassword)]}
            validateTrigger={validateOn}
          >
            <Input.Password autoComplete="current-password" onPressEnter={form.submit} />
          </Form.Item>
        )}
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

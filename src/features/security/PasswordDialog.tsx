import { Form, Input, Modal, Segmented } from 'antd'
import { useState } from 'react'
import { accountSecurity } from '#contract/account-security.ts'
import { Captcha, LoginPassword, Password, VerificationCode } from '#contract/scalars.ts'
import { FormFailure } from '#src/admin/form/FormFailure.tsx'
import { useFormSubmit } from '#src/admin/form/use-form-submit.ts'
import { CodeInput } from '#src/admin/step-up/CodeInput.tsx'
import { useOwnCode } from '#src/admin/step-up/use-own-code.ts'
import { useAction } from '#src/admin/use-action.ts'
import { createZodRule, validateOnBlur } from '#src/ui/zod-rule.ts'
import styles from './dialog.module.css'
import { reloadUser } from './reload-user.ts'

type ProofMethod = 'old_password' | 'captcha'
type FormValues = Partial<Record<ProofMethod | 'password' | 'again', string>>

const proofMethods: { value: ProofMethod; label: string }[] = [
  { value: 'old_password', label: '用原密码' },
  { value: 'captcha', label: '用短信验证码' },
]

/** Changes the password, verified by the old one or a code; or sets a first password, verified by a code. */
export default function PasswordDialog({ first, onClose }: { first: boolean; onClose: () => void }) {
  const [form] = Form.useForm<FormValues>()
  const [way, setWay] = useState<ProofMethod>(first ? 'captcha' : 'old_password')
  const code = useOwnCode()
  const { send } = useAction(accountSecurity.change_password, {
    onDone: () => {
      reloadUser()
      onClose()
    },
  })
  const { submit, sending, failure, forget } = useFormSubmit(form, (typed: FormValues) =>
    send({ body: { password: typed.password ?? '', [way]: typed[way] } }),
  )
  const verb = first ? '设置密码' : '修改密码'

  return (
    <Modal
      open
      width={440}
      title={verb}
      okText={verb}
      okButtonProps={{ loading: sending }}
      onOk={form.submit}
      onCancel={onClose}
      maskClosable={false}
    >
      <p className={styles.effect}>完成后其他设备会退出登录，这里保持登录；正在运行的实例不受影响。</p>
      <Form form={form} name="own-password" layout="vertical" requiredMark={false} disabled={sending} onFinish={submit}>
        {!first && (
          <Segmented<ProofMethod>
            block
            options={proofMethods}
            value={way}
            onChange={(chosen) => {
              forget()
              setWay(chosen)
            }}
            className={styles.ways ?? ''}
          />
        )}
        {failure && <FormFailure error={failure} fields={[way, 'password']} />}
        {way === 'old_password' ? (
          <Form.Item name="old_password" label="原密码" rules={[createZodRule(LoginPassword)]} validateTrigger={validateOnBlur}>
            <Input.Password autoComplete="current-password" />
          </Form.Item>
        ) : (
          <Form.Item
            name="captcha"
            label="短信验证码"
            rules={[createZodRule(Captcha.pipe(VerificationCode))]}
            validateTrigger={validateOnBlur}
            extra={code.sentTo && `验证码已发送至 ${code.sentTo}`}
          >
            <CodeInput waiting="step_up" send={code.send} sending={code.sending} />
          </Form.Item>
        )}
        <Form.Item
          name="password"
          label="新密码"
          rules={[createZodRule(Password)]}
          validateTrigger={validateOnBlur}
          extra="8-16 位，包含数字、字母和符号至少任意两种"
        >
          <Input.Password autoComplete="new-password" maxLength={16} />
        </Form.Item>
        <Form.Item
          name="again"
          label="再输一次"
          dependencies={['password']}
          validateTrigger={validateOnBlur}
          rules={[
            ({ getFieldValue }) => ({
              validator: (_, typed: string | undefined) =>
                (typed ?? '') === (getFieldValue('password') ?? '')
                  ? Promise.resolve()
                  : Promise.reject(new Error('两次输入的密码不一致')),
            }),
          ]}
        >
          <Input.Password autoComplete="new-password" maxLength={16} onPressEnter={form.submit} />
        </Form.Item>
      </Form>
    </Modal>
  )
}

import type { Ref } from 'react'
import controls from '#src/ui/controls.module.css'
import { AgreementField } from './AgreementField.tsx'
import { CaptchaField } from './CaptchaField.tsx'
import { InviteField } from './InviteField.tsx'
import styles from './LoginFields.module.css'
import { LoginLinks } from './LoginLinks.tsx'
import { getLoginRules, type LoginField, type LoginMode, type LoginState } from './login.state.ts'
import { PasswordField } from './PasswordField.tsx'
import { PhoneField } from './PhoneField.tsx'
import type { SendLogin } from './use-login.ts'

const submitLabels: Record<LoginMode, { idle: string; busy: string }> = {
  login: { idle: '登录', busy: '正在登录' },
  register: { idle: '注册', busy: '正在注册' },
  reset_password: { idle: '重置密码', busy: '正在重置' },
  wechat_bind: { idle: '登录并绑定', busy: '正在登录' }, // spec §4
}

interface Props {
  ref: Ref<HTMLFormElement>
  state: LoginState
  send: SendLogin
  /** Seconds until another code may be sent. */
  wait: number
}

/** The fields of the present mode in the order of its rules; Enter in any of them submits. */
export function LoginFields({ ref, state, send, wait }: Props) {
  const busy = state.phase === 'submitting' || state.phase === 'entering'
  const fields: Record<LoginField, () => React.ReactNode> = {
    phone: () => <PhoneField key="phone" state={state} send={send} />,
    captcha: () => <CaptchaField key="captcha" state={state} send={send} wait={wait} />,
    password: () => <PasswordField key="password" state={state} send={send} />,
    invite_code: () => <InviteField key="invite_code" state={state} send={send} />,
    agreed: () => (
      <AgreementField
        key="agreed"
        agreed={state.values.agreed}
        error={state.errors.agreed}
        onAgree={(agreed) => send({ is: 'agreed', agreed })}
      />
    ),
  }

  return (
    <form
      ref={ref}
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        send({ is: 'submitted' })
      }}
    >
      {(Object.keys(getLoginRules(state)) as LoginField[]).map((field) => fields[field]())}
      <button type="submit" className={`${controls.button} ${controls.primary} ${controls.large}`} aria-disabled={busy}>
        {busy ? submitLabels[state.mode].busy : submitLabels[state.mode].idle}
      </button>
      <LoginLinks state={state} send={send} />
    </form>
  )
}

import { type Ref, useState } from 'react'
import { Link } from 'react-router-dom'
import { paths } from '#src/paths.ts'
import controls from '#src/ui/controls.module.css'
import { AgreementField } from './AgreementField.tsx'
import { CaptchaField } from './CaptchaField.tsx'
import { LabelledInput } from './LabelledInput.tsx'
import styles from './LoginFields.module.css'
import { getLoginRules, type LoginField, type LoginMode, type LoginState } from './login.state.ts'
import { buildLoginFieldProps, type FieldProps } from './login-field-props.ts'
import { FactorCodeField, RecoveryCodeField } from './SecondStepFields.tsx'
import type { SendLogin } from './use-login.ts'

// requirements §5
const passwordMin = 8
const passwordMax = 16

function PasswordField(props: FieldProps) {
  const [shown, setShown] = useState(false)
  const chosen = props.state.mode !== 'login'
  return (
    <LabelledInput
      {...buildLoginFieldProps('password', props)}
      label={props.state.mode === 'reset_password' ? '新密码' : '密码'}
      hint={chosen ? '8-16 位，数字、字母和符号至少两种' : undefined}
      type={shown ? 'text' : 'password'}
      minLength={passwordMin}
      maxLength={passwordMax}
      autoComplete={chosen ? 'new-password' : 'current-password'}
      spellCheck={false}
      autoCapitalize="off"
      after={
        <button type="button" aria-label={shown ? '隐藏密码' : '显示密码'} aria-pressed={shown} onClick={() => setShown(!shown)}>
          {shown ? '隐藏' : '显示'}
        </button>
      }
    />
  )
}

const modeLinks: Record<LoginMode, readonly (readonly [LoginMode, string])[]> = {
  login: [['reset_password', '忘记密码']],
  register: [],
  reset_password: [['login', '返回登录']],
  wechat_bind: [
    ['login', '返回登录'],
    ['register', '没有账号，去注册'],
  ],
  second_step: [['login', '返回登录']],
}

/** Links from a form to the other modes. */
function LoginLinks({ state: { mode, second_step: secondStep }, send }: { state: LoginState; send: SendLogin }) {
  const byCode = secondStep?.by === 'code'
  if (modeLinks[mode].length === 0) return null
  return (
    <div className={styles.links}>
      {modeLinks[mode].map(([to, name]) => (
        <button key={to} type="button" onClick={() => send({ is: 'mode_chosen', mode: to })}>
          {name}
        </button>
      ))}
      {secondStep && (
        <button type="button" onClick={() => send({ is: 'proof_chosen', by: byCode ? 'recovery_code' : 'code' })}>
          {byCode ? '手机不在身边，用恢复码' : '用动态码'}
        </button>
      )}
      {mode === 'login' && <Link to={paths.acceptSubAccount}>接受子账号邀请</Link>}
    </div>
  )
}

const inviteCodeLength = 6 // requirements §5

function InviteField(props: FieldProps) {
  const field = buildLoginFieldProps('invite_code', props, (typed) => typed.replace(/\s/g, '').toUpperCase())
  const locked = props.state.inviteLocked
  return (
    <LabelledInput
      {...field}
      label="邀请码（选填）"
      hint={locked ? '来自邀请链接' : undefined}
      readOnly={field.readOnly || locked}
      maxLength={inviteCodeLength}
      autoComplete="off"
      spellCheck={false}
      autoCapitalize="characters"
    />
  )
}

/** Normalizes a phone number, which may be pasted with spaces, dashes or the country code. */
const normalizePhone = (typed: string) =>
  typed
    .replace(/\D/g, '')
    .replace(/^86(?=\d{11})/, '')
    .slice(0, 11)

function PhoneField(props: FieldProps) {
  return (
    <LabelledInput
      {...buildLoginFieldProps('phone', props, normalizePhone)}
      label="手机号"
      type="tel"
      inputMode="numeric"
      autoComplete="username"
      data-autofocus
    />
  )
}

const submitLabels: Record<LoginMode, { idle: string; busy: string }> = {
  login: { idle: '登录', busy: '正在登录' },
  register: { idle: '注册', busy: '正在注册' },
  reset_password: { idle: '重置密码', busy: '正在重置' },
  second_step: { idle: '登录', busy: '正在登录' },
  wechat_bind: { idle: '登录并绑定', busy: '正在登录' }, // requirements §4
}

interface Props {
  ref: Ref<HTMLFormElement>
  state: LoginState
  send: SendLogin
  /** Seconds until another code may be requested. */
  wait: number
}

/** Fields of the current mode in the order of its rules; Enter in any field submits. */
export function LoginFields({ ref, state, send, wait }: Props) {
  const busy = state.phase === 'submitting' || state.phase === 'entering'
  const fields: Record<LoginField, () => React.ReactNode> = {
    phone: () => <PhoneField key="phone" state={state} send={send} />,
    captcha: () => <CaptchaField key="captcha" state={state} send={send} wait={wait} />,
    password: () => <PasswordField key="password" state={state} send={send} />,
    invite_code: () => <InviteField key="invite_code" state={state} send={send} />,
    code: () => <FactorCodeField key="code" state={state} send={send} />,
    recovery_code: () => <RecoveryCodeField key="recovery_code" state={state} send={send} />,
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

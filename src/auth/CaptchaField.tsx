import { LabelledInput } from './LabelledInput.tsx'
import { isSendingCode, type LoginPhase } from './login.state.ts'
import { buildLoginFieldProps, type FieldProps } from './login-field-props.ts'

const maxLength = 6 // requirements §5

/** Hint below the field while a challenge is solved; screen readers announce it because it replaces the error text. */
export const solvingHint = '正在验证环境，通常只要一两秒'

/** Returns the label of the send-code button; `left` is the number of seconds until the next code may be requested. */
export const formatCodeButton = (phase: LoginPhase, left: number): string => {
  if (phase === 'solving') return '正在验证环境…'
  if (isSendingCode(phase)) return '正在发送'
  return left > 0 ? `${left} 秒后重发` : '获取验证码'
}

export function CaptchaField({ wait, ...props }: FieldProps & { wait: number }) {
  const { phase } = props.state
  return (
    <LabelledInput
      {...buildLoginFieldProps('captcha', props, (typed) => typed.replace(/\D/g, '').slice(0, maxLength))}
      label="短信验证码"
      hint={phase === 'solving' ? solvingHint : undefined}
      inputMode="numeric"
      maxLength={maxLength}
      autoComplete="one-time-code"
      after={
        <button type="button" disabled={wait > 0 || isSendingCode(phase)} onClick={() => props.send({ is: 'captcha_asked' })}>
          {formatCodeButton(phase, wait)}
        </button>
      }
    />
  )
}

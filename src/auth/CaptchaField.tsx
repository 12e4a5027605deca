import { Field } from './LabelledInput.tsx'
import { isSending, type Phase } from './login.state.ts'
import { type FieldProps, fieldOf } from './login-field-props.ts'

const max_length = 6 // spec §5

/** Read out, too: it stands where errors do. */
export const solving_hint = '正在验证环境，通常只要一两秒'

/** What the button of a code says; `left` are the seconds until the next may be asked for. */
export const codeButton = (phase: Phase, left: number): string => {
  if (phase === 'solving') return '正在验证环境…'
  if (isSending(phase)) return '正在发送'
  return left > 0 ? `${left} 秒后重发` : '获取验证码'
}

export function CaptchaField({ wait, ...props }: FieldProps & { wait: number }) {
  const { phase } = props.state
  return (
    <Field
      {...fieldOf('captcha', props, (typed) => typed.replace(/\D/g, '').slice(0, max_length))}
      label="短信验证码"
      hint={phase === 'solving' ? solving_hint : undefined}
      inputMode="numeric"
      maxLength={max_length}
      autoComplete="one-time-code"
      after={
        <button type="button" disabled={wait > 0 || isSending(phase)} onClick={() => props.send({ is: 'captcha_asked' })}>
          {codeButton(phase, wait)}
        </button>
      }
    />
  )
}

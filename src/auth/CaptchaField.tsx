import { Field } from './Field.tsx'
import { type FieldProps, fieldOf } from './field-of.ts'

const max_length = 6 // spec §5

export function CaptchaField({ wait, ...props }: FieldProps & { wait: number }) {
  const { phase } = props.state
  const sending = phase === 'checking_phone' || phase === 'sending_captcha'
  return (
    <Field
      {...fieldOf('captcha', props, (typed) => typed.replace(/\D/g, '').slice(0, max_length))}
      label="短信验证码"
      inputMode="numeric"
      maxLength={max_length}
      autoComplete="one-time-code"
      after={
        <button type="button" disabled={wait > 0 || sending} onClick={() => props.send({ is: 'captcha_asked' })}>
          {sending ? '正在发送' : wait > 0 ? `${wait} 秒后重发` : '获取验证码'}
        </button>
      }
    />
  )
}

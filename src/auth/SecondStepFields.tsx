import { LabelledInput } from './LabelledInput.tsx'
import { buildLoginFieldProps, type FieldProps } from './login-field-props.ts'

const codeLength = 6
/** Sixteen characters, with the dashes or spaces that people type between them. */
const recoveryCodeMax = 24

/** Code of the authenticator app, for the second step of sign-in. */
export function FactorCodeField(props: FieldProps) {
  return (
    <LabelledInput
      {...buildLoginFieldProps('code', props, (typed) => typed.replace(/\D/g, '').slice(0, codeLength))}
      label="动态码"
      hint="身份验证器上的 6 位数字，每 30 秒换一个"
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={codeLength + 1}
    />
  )
}

/** Recovery code, for who has lost the phone with the authenticator app. */
export function RecoveryCodeField(props: FieldProps) {
  return (
    <LabelledInput
      {...buildLoginFieldProps('recovery_code', props)}
      label="恢复码"
      hint="开启两步验证时保存的 16 位字母和数字，每个只能用一次"
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={recoveryCodeMax}
    />
  )
}

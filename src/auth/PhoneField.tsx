import { LabelledInput } from './LabelledInput.tsx'
import { buildLoginFieldProps, type FieldProps } from './login-field-props.ts'

/** A number may be pasted with blanks, dashes or the country code. */
const clean = (typed: string) =>
  typed
    .replace(/\D/g, '')
    .replace(/^86(?=\d{11})/, '')
    .slice(0, 11)

export function PhoneField(props: FieldProps) {
  return (
    <LabelledInput
      {...buildLoginFieldProps('phone', props, clean)}
      label="手机号"
      type="tel"
      inputMode="numeric"
      autoComplete="username"
      data-autofocus
    />
  )
}

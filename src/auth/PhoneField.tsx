import { Field } from './LabelledInput.tsx'
import { type FieldProps, fieldOf } from './login-field-props.ts'

/** A number may be pasted with blanks, dashes or the country code. */
const clean = (typed: string) =>
  typed
    .replace(/\D/g, '')
    .replace(/^86(?=\d{11})/, '')
    .slice(0, 11)

export function PhoneField(props: FieldProps) {
  return (
    <Field
      {...fieldOf('phone', props, clean)}
      label="手机号"
      type="tel"
      inputMode="numeric"
      autoComplete="username"
      data-autofocus
    />
  )
}

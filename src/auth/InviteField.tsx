import { LabelledInput } from './LabelledInput.tsx'
import { buildLoginFieldProps, type FieldProps } from './login-field-props.ts'

const length = 6 // spec §5

export function InviteField(props: FieldProps) {
  const field = buildLoginFieldProps('invite_code', props, (typed) => typed.replace(/\s/g, '').toUpperCase())
  const locked = props.state.inviteLocked
  return (
    <LabelledInput
      {...field}
      label="邀请码（选填）"
      hint={locked ? '来自邀请链接' : undefined}
      readOnly={field.readOnly || locked}
      maxLength={length}
      autoComplete="off"
      spellCheck={false}
      autoCapitalize="characters"
    />
  )
}

import { canEditField } from './login.machine.ts'
import type { LoginField, LoginState } from './login.state.ts'
import type { SendLogin } from './use-login.ts'

export interface FieldProps {
  state: LoginState
  send: SendLogin
}

/** Builds the props that connect a text input to the machine; `clean` normalizes typed or pasted text. */
export function buildLoginFieldProps(
  field: Exclude<LoginField, 'agreed'>,
  { state, send }: FieldProps,
  clean = (typed: string) => typed,
) {
  return {
    name: field,
    value: state.values[field],
    error: state.errors[field],
    readOnly: !canEditField(state, field),
    onChange: (event: { target: { value: string } }) => send({ is: 'edited', field, value: clean(event.target.value) }),
    onBlur: () => send({ is: 'left', field }),
  }
}

import { useState } from 'react'
import { Field } from './LabelledInput.tsx'
import { type FieldProps, fieldOf } from './login-field-props.ts'

// spec §5
const min_length = 8
const max_length = 16

export function PasswordField(props: FieldProps) {
  const [shown, setShown] = useState(false)
  const chosen = props.state.mode !== 'login'
  return (
    <Field
      {...fieldOf('password', props)}
      label={props.state.mode === 'reset_password' ? '新密码' : '密码'}
      hint={chosen ? '8-16 位，数字、字母和符号至少两种' : undefined}
      type={shown ? 'text' : 'password'}
      minLength={min_length}
      maxLength={max_length}
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

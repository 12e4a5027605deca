import { useState } from 'react'
import { LabelledInput } from './LabelledInput.tsx'
import { buildLoginFieldProps, type FieldProps } from './login-field-props.ts'

// spec §5
const minLength = 8
const maxLength = 16

export function PasswordField(props: FieldProps) {
  const [shown, setShown] = useState(false)
  const chosen = props.state.mode !== 'login'
  return (
    <LabelledInput
      {...buildLoginFieldProps('password', props)}
      label={props.state.mode === 'reset_password' ? '新密码' : '密码'}
      hint={chosen ? '8-16 位，数字、字母和符号至少两种' : undefined}
      type={shown ? 'text' : 'password'}
      minLength={minLength}
      maxLength={maxLength}
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

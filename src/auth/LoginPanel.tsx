import type { Ref } from 'react'
import { LoginForm } from './LoginFields.tsx'
import { LoginMethods } from './LoginMethods.tsx'
import { LoginNotice } from './LoginNotice.tsx'
import styles from './LoginPanel.module.css'
import type { LoginState, Notice } from './login.state.ts'
import { ScanPanel } from './ScanPanel.tsx'
import type { SendLogin } from './use-login.ts'

const scan_kept: Notice = { tone: 'info', text: '注册后，刚才扫码的微信会绑定到这个账号' }

interface Props {
  ref: Ref<HTMLFormElement>
  state: LoginState
  send: SendLogin
  /** Seconds until another code may be sent. */
  wait: number
  on_phone?: boolean
}

/** What stands under the tabs: messages, the ways in, and the form or the code to scan. */
export function LoginPanel({ ref, state, send, wait, on_phone = false }: Props) {
  const login = state.mode === 'login'
  const notice = state.notice ?? (state.mode === 'register' && state.scene_str ? scan_kept : null)
  return (
    <div id="login-panel" className={styles.panel} role="tabpanel" aria-labelledby={`login-tab-${state.mode}`}>
      {login && <LoginMethods state={state} send={send} />}
      <LoginNotice notice={notice} />
      {login && state.method === 'wechat' ? (
        <ScanPanel state={state} send={send} on_phone={on_phone} />
      ) : (
        <LoginForm ref={ref} state={state} send={send} wait={wait} />
      )}
    </div>
  )
}

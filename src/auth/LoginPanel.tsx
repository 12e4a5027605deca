import type { Ref } from 'react'
import { LoginFields } from './LoginFields.tsx'
import { LoginMethods } from './LoginMethods.tsx'
import { LoginNotice } from './LoginNotice.tsx'
import styles from './LoginPanel.module.css'
import type { LoginMessage, LoginState } from './login.state.ts'
import { ScanPanel } from './ScanPanel.tsx'
import type { SendLogin } from './use-login.ts'

const scanKept: LoginMessage = { tone: 'info', text: '注册后，刚才扫码的微信会绑定到这个账号' }

interface Props {
  ref: Ref<HTMLFormElement>
  state: LoginState
  send: SendLogin
  /** Seconds until another code may be sent. */
  wait: number
  onPhone?: boolean
}

/** What stands under the tabs: messages, the ways in, and the form or the code to scan. */
export function LoginPanel({ ref, state, send, wait, onPhone = false }: Props) {
  const login = state.mode === 'login'
  const notice = state.notice ?? (state.mode === 'register' && state.scene_str ? scanKept : null)
  return (
    <div id="login-panel" className={styles.panel} role="tabpanel" aria-labelledby={`login-tab-${state.mode}`}>
      {login && <LoginMethods state={state} send={send} />}
      <LoginNotice notice={notice} />
      {login && state.method === 'wechat' ? (
        <ScanPanel state={state} send={send} onPhone={onPhone} />
      ) : (
        <LoginFields ref={ref} state={state} send={send} wait={wait} />
      )}
    </div>
  )
}

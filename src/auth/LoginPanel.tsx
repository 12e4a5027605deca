import type { Ref } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { paths } from '#src/paths.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { useServerOffers } from '#src/ui/server-info.ts'
import { LoginFields } from './LoginFields.tsx'
import styles from './LoginPanel.module.css'
import type { LoginMessage, LoginMethod, LoginState } from './login.state.ts'
import { ScanCode } from './ScanCode.tsx'
import type { SendLogin } from './use-login.ts'

const methodLabels: readonly (readonly [LoginMethod, string])[] = [
  ['password', '密码登录'],
  ['sms', '短信登录'],
  ['wechat', '微信扫码'],
]

/** Tabs of the sign-in methods (requirements §2); WeChat only if the platform has an official account. */
function LoginMethods({ state, send }: { state: LoginState; send: SendLogin }) {
  const { wechat } = useServerOffers()
  const offered = wechat ? methodLabels : methodLabels.filter(([method]) => method !== 'wechat')
  return (
    <fieldset className={styles.methods} aria-label="登录方式">
      {offered.map(([method, name]) => (
        <button
          key={method}
          type="button"
          className={styles.method}
          aria-pressed={state.method === method}
          onClick={() => send({ is: 'method_chosen', method })}
        >
          {name}
        </button>
      ))}
    </fieldset>
  )
}

const noticeIcons = { success: 'check', warning: 'warning', info: 'info' } as const

/**
 * Area for messages that belong to no field (failures are toasted); its height is fixed, so that nothing moves when one
 * appears.
 */
function LoginNotice({ notice }: { notice: LoginMessage | null }) {
  return (
    <div className={styles.notice} data-tone={notice?.tone} role="status">
      {notice && (
        <>
          <Icon name={noticeIcons[notice.tone]} />
          {notice.text}
        </>
      )}
    </div>
  )
}

interface ScanPanelProps {
  state: LoginState
  send: SendLogin
  /** True if the QR code is displayed on the phone that has to scan it. */
  onPhone: boolean
}

/** Sign-in by scanning a QR code (requirements §4). */
function ScanPanel({ state: { qr, phase }, send, onPhone }: ScanPanelProps) {
  const word = phase === 'entering' ? '正在登录' : undefined
  return <ScanCode qr={qr} purpose="登录" word={word} onPhone={onPhone} onRefresh={() => send({ is: 'qr_asked' })} />
}

const scanKept: LoginMessage = { tone: 'info', text: '注册后，刚才扫码的微信会绑定到这个账号' }

interface Props {
  ref: Ref<HTMLFormElement>
  state: LoginState
  send: SendLogin
  /** Seconds until another code may be requested. */
  wait: number
  onPhone?: boolean
}

/** Leads to sign-in by an account of one's school or company, where the platform has such. */
function OrganisationLink() {
  const { organisations } = useServerOffers()
  const [search] = useSearchParams()
  if (!organisations) return null
  return (
    <p className={styles.else}>
      <Link to={paths.organisations(search.get('url') ?? undefined)}>用学校或公司的账号登录</Link>
    </p>
  )
}

/** Content below the tabs: messages, sign-in methods, and the form or the QR code. */
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
      {login && <OrganisationLink />}
    </div>
  )
}

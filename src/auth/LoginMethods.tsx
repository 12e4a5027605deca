import { useServerOffers } from '#src/ui/server-info.ts'
import styles from './LoginMethods.module.css'
import type { LoginMethod, LoginState } from './login.state.ts'
import type { SendLogin } from './use-login.ts'

const names: readonly (readonly [LoginMethod, string])[] = [
  ['password', '密码登录'],
  ['sms', '短信登录'],
  ['wechat', '微信扫码'],
]

/** The ways to sign in, beside one another (spec §2); WeChat where the platform has an official account. */
export function LoginMethods({ state, send }: { state: LoginState; send: SendLogin }) {
  const { wechat } = useServerOffers()
  const offered = wechat ? names : names.filter(([method]) => method !== 'wechat')
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

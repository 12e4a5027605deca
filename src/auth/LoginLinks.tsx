import { Link } from 'react-router-dom'
import { paths } from '#src/paths.ts'
import styles from './LoginLinks.module.css'
import type { LoginMode, LoginState } from './login.state.ts'
import type { SendLogin } from './use-login.ts'

const ways: Record<LoginMode, readonly (readonly [LoginMode, string])[]> = {
  login: [['reset_password', '忘记密码']],
  register: [],
  reset_password: [['login', '返回登录']],
  wechat_bind: [
    ['login', '返回登录'],
    ['register', '没有账号，去注册'],
  ],
}

/** Where else one can go from a form. */
export function LoginLinks({ state: { mode }, send }: { state: LoginState; send: SendLogin }) {
  if (ways[mode].length === 0) return null
  return (
    <div className={styles.links}>
      {ways[mode].map(([to, name]) => (
        <button key={to} type="button" onClick={() => send({ is: 'mode_chosen', mode: to })}>
          {name}
        </button>
      ))}
      {mode === 'login' && <Link to={paths.acceptSubAccount}>接受子账号邀请</Link>}
    </div>
  )
}

import { Link } from 'react-router-dom'
import { loginPath } from '#src/session/login-path.ts'
import controls from '#src/ui/controls.module.css'
import { registerPath } from '#src/ui/register-path.ts'

export function SignInLinks({ onLeave }: { onLeave?: () => void }) {
  return (
    <>
      <Link className={`${controls.button} ${controls.quiet}`} to={loginPath()} onClick={onLeave}>
        登录
      </Link>
      <Link className={`${controls.button} ${controls.primary}`} to={registerPath()} onClick={onLeave}>
        注册
      </Link>
    </>
  )
}

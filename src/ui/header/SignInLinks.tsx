import { Link } from 'react-router-dom'
import { getLoginPath } from '#src/session/login-path.ts'
import controls from '#src/ui/controls.module.css'
import { getRegisterPath } from '#src/ui/register-path.ts'

export function SignInLinks({ onLeave }: { onLeave?: () => void }) {
  return (
    <>
      <Link className={`${controls.button} ${controls.quiet}`} to={getLoginPath()} onClick={onLeave}>
        登录
      </Link>
      <Link className={`${controls.button} ${controls.primary}`} to={getRegisterPath()} onClick={onLeave}>
        注册
      </Link>
    </>
  )
}

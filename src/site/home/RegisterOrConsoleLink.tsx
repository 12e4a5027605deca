import { Link } from 'react-router-dom'
import { paths } from '#src/paths.ts'
import { session } from '#src/session/session.ts'
import controls from '#src/ui/controls.module.css'
import { getRegisterPath } from '#src/ui/register-path.ts'
import { useStore } from '#src/ui/use-store.ts'

/** Register link for visitors, console link for signed-in users (requirements §2). */
export function RegisterOrConsoleLink({ primary = false }: { primary?: boolean }) {
  const signedIn = useStore(session) !== null
  return (
    <Link
      className={`${controls.button} ${primary ? controls.primary : controls.plain} ${controls.large}`}
      to={signedIn ? paths.console : getRegisterPath()}
    >
      {signedIn ? '进入控制台' : '注册账号'}
    </Link>
  )
}

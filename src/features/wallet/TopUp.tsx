import { Link, useLocation } from 'react-router-dom'
import { paths } from '#src/paths.ts'
import { currentUser } from '#src/session/current-user.ts'
import { useStore } from '#src/ui/use-store.ts'

/** Link to recharge and return to this page; users who may not recharge are told who may (requirements §6). */
export function TopUp({ amount, className }: { amount?: string | undefined; className?: string | undefined }) {
  const user = useStore(currentUser)
  const { pathname, search } = useLocation()
  if (user?.account_type === 'sub') return <span className={className}>请联系主账号充值</span>
  return (
    <Link className={className} to={paths.rechargeFor({ amount, return: pathname + search })}>
      去充值
    </Link>
  )
}

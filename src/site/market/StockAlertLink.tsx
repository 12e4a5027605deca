import { Link, useLocation, useSearchParams } from 'react-router-dom'
import type { Product } from '#contract/products.ts'
import { loginPath } from '#src/session/login-path.ts'
import { session } from '#src/session/session.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { useStore } from '#src/ui/use-store.ts'
import { withAlert } from './alert-address.ts'
import { own_alerts } from './own-alerts.ts'
import styles from './StockAlertLink.module.css'

/** Leads to the alert of an offer; a visitor signs in on the way and comes back to it (spec §4). */
export function AlertLink({ product: { id, name }, label }: { product: Product; label: string }) {
  const signed_in = useStore(session) !== null
  const set = useStore(own_alerts)?.some(({ product_id }) => product_id === id) ?? false
  const words = set ? '已设提醒' : label
  const { pathname } = useLocation()
  const [search] = useSearchParams()
  const target = `${pathname}?${withAlert(search, id)}`
  return (
    <Link className={styles.link} to={signed_in ? target : loginPath(target)} aria-label={`${words} ${name}`}>
      <Icon name={set ? 'check' : 'bell'} />
      {words}
    </Link>
  )
}

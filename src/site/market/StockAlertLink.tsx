import { Link, useLocation, useSearchParams } from 'react-router-dom'
import type { Product } from '#contract/products.ts'
import { getLoginPath } from '#src/session/login-path.ts'
import { session } from '#src/session/session.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { useStore } from '#src/ui/use-store.ts'
import { withAlertProductId } from './alert-address.ts'
import { ownStockAlerts } from './own-alerts.ts'
import styles from './StockAlertLink.module.css'

/** Link to the alert of an offer; a visitor signs in on the way and comes back (requirements §4). */
export function StockAlertLink({ product: { id, name }, label }: { product: Product; label: string }) {
  const signedIn = useStore(session) !== null
  const set = useStore(ownStockAlerts)?.some(({ product_id: productId }) => productId === id) ?? false
  const words = set ? '已设提醒' : label
  const { pathname } = useLocation()
  const [search] = useSearchParams()
  const target = `${pathname}?${withAlertProductId(search, id)}`
  return (
    <Link className={styles.link} to={signedIn ? target : getLoginPath(target)} aria-label={`${words} ${name}`}>
      <Icon name={set ? 'check' : 'bell'} />
      {words}
    </Link>
  )
}

import { Link } from 'react-router-dom'
import { session } from '#src/session/session.ts'
import controls from '#src/ui/controls.module.css'
import { useStore } from '#src/ui/use-store.ts'
import { buildBuyPath, type OfferSelection } from './buy.ts'

interface Props extends OfferSelection {
  available: boolean
  label: string
  /** What is bought, for people who hear the page. */
  what: string
  /** Where many stand together they stand back. */
  light?: boolean
  className?: string | undefined
}

/** Leads to the order page, by way of the login dialog where needed; nothing happens while no card is idle (requirements §4). */
export function BuyLink({ available, label, what, light = false, className, ...wanted }: Props) {
  const signedIn = useStore(session) !== null
  const classes = [controls.button, controls.small, light ? controls.buyLight : controls.buy, className].filter(Boolean).join(' ')
  if (!available) {
    return (
      <button type="button" className={classes} aria-label={`${what} 暂无空闲`} disabled>
        暂无空闲
      </button>
    )
  }
  return (
    <Link className={classes} to={buildBuyPath(wanted, signedIn)} aria-label={`${label} ${what}`}>
      {label}
    </Link>
  )
}

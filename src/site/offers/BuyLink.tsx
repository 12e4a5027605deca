import { Link } from 'react-router-dom'
import { session } from '#src/session/session.ts'
import controls from '#src/ui/controls.module.css'
import { useStore } from '#src/ui/use-store.ts'
import { buildBuyPath, type OfferSelection } from './buy.ts'

interface Props extends OfferSelection {
  available: boolean
  label: string
  /** Label for screen readers: what is bought. */
  what: string
  /** A less prominent style for places with many of them. */
  light?: boolean
  className?: string | undefined
}

/** Links to the order page, through the login dialog if needed; does nothing while no card is idle (requirements §4). */
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

import { Link } from 'react-router-dom'
import type { Product } from '#contract/products.ts'
import { session } from '#src/session/session.ts'
import { BuyLink } from '#src/site/offers/BuyLink.tsx'
import { buildBuyPath } from '#src/site/offers/buy.ts'
import controls from '#src/ui/controls.module.css'
import { useStore } from '#src/ui/use-store.ts'

interface Props {
  product: Product
  gpu_num: number
  className?: string | undefined
}

/** Rents an available offer; otherwise leads to the same page, which then offers the queue (product §4). */
export function OfferButton({ product: { id, name, gpu_idles: gpuIdles }, gpu_num: gpuNum, className }: Props) {
  const signedIn = useStore(session) !== null
  const wanted = { product_id: id, gpu_num: gpuNum }
  if (gpuIdles >= gpuNum) return <BuyLink {...wanted} available label="租用" what={name} className={className} />
  const classes = [controls.button, controls.small, controls.buyLight, className].filter(Boolean).join(' ')
  return (
    <Link className={classes} to={buildBuyPath(wanted, signedIn)} aria-label={`排队租用 ${name}`}>
      排队
    </Link>
  )
}

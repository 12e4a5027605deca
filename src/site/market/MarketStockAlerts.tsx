import { useEffect } from 'react'
import { useSearchParams } from 'react-router-dom'
import { session } from '#src/session/session.ts'
import { lazyDialog } from '#src/ui/lazy-part.tsx'
import { useStore } from '#src/ui/use-store.ts'
import { parseAlertProductId, withAlertProductId } from './alert-address.ts'
import { ownStockAlerts } from './own-alerts.ts'
import { wholeMarketStore } from './whole-market.ts'

const StockAlertDialog = lazyDialog(() => import('./StockAlertDialog.tsx'))

/** Knows the alerts of who is signed in, and opens the one the address asks for. */
export function MarketStockAlerts({ gpu_num: gpuNum }: { gpu_num: number }) {
  const userId = useStore(session)?.userId
  const [search, setSearch] = useSearchParams()
  const asked = parseAlertProductId(search)
  useEffect(() => {
    if (userId) void ownStockAlerts.load()
    else ownStockAlerts.forget()
  }, [userId])

  if (!userId || !asked) return null
  const close = () => setSearch((present) => withAlertProductId(present, null), { replace: true })
  return <RequestedAlertDialog product_id={asked} gpu_num={gpuNum} onClose={close} />
}

function RequestedAlertDialog({
  product_id: productId,
  gpu_num: gpuNum,
  onClose,
}: {
  product_id: string
  gpu_num: number
  onClose: () => void
}) {
  const product = useStore(wholeMarketStore).data?.find(({ id }) => id === productId)
  return product ? <StockAlertDialog product={product} gpu_num={gpuNum} onClose={onClose} /> : null
}

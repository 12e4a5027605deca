import { useEffect } from 'react'
import { useSearchParams } from 'react-router-dom'
import { session } from '#src/session/session.ts'
import { lazyDialog } from '#src/ui/lazy-part.tsx'
import { useStore } from '#src/ui/use-store.ts'
import { alertIn, withAlert } from './alert-address.ts'
import { own_alerts } from './own-alerts.ts'
import { whole_market } from './whole-market.ts'

const StockAlertDialog = lazyDialog(() => import('./StockAlertDialog.tsx'))

/** Knows the alerts of who is signed in, and opens the one the address asks for. */
export function StockAlerts({ gpu_num }: { gpu_num: number }) {
  const user_id = useStore(session)?.userId
  const [search, setSearch] = useSearchParams()
  const asked = alertIn(search)
  useEffect(() => {
    if (user_id) void own_alerts.load()
    else own_alerts.forget()
  }, [user_id])

  if (!user_id || !asked) return null
  const close = () => setSearch((present) => withAlert(present, null), { replace: true })
  return <AskedAlert product_id={asked} gpu_num={gpu_num} onClose={close} />
}

function AskedAlert({ product_id, gpu_num, onClose }: { product_id: string; gpu_num: number; onClose: () => void }) {
  const product = useStore(whole_market).data?.find(({ id }) => id === product_id)
  return product ? <StockAlertDialog product={product} gpu_num={gpu_num} onClose={onClose} /> : null
}

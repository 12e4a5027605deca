import { useId, useState } from 'react'
import { Link } from 'react-router-dom'
import type { Product } from '#contract/products.ts'
import { isApiError } from '#src/api/api-error.ts'
import { paths } from '#src/paths.ts'
import { session } from '#src/session/session.ts'
import { buildBuyPath } from '#src/site/offers/buy.ts'
import controls from '#src/ui/controls.module.css'
import { useStore } from '#src/ui/use-store.ts'
import { MarketDialog } from './MarketDialog.tsx'
import { ownStockAlerts } from './own-alerts.ts'
import styles from './StockAlertDialog.module.css'

interface Props {
  product: Product
  /** The number of cards that the market is already filtered by; preset in the form. */
  gpu_num: number
  onClose: () => void
}

/** Creates, shows and cancels the alerts of one offer. */
export default function StockAlertDialog({ product, gpu_num: gpuNum, onClose }: Props) {
  const { id, name, region_name: regionName, gpu_idles: gpuIdles, max_gpu_num: maxGpuNum } = product
  const signedIn = useStore(session) !== null
  const alerts = useStore(ownStockAlerts)?.filter(({ product_id: productId }) => productId === id) ?? []
  const counts = Array.from({ length: Math.max(maxGpuNum - gpuIdles, 0) }, (_, nth) => gpuIdles + 1 + nth)
  const [chosen, setChosen] = useState(gpuNum)
  const unset = counts.filter((n) => !alerts.some((alert) => alert.gpu_num === n))
  const count = unset.includes(chosen) ? chosen : unset[0]
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState('')
  const field = useId()

  const attempt = async (work: () => Promise<void>) => {
    setBusy(true)
    setFault('')
    await work().catch((error: unknown) => setFault(isApiError(error) ? error.message : '没有成功，请重试'))
    setBusy(false)
  }

  return (
    <MarketDialog title="到货提醒" onClose={onClose}>
      <p className={styles.words}>
        {regionName}的 {name} 现在{gpuIdles > 0 ? `一台实例最多能租 ${gpuIdles} 张` : '没有空闲'}
        。能租到下面的卡数时通知你一次；提醒不占位、不扣款，要保证先后请
        <Link to={buildBuyPath({ product_id: id, gpu_num: count ?? gpuNum }, signedIn)}>排队</Link>。
      </p>
      {count === undefined ? (
        <p className={styles.words}>{counts.length > 0 ? '每种卡数都已设提醒。' : '现在就能租到它的最多卡数，不需要提醒。'}</p>
      ) : (
        <form
          className={styles.form}
          onSubmit={(event) => {
            event.preventDefault()
            void attempt(() => ownStockAlerts.add(id, count))
          }}
        >
          <label className={styles.field} htmlFor={field}>
            需要的卡数
            <select
              id={field}
              className={styles.select}
              value={count}
              data-autofocus
              onChange={(event) => setChosen(Number(event.target.value))}
            >
              {unset.map((n) => (
                <option key={n} value={n}>
                  {n} 张
                </option>
              ))}
            </select>
          </label>
          <button type="submit" className={`${controls.button} ${controls.primary} ${styles.submit}`} disabled={busy}>
            提醒我
          </button>
        </form>
      )}
      <p className={styles.fault} role="alert">
        {fault}
      </p>
      {alerts.length > 0 && (
        <ul className={styles.list} aria-label="已设的提醒">
          {alerts.map(({ id: alertId, gpu_num: wanted }) => (
            <li key={alertId}>
              <span>等待 {wanted} 张</span>
              <button
                type="button"
                className={`${controls.button} ${controls.small} ${controls.plain}`}
                disabled={busy}
                aria-label={`取消 ${wanted} 张的提醒`}
                onClick={() => void attempt(() => ownStockAlerts.cancel(alertId))}
              >
                取消
              </button>
            </li>
          ))}
        </ul>
      )}
      {signedIn && (
        <p className={styles.all}>
          <Link to={paths.stockAlerts}>全部到货提醒</Link>
        </p>
      )}
    </MarketDialog>
  )
}

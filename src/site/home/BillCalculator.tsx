import { useId, useState } from 'react'
import { computeRunCharge, formatFenAsYuan } from '#contract/money.ts'
import { homeDataStore } from '#src/site/offers/home-data.ts'
import { parsePriceMicro } from '#src/ui/catalogue/price.ts'
import { useStore } from '#src/ui/use-store.ts'
import { YuanAmount } from '#src/ui/YuanAmount.tsx'
import styles from './BillCalculator.module.css'

const minSeconds = 60
const maxSeconds = 72 * 3600
/** Slider positions. */
const durationStops = 100

/** Seconds at a slider position: logarithmic steps, so that minutes and days are equally easy to select. */
function computeStopSeconds(stop: number): number {
  const exact = minSeconds * (maxSeconds / minSeconds) ** (stop / durationStops)
  const step = exact < 3600 ? 7 : exact < 6 * 3600 ? 60 : 600
  return Math.min(maxSeconds, Math.max(minSeconds, Math.round(exact / step) * step))
}

/** 2 小时 5 分 30 秒 */
function formatRunDuration(seconds: number): string {
  const parts = [
    [Math.floor(seconds / 3600), '小时'],
    [Math.floor((seconds % 3600) / 60), '分'],
    [seconds % 60, '秒'],
  ] as const
  return parts
    .filter(([count]) => count > 0)
    .map(([count, unit]) => `${count} ${unit}`)
    .join(' ')
}

/** Calculates a bill by the server's rule at a current price. */
export function BillCalculator() {
  const { data } = useStore(homeDataStore)
  const [chosen, setChosen] = useState('')
  const [stop, setStop] = useState(46)
  const ids = { product: useId(), time: useId() }
  const product = (data?.best.find((offer) => offer.product.id === chosen) ?? data?.best[0])?.product
  const seconds = computeStopSeconds(stop)
  const fen = product ? computeRunCharge(parsePriceMicro(product.price.hour), BigInt(seconds)) : 0n

  return (
    <div className={styles.sample}>
      <h3 className={styles.title}>按小时计费，算一笔</h3>
      <label className={styles.field} htmlFor={ids.product}>
        <span>型号，1 张卡</span>
        <select
          id={ids.product}
          value={product?.id ?? ''}
          disabled={!product}
          onChange={(event) => setChosen(event.target.value)}
        >
          {data?.best.map(({ product: { id, name } }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <label className={styles.field} htmlFor={ids.time}>
        <span>运行时长</span>
        <input
          id={ids.time}
          type="range"
          min={0}
          max={durationStops}
          value={stop}
          aria-valuetext={formatRunDuration(seconds)}
          onChange={(event) => setStop(Number(event.target.value))}
        />
        <output className={styles.time} htmlFor={ids.time}>
          {formatRunDuration(seconds)}
        </output>
      </label>
      <p className={styles.reckoning}>
        {product ? `${product.price.hour} 元/小时 × ${seconds.toLocaleString('zh-CN')} 秒 ÷ 3600` : '正在获取价格'}
      </p>
      <p className={styles.total}>
        <span>应付</span>
        <YuanAmount amount={formatFenAsYuan(fen)} as="price" />
      </p>
    </div>
  )
}

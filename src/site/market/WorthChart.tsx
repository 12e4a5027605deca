import { useId, useState } from 'react'
import type { Product } from '#contract/products.ts'
import { Scatter } from '#src/ui/charts/Scatter.tsx'
import styles from './WorthChart.module.css'
import { buildWorthPoints, type WorthMeasure, worthMeasures } from './worth-points.ts'

interface Props {
  market: readonly Product[]
  /** The compared offers, drawn with their names. */
  chosen: readonly Product[]
}

/** The market as a picture: hourly price against computing power or VRAM. */
export function WorthChart({ market, chosen }: Props) {
  const [measure, setMeasure] = useState<WorthMeasure>('fp16')
  const group = useId()
  const { label, unit } = worthMeasures[measure]
  return (
    <section className={styles.worth} aria-label="价格与性能">
      <fieldset className={styles.measures}>
        <legend className="visually-hidden">纵轴</legend>
        {(Object.keys(worthMeasures) as WorthMeasure[]).map((each) => (
          <label key={each} className={styles.measure}>
            <input
              type="radio"
              name={group}
              className="visually-hidden"
              checked={each === measure}
              onChange={() => setMeasure(each)}
            />
            {worthMeasures[each].label}
          </label>
        ))}
        <p className={styles.hint}>越靠左上，同样的钱买到的越多。淡点是其他在售产品。</p>
      </fieldset>
      <Scatter
        title={`每小时价格与${label}`}
        rowHead="产品"
        xName="元/小时"
        yName={`${label}（${unit}）`}
        formatX={(price) => price.toFixed(2)}
        formatY={String}
        points={buildWorthPoints(market, chosen, measure)}
        height={260}
      />
    </section>
  )
}

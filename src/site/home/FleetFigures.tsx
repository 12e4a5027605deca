import { computeMarketFigures } from '#src/site/offers/market-figures.ts'
import type { HomeData } from '#src/site/offers/requests.ts'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { YuanAmount } from '#src/ui/YuanAmount.tsx'
import styles from './FleetFigures.module.css'

/** Three figures of this moment, counted from the market; one that cannot be known is left out. */
export function FleetFigures({ data }: { data: HomeData | undefined }) {
  const fleet = data?.market && computeMarketFigures(data.market)
  const figures = [
    { term: '此刻空闲', value: fleet && `${fleet.free} 张` },
    { term: 'GPU 型号', value: fleet && `${fleet.models} 种` },
    { term: '每卡时起价', value: fleet?.cheapest && <YuanAmount amount={fleet.cheapest} /> },
  ]
  return (
    <dl className={styles.figures}>
      {figures
        .filter(({ value }) => !data || value)
        .map(({ term, value }) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{value ?? <Skeleton width={72} height={24} />}</dd>
          </div>
        ))}
    </dl>
  )
}

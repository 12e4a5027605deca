import { Suspense } from 'react'
import { Link } from 'react-router-dom'
import { paths } from '#src/paths.ts'
import { LiveStockBoard } from '#src/site/board/LiveStockBoard.tsx'
import { homeDataStore } from '#src/site/offers/home-data.ts'
import controls from '#src/ui/controls.module.css'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import { useStore } from '#src/ui/use-store.ts'
import { FleetFigures } from './FleetFigures.tsx'
import styles from './HomeHero.module.css'
import { RegisterOrConsoleLink } from './RegisterOrConsoleLink.tsx'

const FleetCells = lazyPart(() => import('#src/site/board/FleetCells.tsx'), { small: true })

/** The hero is the product: what there is to rent now, and the way to it. */
export function HomeHero() {
  const { data } = useStore(homeDataStore)
  return (
    <div className={styles.hero}>
      <div className={styles.backdrop}>
        <Suspense>{data?.market && <FleetCells market={data.market} />}</Suspense>
      </div>
      <div className={styles.inner}>
        <div className={styles.words}>
          <h1 className={styles.title}>
            看得见的每一张卡，
            <br />
            算得清的每一分钱
          </h1>
          <p className={styles.lead}>
            按小时、包日或包周租用 GPU 容器实例。余量与价格直接来自系统，进入运行中才开始计费，用多少秒算多少钱。
          </p>
          <div className={styles.actions}>
            <RegisterOrConsoleLink primary />
            <Link className={`${controls.button} ${controls.plain} ${controls.large}`} to={paths.market}>
              去算力市场
            </Link>
          </div>
          <div className={styles.figures}>
            <FleetFigures data={data} />
          </div>
        </div>
        <LiveStockBoard rows={5} />
      </div>
    </div>
  )
}

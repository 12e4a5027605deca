import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { Link } from 'react-router-dom'
import { paths } from '#src/paths.ts'
import { LiveStockBoard } from '#src/site/board/LiveStockBoard.tsx'
import { homeDataStore } from '#src/site/offers/home-data.ts'
import { buildModelPath, computeMarketFigures } from '#src/site/offers/market-figures.ts'
import type { HomeData } from '#src/site/offers/requests.ts'
import controls from '#src/ui/controls.module.css'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { useStore } from '#src/ui/use-store.ts'
import { YuanAmount } from '#src/ui/YuanAmount.tsx'
import { Carousel, type CarouselSlide } from './carousel/Carousel.tsx'
import styles from './HomeCarousel.module.css'
import { promotions } from './promotions.ts'
import { RegisterOrConsoleLink } from './RegisterOrConsoleLink.tsx'

/** Three live figures counted from the market; an unknown one is omitted. */
function FleetFigures({ data }: { data: HomeData | undefined }) {
  const fleet = data?.market && computeMarketFigures(data.market)
  const figures = [
    { term: '此刻空闲', value: fleet && `${fleet.free} 张` },
    { term: 'GPU 型号', value: fleet && `${fleet.models} 种` },
    {
      term: '按量每卡时起',
      value: fleet?.cheapestModel && fleet.cheapest && (
        <Link to={buildModelPath(fleet.cheapestModel)}>
          <YuanAmount amount={fleet.cheapest} />
          <span className={styles.model}>{fleet.cheapestModel}</span>
        </Link>
      ),
    },
  ]
  return (
    <dl className={styles.fleetFigures}>
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

const FleetCells = lazyPart(() => import('#src/site/board/FleetCells.tsx'), { small: true })

/** The hero shows the product: what can be rented now, and the link to it. */
function HomeHero() {
  const { data } = useStore(homeDataStore)
  return (
    <div className={styles.slide}>
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
            按小时、包日或包周租用 GPU 容器实例。余量和价格都是系统里的实时数字，进入运行中才计费，用几秒算几秒。
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

const ActivitySlide = lazyPart(() => import('./ActivitySlide.tsx'))
const BannerSlide = lazyPart(() => import('./BannerSlide.tsx'))

const registerSlide: CarouselSlide = { id: 'register', content: <HomeHero /> }
const toPromotionSlide = (id: string, content: ReactNode): CarouselSlide => ({
  id,
  content: <Suspense>{content}</Suspense>,
  ink: true,
})

interface Props {
  /** A dialog is open over the page. */
  covered?: boolean
}

/** Slides: the register call, then activities, then banners (requirements §1). */
export function HomeCarousel({ covered = false }: Props) {
  const { activities, banners } = useStore(promotions)
  const [held, setHeld] = useState(false)
  useEffect(() => {
    const asking = new AbortController()
    void promotions.load(asking.signal)
    return () => asking.abort()
  }, [])
  return (
    <Carousel
      label="首页推荐"
      slides={[
        registerSlide,
        ...activities.map((activity) => toPromotionSlide(activity.id, <ActivitySlide activity={activity} onDialog={setHeld} />)),
        ...banners.map((banner) => toPromotionSlide(banner.id, <BannerSlide banner={banner} />)),
      ]}
      held={covered || held}
    />
  )
}

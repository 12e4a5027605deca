import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import { useStore } from '#src/ui/use-store.ts'
import { Carousel, type CarouselSlide } from './carousel/Carousel.tsx'
import { HomeHero } from './HomeHero.tsx'
import { promotions } from './promotions.ts'

const ActivitySlide = lazyPart(() => import('./ActivitySlide.tsx'))
const BannerSlide = lazyPart(() => import('./BannerSlide.tsx'))

const registerSlide: CarouselSlide = { id: 'register', content: <HomeHero /> }
const toPromotionSlide = (id: string, content: ReactNode): CarouselSlide => ({
  id,
  content: <Suspense>{content}</Suspense>,
  ink: true,
})

interface Props {
  /** A dialog stands over the page. */
  covered?: boolean
}

/** The register call, then activities, then banners (spec §1). */
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

import { Suspense } from 'react'
import { lazyPage } from '#src/kit/lazy-page.ts'
import { useTitle } from '#src/site/use-title.ts'
import { HomeCarousel } from './HomeCarousel.tsx'

const HomeStory = lazyPage(() => import('./HomeStory.tsx'))

/** Made once: a new element would have React draw it again before its code is there, and the written page would blink. */
const story = (
  <Suspense>
    <HomeStory />
  </Suspense>
)

export default function HomePage() {
  useTitle('GPU 算力租用')
  return (
    <>
      <HomeCarousel />
      {story}
    </>
  )
}

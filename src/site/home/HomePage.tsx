import { Suspense } from 'react'
import { useTitle } from '#src/site/use-title.ts'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import { HomeCarousel } from './HomeCarousel.tsx'

const HomeSections = lazyPart(() => import('./HomeSections.tsx'))

/** Created once: React would render a new element before its code has loaded, and the prerendered page would flicker. */
const sectionsElement = (
  <Suspense>
    <HomeSections />
  </Suspense>
)

interface Props {
  /** A dialog is open over the page. */
  covered?: boolean
}

export default function HomePage({ covered = false }: Props) {
  useTitle('GPU 算力租用')
  return (
    <>
      <HomeCarousel covered={covered} />
      {sectionsElement}
    </>
  )
}

import { Suspense } from 'react'
import { useTitle } from '#src/site/use-title.ts'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import { HomeCarousel } from './HomeCarousel.tsx'

const HomeSections = lazyPart(() => import('./HomeSections.tsx'))

/** Made once: a new element would have React draw it again before its code is there, and the written page would blink. */
const sectionsElement = (
  <Suspense>
    <HomeSections />
  </Suspense>
)

interface Props {
  /** A dialog stands over it. */
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

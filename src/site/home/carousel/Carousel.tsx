import type { ReactNode } from 'react'
import { Icon } from '#src/ui/Icon.tsx'
import styles from './Carousel.module.css'
import { useCarousel } from './use-carousel.ts'

export interface CarouselSlide {
  id: string
  content: ReactNode
  /** Drawn on ink in both schemes; what stands over it follows. */
  ink?: boolean
}

interface Props {
  label: string
  slides: readonly CarouselSlide[]
  /** Something stands over the page: the slides wait. */
  held?: boolean
}

const buildSlideProps = (index: number, count: number) => ({
  role: 'group',
  'aria-roledescription': '幻灯片',
  'aria-label': `${index + 1} / ${count}`,
})

/** Slides one at a time, in the roles of the APG's carousel. The first is there at once, the others may come later. */
export function Carousel({ label, slides, held = false }: Props) {
  const carousel = useCarousel(
    slides.map(({ id }) => id),
    held,
  )
  const { moving, active, stopped, setStopped } = carousel
  const many = slides.length > 1
  return (
    <section className={styles.carousel} aria-roledescription={many ? '轮播' : undefined} aria-label={label} {...carousel.holds}>
      <div className={styles.bar} data-ready={moving !== null} data-theme={slides[active]?.ink ? 'dark' : undefined}>
        <button
          type="button"
          className={styles.button}
          aria-label={stopped ? '继续轮播' : '暂停轮播'}
          onClick={() => setStopped(!stopped)}
        >
          <Icon name={stopped ? 'play' : 'pause'} />
        </button>
        <button type="button" className={styles.button} aria-label="上一张" onClick={moving?.previous}>
          <Icon name="chevron" className={styles.back} />
        </button>
        <div ref={carousel.dots} className={styles.dots} />
        <button type="button" className={styles.button} aria-label="下一张" onClick={moving?.next}>
          <Icon name="chevron" />
        </button>
      </div>
      <div ref={carousel.slides} className={`swiper ${styles.window}`}>
        <div className={`swiper-wrapper ${styles.slides}`} aria-live={carousel.rotating ? 'off' : 'polite'}>
          {slides.map(({ id, content }, index) => (
            <div
              key={id}
              className={`swiper-slide ${styles.slide}`}
              inert={index !== active}
              {...(many && buildSlideProps(index, slides.length))}
            >
              {content}
            </div>
          ))}
        </div>
      </div>
    </section>
  )
}

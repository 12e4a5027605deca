import { type FocusEvent, type PointerEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { Icon } from '#src/ui/Icon.tsx'
import { useMedia } from '#src/ui/use-media.ts'
import styles from './Carousel.module.css'
import type { SwiperControl } from './start-swiper.ts'

/** For work that nobody waits for. */
const idleTimeoutMs = 1500

/** Runs `task` when the browser is idle; returns a function that cancels it. */
function runWhenIdle(task: () => void): () => void {
  if (typeof window.requestIdleCallback !== 'function') {
    const timer = setTimeout(task, idleTimeoutMs) // Safari
    return () => clearTimeout(timer)
  }
  const handle = window.requestIdleCallback(task, { timeout: idleTimeoutMs })
  return () => window.cancelIdleCallback(handle)
}

interface CarouselState {
  slides: RefObject<HTMLDivElement | null>
  dots: RefObject<HTMLDivElement | null>
  active: number
  /** The carousel is interactive; until then only the first slide exists. */
  moving: SwiperControl | null
  rotating: boolean
  /** The user's choice, or the device's setting. */
  stopped: boolean
  setStopped: (stopped: boolean) => void
  /** Hover and focus pause the rotation. */
  holds: Record<'onPointerEnter' | 'onPointerLeave', (event: PointerEvent) => void> & {
    onFocus: (event: FocusEvent) => void
    onBlur: (event: FocusEvent) => void
  }
}

/** Starts the carousel once the page is idle; hover, focus and reduced motion stop the rotation (requirements §4). */
function useCarousel(ids: readonly string[], held: boolean): CarouselState {
  const slides = useRef<HTMLDivElement>(null)
  const dots = useRef<HTMLDivElement>(null)
  const still = useMedia('(prefers-reduced-motion: reduce)')
  const [moving, setMoving] = useState<SwiperControl | null>(null)
  const [active, setActive] = useState(0)
  const [choice, setStopped] = useState<boolean | null>(null)
  const [hovered, setHovered] = useState(false)
  const [focused, setFocused] = useState(false)
  const at = useRef(0)
  const key = ids.join()
  const stopped = choice ?? still
  const rotating = moving !== null && !(stopped || held || hovered || focused)

  useEffect(() => {
    const count = key.split(',').length
    const turn = (index: number) => {
      at.current = index
      setActive(index)
    }
    turn(Math.min(at.current, count - 1))
    if (count < 2) return
    let started: SwiperControl | undefined
    let left = false
    const start = async () => {
      const { startSwiper } = await import('./start-swiper.ts')
      if (left || !slides.current || !dots.current) return
      const looks = { dot: styles.dot ?? '', dotCurrent: styles.current ?? '' }
      started = startSwiper(slides.current, { dots: dots.current, ...looks, first: at.current, still, onChange: turn })
      setMoving(started)
    }
    const callOff = runWhenIdle(() => void start().catch(() => undefined)) // on failure, the first slide stays
    return () => {
      left = true
      callOff()
      started?.stop()
      setMoving(null)
    }
  }, [key, still])

  useEffect(() => moving?.rotate(rotating), [moving, rotating])
  useEffect(() => moving?.listen(focused), [moving, focused])

  return {
    slides,
    dots,
    active,
    moving,
    rotating,
    stopped,
    setStopped,
    holds: {
      onPointerEnter: ({ pointerType }) => pointerType === 'mouse' && setHovered(true),
      onPointerLeave: ({ pointerType }) => pointerType === 'mouse' && setHovered(false),
      // a slide's dialog is rendered elsewhere in the document
      onFocus: ({ currentTarget, target }) => currentTarget.contains(target) && setFocused(true),
      onBlur: ({ currentTarget, relatedTarget }) => currentTarget.contains(relatedTarget) || setFocused(false),
    },
  }
}

export interface CarouselSlide {
  id: string
  content: ReactNode
  /** The slide is dark in both schemes; the controls over it follow. */
  ink?: boolean
}

interface Props {
  label: string
  slides: readonly CarouselSlide[]
  /** Something covers the page: pauses the rotation. */
  held?: boolean
}

const buildSlideProps = (index: number, count: number) => ({
  role: 'group',
  'aria-roledescription': '幻灯片',
  'aria-label': `${index + 1} / ${count}`,
})

/** A carousel with the roles of the APG pattern. The first slide is present at once, the others may come later. */
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

import { type FocusEvent, type PointerEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { Icon } from '#src/ui/Icon.tsx'
import { useMedia } from '#src/ui/use-media.ts'
import styles from './Carousel.module.css'
import type { SwiperControl } from './start-swiper.ts'

/** For what nobody waits for. */
const idleTimeoutMs = 1500

/** Runs `task` once the browser has nothing better to do; answers how to call it off. */
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
  /** The slides can be turned; until then only the first is there. */
  moving: SwiperControl | null
  rotating: boolean
  /** The person's own wish, or that of the device. */
  stopped: boolean
  setStopped: (stopped: boolean) => void
  /** Hovering and the focus hold the rotation. */
  holds: Record<'onPointerEnter' | 'onPointerLeave', (event: PointerEvent) => void> & {
    onFocus: (event: FocusEvent) => void
    onBlur: (event: FocusEvent) => void
  }
}

/** Sets the slides in motion once the page is idle; they rotate unless somebody looks closer, or wants no motion (requirements §4). */
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
    const callOff = runWhenIdle(() => void start().catch(() => undefined)) // without it, the first slide stays
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
      // a dialog of a slide stands elsewhere on the page
      onFocus: ({ currentTarget, target }) => currentTarget.contains(target) && setFocused(true),
      onBlur: ({ currentTarget, relatedTarget }) => currentTarget.contains(relatedTarget) || setFocused(false),
    },
  }
}

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

import { type FocusEvent, type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { useMedia } from '#src/ui/use-media.ts'
import styles from './Carousel.module.css'
import type { SwiperControl } from './start-swiper.ts'
import { runWhenIdle } from './when-idle.ts'

export interface CarouselState {
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

/** Sets the slides in motion once the page is idle; they rotate unless somebody looks closer, or wants no motion (spec §4). */
export function useCarousel(ids: readonly string[], held: boolean): CarouselState {
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

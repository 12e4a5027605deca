import Swiper from 'swiper'
import { A11y, Autoplay, Keyboard, Pagination } from 'swiper/modules'
import { limits } from '#contract/limits.ts'

// Imported lazily, when idle: the first slide works without it.

const slideTransitionMs = 400

interface Options {
  /** The container of the dots. */
  dots: HTMLElement
  dot: string
  dotCurrent: string
  first: number
  /** Changes slides without animation. */
  still: boolean
  onChange: (index: number) => void
}

export interface SwiperControl {
  rotate: (on: boolean) => void
  /** Arrow keys change slides only while the carousel has the focus. */
  listen: (on: boolean) => void
  next: () => void
  previous: () => void
  stop: () => void
}

/** Starts a carousel on existing slides: every 5000 ms (requirements §4), and by swipe, arrow key and dot. */
export function startSwiper(root: HTMLElement, { dots, dot, dotCurrent, first, still, onChange }: Options): SwiperControl {
  const swiper = new Swiper(root, {
    modules: [A11y, Autoplay, Keyboard, Pagination],
    speed: still ? 0 : slideTransitionMs,
    initialSlide: first,
    rewind: true, // `loop` would move elements that React owns
    autoplay: { enabled: true, delay: limits.carouselMs, waitForTransition: false, disableOnInteraction: false },
    keyboard: { enabled: false, onlyInViewport: false },
    pagination: { el: dots, clickable: true, bulletElement: 'button', bulletClass: dot, bulletActiveClass: dotCurrent },
    a11y: {
      enabled: true,
      itemRoleDescriptionMessage: '幻灯片',
      slideLabelMessage: '{{index}} / {{slidesLength}}',
      paginationBulletMessage: '第 {{index}} 张',
      wrapperLiveRegion: false, // follows the rotation instead
      scrollOnFocus: false, // hidden slides are inert
    },
    on: { slideChange: ({ activeIndex }) => onChange(activeIndex) },
  })
  swiper.autoplay.stop() // until rotation is requested
  return {
    rotate: (on) => void (on ? swiper.autoplay.start() : swiper.autoplay.stop()),
    listen: (on) => (on ? swiper.keyboard.enable() : swiper.keyboard.disable()),
    next: () => void swiper.slideNext(),
    previous: () => void swiper.slidePrev(),
    stop: () => swiper.destroy(true, true),
  }
}

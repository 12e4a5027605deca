import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { limits } from '#contract/limits.ts'
import { Carousel } from '#src/site/home/carousel/Carousel.tsx'
// loaded when the page is idle; here it is ready before the clock is held
import '#src/site/home/carousel/start-swiper.ts'

const slides = ['甲', '乙', '丙'].map((name) => ({ id: name, content: <a href="/home">{name}</a> }))
const idleMs = 2000

let still = false
beforeEach(() => {
  still = false
  vi.useFakeTimers()
  // jsdom lays nothing out, and slides without a width do not move
  for (const size of ['clientWidth', 'offsetWidth'] as const) {
    vi.spyOn(HTMLElement.prototype, size, 'get').mockReturnValue(1240)
  }
  const real = window.matchMedia
  vi.spyOn(window, 'matchMedia').mockImplementation((query) => {
    const list = real(query)
    return query.includes('reduced-motion') ? { ...list, matches: still } : list
  })
})
afterEach(() => vi.useRealTimers())

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const show = async () => {
  render(<Carousel label="推荐" slides={slides} />)
  await pass(idleMs)
}
const carousel = () => screen.getByRole('region', { name: '推荐' })
const all = () => [...carousel().querySelectorAll<HTMLElement>('[aria-roledescription="幻灯片"]')]
const shown = () => all().find((slide) => !slide.hasAttribute('inert'))?.textContent

describe('§4 Home carousel', () => {
  it('advances every 5000 ms, and begins anew after the last', async () => {
    await show()
    expect(limits.carouselMs).toBe(5000)
    for (const name of ['乙', '丙', '甲']) {
      await pass(5000)
      expect(shown()).toBe(name)
    }
  })

  it('stands with its first slide before anything moves', () => {
    render(<Carousel label="推荐" slides={slides} />)
    expect(shown()).toBe('甲')
  })

  it('pauses on hover', async () => {
    await show()
    fireEvent.pointerEnter(carousel(), { pointerType: 'mouse' })
    await pass(20_000)
    expect(shown()).toBe('甲')
    fireEvent.pointerLeave(carousel(), { pointerType: 'mouse' })
    await pass(5000)
    expect(shown()).toBe('乙')
  })

  it('pauses on focus', async () => {
    await show()
    act(() => screen.getByRole('link', { name: '甲' }).focus())
    await pass(20_000)
    expect(shown()).toBe('甲')
    act(() => (document.activeElement as HTMLElement).blur())
    await pass(5000)
    expect(shown()).toBe('乙')
  })

  it('does not rotate for people who want less motion, unless they ask', async () => {
    still = true
    await show()
    await pass(20_000)
    expect(shown()).toBe('甲')
    fireEvent.click(screen.getByRole('button', { name: '继续轮播' }))
    await pass(5000)
    expect(shown()).toBe('乙')
  })

  it('has a button that stops and starts it', async () => {
    await show()
    fireEvent.click(screen.getByRole('button', { name: '暂停轮播' }))
    await pass(20_000)
    expect(shown()).toBe('甲')
    fireEvent.click(screen.getByRole('button', { name: '继续轮播' }))
    await pass(5000)
    expect(shown()).toBe('乙')
  })

  it('waits while a dialog stands over the page', async () => {
    render(<Carousel label="推荐" slides={slides} held />)
    await pass(idleMs + 20_000)
    expect(shown()).toBe('甲')
  })

  it('turns by arrow button and by dot', async () => {
    await show()
    fireEvent.click(screen.getByRole('button', { name: '下一张' }))
    expect(shown()).toBe('乙')
    fireEvent.click(screen.getByRole('button', { name: '第 3 张' }))
    expect(shown()).toBe('丙')
    fireEvent.click(screen.getByRole('button', { name: '上一张' }))
    expect(shown()).toBe('乙')
  })

  it('turns by arrow key while the focus is in it, and not otherwise', async () => {
    await show()
    fireEvent.keyDown(document, { key: 'ArrowRight', keyCode: 39 })
    expect(shown()).toBe('甲')
    act(() => screen.getByRole('link', { name: '甲' }).focus())
    fireEvent.keyDown(document, { key: 'ArrowRight', keyCode: 39 })
    expect(shown()).toBe('乙')
  })

  it('speaks as the carousel pattern asks: roles, places, and the button first', async () => {
    await show()
    expect(carousel()).toHaveAttribute('aria-roledescription', '轮播')
    expect(all().map((slide) => [slide.getAttribute('role'), slide.getAttribute('aria-label')])).toEqual([
      ['group', '1 / 3'],
      ['group', '2 / 3'],
      ['group', '3 / 3'],
    ])
    const live = () => carousel().querySelector('[aria-live]')?.getAttribute('aria-live')
    expect(live()).toBe('off')
    fireEvent.click(screen.getByRole('button', { name: '暂停轮播' }))
    expect(live()).toBe('polite')
    expect(carousel().querySelector('button, a')).toHaveAccessibleName('继续轮播')
  })

  it('keeps its place when more slides arrive', async () => {
    const { rerender } = render(<Carousel label="推荐" slides={slides} />)
    await pass(idleMs)
    await pass(5000)
    rerender(<Carousel label="推荐" slides={[...slides, { id: '丁', content: '丁' }]} />)
    await pass(idleMs)
    expect(shown()).toBe('乙')
    expect(screen.getByRole('button', { name: '第 4 张' })).toBeInTheDocument()
  })
})

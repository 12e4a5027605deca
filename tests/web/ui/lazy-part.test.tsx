import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type ComponentType, type ReactNode, Suspense, startTransition, useState } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { isPlatformUp } from '#src/api/is-platform-up.ts'
import { createLiveStore } from '#src/site/live/live-store.ts'
import { PageOutline } from '#src/ui/chunk.ts'
import { ErrorBoundary } from '#src/ui/ErrorBoundary.tsx'
import { lazyDialog, lazyPage, lazyPart, retryFailedParts } from '#src/ui/lazy-part.tsx'
import { toast } from '#src/ui/toast.ts'

vi.mock('#src/api/is-platform-up.ts')

/** React reports what a boundary has caught. */
beforeEach(() => void vi.mocked(isPlatformUp).mockReset().mockResolvedValue(true))
beforeEach(() => vi.spyOn(console, 'error').mockImplementation(() => undefined))

/** A chunk that does not come the first `failures` times. */
const chunk = (failures: number) => {
  const Loaded = ({ text }: { text: string }) => <p>{text}</p>
  return vi.fn(async () => {
    if (failures-- > 0) throw new TypeError('Failed to fetch dynamically imported module')
    return { default: Loaded }
  })
}
const renderPart = (Part: ComponentType<{ text: string }>) =>
  render(
    <Suspense>
      <Part text="the part" />
    </Suspense>,
  )
const platform = (answers: boolean) => vi.mocked(isPlatformUp).mockResolvedValue(answers)

describe('A part of a page whose code does not come (decision 063)', () => {
  it('is a line in its place that asks for the code again, and the page stays', async () => {
    const load = chunk(1)
    const Part = lazyPart(load)
    render(
      <Suspense>
        <p>the page</p>
        <Part text="the part" />
      </Suspense>,
    )
    expect(await screen.findByText('没有加载完整')).toBeInTheDocument()
    expect(screen.getByText('the page')).toBeInTheDocument()
    await userEvent.click(screen.getByRole('button', { name: '重试' }))
    expect(await screen.findByText('the part')).toBeInTheDocument()
    expect(load).toHaveBeenCalledTimes(2)
  })

  it('says so when the platform does not answer, and tries again', async () => {
    platform(false)
    const Part = lazyPart(chunk(2))
    renderPart(Part)
    await userEvent.click(await screen.findByRole('button', { name: '重试' }))
    expect(await screen.findByText('连不上平台')).toBeInTheDocument()
    await userEvent.click(screen.getByRole('button', { name: '重试' }))
    expect(await screen.findByText('the part')).toBeInTheDocument()
  })

  it('offers a reload where the platform answers without the file, and does not do it by itself', async () => {
    platform(true)
    const Part = lazyPart(chunk(9))
    renderPart(Part)
    await userEvent.click(await screen.findByRole('button', { name: '重试' }))
    expect(await screen.findByRole('button', { name: '刷新页面' })).toBeInTheDocument()
  })

  it('tries once by itself each time the line is back, and stays a line in its place when that fails, too', async () => {
    platform(true)
    const load = chunk(2)
    const Part = lazyPart(load)
    renderPart(Part)
    await screen.findByText('没有加载完整')
    act(retryFailedParts)
    expect(await screen.findByRole('button', { name: '刷新页面' })).toBeInTheDocument()
    expect(load).toHaveBeenCalledTimes(2)
    act(retryFailedParts)
    expect(await screen.findByText('the part')).toBeInTheDocument()
    act(retryFailedParts)
    expect(load).toHaveBeenCalledTimes(3)
  })

  it('is asked for once more when the browser says that it is online again, whether or not the stream was lost', async () => {
    const Part = lazyPart(chunk(1))
    renderPart(Part)
    await screen.findByText('没有加载完整')
    act(() => void window.dispatchEvent(new Event('online')))
    expect(await screen.findByText('the part')).toBeInTheDocument()
  })

  it('is asked for once more on a page without a stream when what is live there loads again', async () => {
    const answers = [Promise.reject(new Error('down')), Promise.resolve('stock')]
    const stock = createLiveStore(() => answers.shift() ?? Promise.resolve('stock'))
    const stop = stock.subscribe(() => undefined)
    const Part = lazyPart(chunk(1))
    renderPart(Part)
    await screen.findByText('没有加载完整')
    await act(() => stock.refresh())
    expect(await screen.findByText('the part')).toBeInTheDocument()
    stop()
  })

  it('is asked for anew when it is drawn the next time', async () => {
    const load = chunk(1)
    const Part = lazyPart(load)
    const first = renderPart(Part)
    await screen.findByText('没有加载完整')
    first.unmount()
    renderPart(Part)
    expect(await screen.findByText('the part')).toBeInTheDocument()
  })

  it('that breaks while it is drawn leaves the page standing, too', async () => {
    const Part = lazyPart(async () => ({
      default: () => {
        throw new Error('a fault of ours')
      },
    }))
    render(
      <Suspense>
        <p>the page</p>
        <Part />
      </Suspense>,
    )
    expect(await screen.findByText('这里出现异常')).toBeInTheDocument()
    expect(screen.getByText('the page')).toBeInTheDocument()
  })
})

describe('What an act opens (decision 063)', () => {
  it('closes again with a toast when its code does not come, and opens at the next act', async () => {
    platform(false)
    const Dialog = lazyDialog(
      (() => {
        let failures = 1
        return async () => {
          if (failures-- > 0) throw new TypeError('Failed to fetch dynamically imported module')
          return {
            default: ({ onClose }: { onClose: () => void }) => (
              <button type="button" onClick={onClose}>
                close
              </button>
            ),
          }
        }
      })(),
    )
    function Page() {
      const [open, setOpen] = useState(false)
      return (
        <>
          <button type="button" onClick={() => setOpen(true)}>
            open
          </button>
          <Suspense>{open && <Dialog onClose={() => setOpen(false)} />}</Suspense>
        </>
      )
    }
    render(<Page />)
    await userEvent.click(screen.getByRole('button', { name: 'open' }))
    await vi.waitFor(() => expect(toast.get()).toMatchObject([{ kind: 'error', message: '没有打开' }]))
    await userEvent.click(screen.getByRole('button', { name: 'open' }))
    expect(await screen.findByRole('button', { name: 'close' })).toBeInTheDocument()
    act(() => toast.clear())
  })
})

describe('A page whose code does not come (decision 063)', () => {
  const open = (failures: number) => {
    const Page = lazyPage(chunk(failures))
    const page = (
      <ErrorBoundary>
        <Suspense>
          <Page text="the page" />
        </Suspense>
      </ErrorBoundary>
    )
    return { page, ...render(page) }
  }

  it('asks for its code again at 重试', async () => {
    open(1)
    expect(await screen.findByText('页面没有加载完整')).toBeInTheDocument()
    await userEvent.click(screen.getByRole('button', { name: '重试' }))
    expect(await screen.findByText('the page')).toBeInTheDocument()
  })

  it('stays and says so while the platform does not answer', async () => {
    platform(false)
    open(2)
    await userEvent.click(await screen.findByRole('button', { name: '重试' }))
    expect(await screen.findByText(/连不上平台/)).toBeInTheDocument()
    await userEvent.click(screen.getByRole('button', { name: '重试' }))
    expect(await screen.findByText('the page')).toBeInTheDocument()
  })
})

describe('A page whose code is late (decision 063)', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] }))
  afterEach(() => void vi.useRealTimers())
  const seconds = (count: number) => act(() => vi.advanceTimersByTimeAsync(count * 1000))

  /** A page that one goes to from another, as the router does it. */
  const go = async () => {
    vi.mocked(isPlatformUp).mockResolvedValue(true)
    let come = (): void => undefined
    const load = vi.fn(
      () =>
        new Promise<{ default: () => ReactNode }>((resolve) => {
          come = () => resolve({ default: () => <p>the page</p> })
        }),
    )
    const Page = lazyPage(load)
    let show = (_: boolean): void => undefined
    function Site() {
      const [there, setThere] = useState(false)
      show = setThere
      return (
        <ErrorBoundary>
          <PageOutline value={<p>the outline</p>}>
            <Suspense fallback="first">{there ? <Page /> : <p>the page before</p>}</Suspense>
          </PageOutline>
        </ErrorBoundary>
      )
    }
    render(<Site />)
    await act(async () => startTransition(() => show(true)))
    const arrive = () => {
      come()
      return seconds(0)
    }
    return { load, come: arrive }
  }

  it('has its outline after a second, and then the page', async () => {
    const { come } = await go()
    expect(screen.getByText('the page before')).toBeInTheDocument()
    await seconds(1)
    expect(screen.getByText('the outline')).toBeVisible()
    expect(screen.queryByText('the page before')).not.toBeInTheDocument()
    await come()
    expect(screen.getByText('the page')).toBeVisible()
  })

  it('fails soon where the platform does not answer, and asks for its code again at 重试', async () => {
    const { load, come } = await go()
    await seconds(20)
    expect(screen.getByText('the outline')).toBeVisible()
    vi.mocked(isPlatformUp).mockResolvedValue(false)
    await seconds(10)
    expect(screen.getByText('页面没有加载完整')).toBeInTheDocument()
    await act(async () => screen.getByRole('button', { name: '重试' }).click())
    expect(load).toHaveBeenCalledTimes(2)
    await come()
    expect(screen.getByText('the page')).toBeVisible()
  })
})

describe('A style that does not come (decision 063)', () => {
  it('is asked for again before the part is, for the browser does not by itself', async () => {
    const link = document.createElement('link')
    link.rel = 'stylesheet'
    link.href = '/assets/part.css'
    document.head.append(link)
    link.dispatchEvent(new Event('error'))
    const Part = lazyPart(chunk(0))
    renderPart(Part)
    const copy = document.head.querySelector('link[href="/assets/part.css"]')
    expect(copy).not.toBe(link)
    await act(async () => void copy?.dispatchEvent(new Event('load')))
    expect(await screen.findByText('the part')).toBeInTheDocument()
    copy?.remove()
  })
})

describe('A style that does not come', () => {
  it('keeps no other part away', async () => {
    const link = document.head.appendChild(
      Object.assign(document.createElement('link'), { rel: 'stylesheet', href: '/assets/gone.css' }),
    )
    link.dispatchEvent(new Event('error'))
    const Part = lazyPart(chunk(0))
    renderPart(Part)
    document.head.querySelector('link[href="/assets/gone.css"]')?.dispatchEvent(new Event('error'))
    expect(await screen.findByText('the part')).toBeInTheDocument()
  })
})

import type { Page } from '@playwright/test'

interface TraceEvent {
  name: string
  ph: string
  pid: number
  tid: number
  /** Microseconds of processor time. */
  tdur?: number
  args: { name?: string }
}

/**
 * Milliseconds of CPU time of each task on the page's main thread while `work` runs and settles: what delays a frame, drawing
 * included. CPU time rather than wall-clock time, as other processes share this machine.
 */
export async function traceTasks(page: Page, work: () => unknown, settled: (page: Page) => Promise<unknown>): Promise<number[]> {
  const browser = page.context().browser()
  if (!browser) throw new Error('no browser to trace')
  await browser.startTracing(page, { categories: ['toplevel', 'disabled-by-default-devtools.timeline'] })
  await work()
  await settled(page)
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] }
  const threadOf = ({ pid, tid }: TraceEvent) => `${pid}/${tid}`
  const named = traceEvents.filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain')
  const pages = new Set(named.map(threadOf))
  const tasks = traceEvents.filter((event) => event.name === 'RunTask' && event.ph === 'X' && pages.has(threadOf(event)))
  return tasks.map(({ tdur = 0 }) => tdur / 1000)
}

export async function measureLongestTask(...work: Parameters<typeof traceTasks>): Promise<number> {
  return Math.max(0, ...(await traceTasks(...work)))
}

/** What is drawn at once has settled after two frames. */
export const drawn = (page: Page) =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done)))))

/** Draws the same page from scratch: the current speed of the machine affects this and what is compared to it. */
export const redraw = (page: Page) =>
  page.evaluate(() => {
    const copy = document.body.cloneNode(true) as HTMLElement
    document.documentElement.append(copy)
    copy.getBoundingClientRect()
    copy.remove()
  })

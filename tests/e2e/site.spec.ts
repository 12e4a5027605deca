import type { Page } from '@playwright/test'
import { communityImages, datasets } from '#contract/community.ts'
import { prerenderedPages } from '#src/app/prerendered-pages.ts'
import { paths } from '#src/paths.ts'
import { callApi } from './api.ts'
import { isFurtherArticle, pageSampleSeed, pickPageSample } from './page-sample.ts'
import { expect, test } from './person.ts'

/** The allowed layout shift of a page while it loads, as a share of the window (issue 4). */
const mostShift = 0.02

/** How many articles, which share one page, the short run opens beside the first and the agreements. */
const fewArticles = 4

interface Watched {
  shift: number
  heading: Element | null
}

const watchTakeover = (page: Page) =>
  page.addInitScript(() => {
    const watched: Watched = { shift: 0, heading: null }
    Object.assign(window, { watched })
    document.addEventListener('DOMContentLoaded', () => {
      watched.heading = document.querySelector('h1')
    })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) watched.shift += entry.value
    }).observe({ type: 'layout-shift', buffered: true })
  })

const readTakeover = (page: Page) =>
  page.evaluate(() => {
    const { shift, heading } = (window as unknown as { watched: Watched }).watched
    return { shift, kept: heading?.isConnected, title: document.title }
  })

test('every written page is there before any script, is taken over as it stands, and does not jump', async ({
  page,
  browser,
}) => {
  test.slow()
  const silent = await browser.newContext({ javaScriptEnabled: false })
  const written = await silent.newPage()
  await watchTakeover(page)
  const faults: string[] = []
  const articles = pickPageSample(prerenderedPages.map(({ path }) => path).filter(isFurtherArticle), fewArticles)
  const opened = prerenderedPages.filter(({ path }) => !isFurtherArticle(path) || articles.includes(path))
  for (const { path, title, description } of opened) {
    await written.goto(path)
    const heading = (await written.locator('h1').innerText()).trim()
    const head = await written.evaluate(() => ({
      title: document.title,
      description: document.querySelector<HTMLMetaElement>('meta[name="description"]')?.content,
      canonical: document.querySelector<HTMLLinkElement>('link[rel="canonical"]')?.href,
      language: document.documentElement.lang,
      shown: document.querySelector('meta[property="og:title"]')?.getAttribute('content'),
    }))
    expect(head).toMatchObject({ title: `${title} · 智算中心`, shown: `${title} · 智算中心`, description, language: 'zh-CN' })
    expect(new URL(head.canonical ?? '').pathname).toBe(encodeURI(path))

    await page.goto(path)
    await page.waitForLoadState('networkidle')
    const after = await readTakeover(page)
    if (!after.kept) faults.push(`${path}: drawn anew instead of taken over`)
    if (after.title !== head.title) faults.push(`${path}: the title changes to ${after.title}`)
    if (after.shift > mostShift) faults.push(`${path}: moves by ${after.shift.toFixed(3)}`)
    expect(heading).not.toBe('')
  }
  await silent.close()
  expect(faults, pageSampleSeed).toEqual([])
})

test('the server draws community pages, and the browser takes them over without asking for what they show', async ({
  page,
  browser,
}) => {
  const [[image], [set]] = await Promise.all([
    callApi(page.request, undefined, communityImages.list, { query: { sort: 'uses', order: 'desc' } }),
    callApi(page.request, undefined, datasets.list, { query: { sort: 'uses', order: 'desc' } }),
  ])
  if (!image || !set) throw new Error('the demo has no community')
  const silent = await browser.newContext({ javaScriptEnabled: false })
  const drawn = await silent.newPage()
  await watchTakeover(page)
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (/^\/api\/v1\/(community_image|dataset_|data_set\/(?!version))/.test(pathname)) asked.push(pathname)
  })
  for (const { path, shown } of [
    { path: paths.communityImages, shown: image.name },
    { path: paths.communityDataSets, shown: set.name },
    { path: paths.communityImage(image.id), shown: image.summary },
    { path: paths.communityDataSet(set.id), shown: set.summary },
  ]) {
    await drawn.goto(path)
    await expect(drawn.locator('main')).toContainText(shown)
    const title = await drawn.title()
    await page.goto(path)
    await page.waitForLoadState('networkidle')
    await expect(page.locator('main')).toContainText(shown)
    const after = await readTakeover(page)
    expect({ path, ...after, shift: after.shift < mostShift }).toEqual({ path, shift: true, kept: true, title })
  }
  await silent.close()
  expect(asked).toEqual([])
})

test('the carousel is 540 px high at every width (§1), and its words and board stand above the dots', async ({ page }) => {
  await page.goto('/home')
  const carousel = page.getByRole('region', { name: '首页推荐' })
  await expect(carousel.locator('[data-ready="true"]')).toBeVisible()
  for (const width of [320, 390, 600, 768, 1024, 1440]) {
    await page.setViewportSize({ width, height: 800 })
    // the board redraws with as many rows as fit
    await expect(async () => {
      const boxes = await carousel.evaluate((shown) => {
        const edges = (selector: string) => shown.querySelector(selector)!.getBoundingClientRect()
        const { top, height } = shown.getBoundingClientRect()
        const [words, board, dots] = [edges('h1'), edges('section'), edges('[data-ready]')]
        return { height, above: words.top - top, between: dots.top - board.bottom }
      })
      expect(boxes.height, `${width} px wide`).toBe(540)
      expect(Math.min(boxes.above, boxes.between), `${width} px wide`).toBeGreaterThanOrEqual(0)
    }).toPass()
  }
})

test('a chosen colour scheme is there with the first paint', async ({ page, context, browser }) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto('/home')
  const backgroundOf = (shown: Page) => shown.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
  const light = await backgroundOf(page)
  await page.getByRole('button', { name: /配色/ }).first().click() // switch to light
  await page.getByRole('button', { name: /配色/ }).first().click() // switch to dark
  const dark = await backgroundOf(page)
  expect(dark).not.toBe(light)
  const unscripted = await browser.newContext({
    javaScriptEnabled: false,
    colorScheme: 'light',
    storageState: await context.storageState(),
  })
  const first = await unscripted.newPage()
  await first.goto('/market')
  expect(await backgroundOf(first)).toBe(dark)
  await unscripted.close()
})

test('an offer of the market can be rented without scrolling sideways, on every usual screen', async ({ page }) => {
  await page.goto('/market')
  for (const width of [390, 768, 1024, 1280, 1366, 1440, 1920]) {
    await page.setViewportSize({ width, height: 900 })
    const offer = page.getByRole('main').getByRole('link', { name: /^租用/ }).first()
    await offer.scrollIntoViewIfNeeded()
    const spilled = await offer.evaluate((link) => {
      let clip: Element | null = link.parentElement
      while (clip && getComputedStyle(clip).overflowX === 'visible') clip = clip.parentElement
      return link.getBoundingClientRect().right > (clip ?? document.documentElement).getBoundingClientRect().right
    })
    expect(spilled, `${width} px`).toBe(false)
  }
})

import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { prerenderedPages } from '#src/app/prerendered-pages.ts'
import { paths } from '#src/paths.ts'
import { consolePages, findPagesBelow, operatorPages } from './declared-pages.ts'
import { isFurtherArticle, pageSampleSeed, pickPageSample } from './page-sample.ts'
import { expect, recordConsoleErrors, signInByApi, test } from './person.ts'

test.describe.configure({ mode: 'parallel' }) // not in sequence in one worker: they are the longest

const userPhone = '13800000001'
/** Signs in an operator, who sees the back office (product §10). */
const operatorPhone = '13800000003'

const publicPages = [
  ...prerenderedPages.map(({ path }) => path).filter((path) => !isFurtherArticle(path)),
  '/home?type=login',
  '/home?type=register',
  paths.acceptSubAccount,
  paths.setup,
  paths.unsubscribe,
  paths.organisations(),
  '/sandbox',
  '/sandbox/wechat',
]
/** Every page is opened; this limit only ends hangs. */
const enoughMs = 60 * 60_000
/** Each page has its own window, as nothing animates in a background tab. */
const windowsAtOnce = 2
const phoneScreen = { width: 360, height: 780 }
const deskScreen = { width: 1280, height: 800 }

/** Streams and polling never end: a page is ready when its title is shown and no skeleton is left. */
async function loaded(page: Page): Promise<void> {
  await expect(page.locator('h1').first()).toBeVisible()
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
}

/** Records the greatest width of a page since it began to load, for `findOverflows`. */
const watchWidth = (page: Page) =>
  page.addInitScript(() => {
    let widest = 0
    const look = () => {
      widest = Math.max(widest, document.documentElement.scrollWidth)
      document.documentElement.dataset.widest = String(widest)
      requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  })

async function widthFaults(page: Page): Promise<string[]> {
  const width = Number(await page.locator('html').getAttribute('data-widest'))
  return width > 0 && width <= phoneScreen.width ? [] : [`${page.url()}: ${width} px wide on a screen of ${phoneScreen.width}`]
}

/** Finds scroll bars for one or two pixels: a line that overflows its box, not content to scroll. */
const barFaults = (page: Page) =>
  page.locator('body').evaluate((body) =>
    [...body.querySelectorAll('*')]
      .filter((box) => {
        const rest = box.scrollHeight - box.clientHeight
        const { overflowY, maxHeight } = getComputedStyle(box)
        return rest > 0 && rest < 4 && box.clientHeight > 0 && /auto|scroll/.test(overflowY) && maxHeight === 'none'
      })
      .map((box) => `${location.href}: ${box.tagName} ${box.className} scrolls by ${box.scrollHeight - box.clientHeight} px`),
  )

/** Returns the violations in the page's theme; theme-independent rules run once. Dimmed content is rechecked once renewed. */
async function themeFaults(page: Page, theme: 'light' | 'dark'): Promise<string[]> {
  await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
  await expect(page.locator('html')).toHaveAttribute('data-theme', theme)
  // the colours change one frame after the next
  await page.evaluate(() => new Promise((turned) => requestAnimationFrame(() => requestAnimationFrame(turned))))
  // otherwise axe opens its own tab each time, and the page stops in the background
  // report only violations: describing every passing node takes longer than finding it
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] })
  if (theme === 'dark') axe.withRules(['color-contrast'])
  let { violations } = await axe.analyze()
  if (violations.length > 0) {
    await loaded(page)
    violations = (await axe.analyze()).violations
  }
  return violations.map(
    ({ id, nodes }) => `${theme} ${page.url()}: ${id} at ${nodes[0]?.target.join(' ')}: ${nodes[0]?.failureSummary}`,
  )
}

/** Opens a page on a phone screen, then checks it on a desktop screen too. */
async function faultsOf(page: Page, path: string): Promise<string[]> {
  await page.setViewportSize(phoneScreen)
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await page.goto(path)
  await loaded(page)
  const narrow = [...(await widthFaults(page)), ...(await barFaults(page))]
  await page.setViewportSize(deskScreen)
  await loaded(page)
  return [...narrow, ...(await barFaults(page)), ...(await themeFaults(page, 'light')), ...(await themeFaults(page, 'dark'))]
}

const catalogues: readonly string[] = [paths.communityImages, paths.communityDataSets]

/** The first entry of a catalogue. */
async function firstDetail(page: Page): Promise<string[]> {
  if (!catalogues.includes(new URL(page.url()).pathname)) return []
  return [(await page.locator('main a[href*="/detail?id="]').first().getAttribute('href')) ?? '']
}

const parts = [
  { name: 'site', of: undefined, pages: publicPages, below: firstDetail },
  { name: 'console', of: userPhone, pages: consolePages, below: findPagesBelow },
  { name: 'back office', of: operatorPhone, pages: operatorPages, below: findPagesBelow },
]
/** What the short run opens of each part, and the pages found below them. */
const few = 2
for (const { name, of, pages, below } of parts)
  test(`every page of the ${name} passes axe in both themes, never scrolls sideways at 360 px, and has no scroll bar for a pixel`, async ({
    browser,
  }) => {
    test.setTimeout(enoughMs)
    expect(pages.length).toBeGreaterThan(8)
    const asked = pickPageSample(pages, few)
    const further = new Set<string>()
    const faults: string[] = []
    const visitAll = async () => {
      const context = await browser.newContext()
      const surprises = await recordConsoleErrors(context)
      const tab = await context.newPage()
      await watchWidth(tab)
      if (of) await signInByApi(tab, of)
      for (let path = asked.shift(); path !== undefined; path = asked.shift()) {
        faults.push(...(await faultsOf(tab, path)))
        if (!further.has(path))
          for (const found of await below(tab)) {
            further.add(found)
            asked.push(found)
          }
      }
      await context.close()
      faults.push(...surprises)
    }
    await Promise.all(Array.from({ length: windowsAtOnce }, visitAll))
    expect(faults, pageSampleSeed).toEqual([])
  })

test('product §2 a text becomes no HTML and no script, whichever way a page would make it one', async ({ browser }) => {
  const context = await browser.newContext() // a context of its own, as each of these is a violation
  const page = await context.newPage()
  await page.goto('/home')
  const refused = await page.evaluate(() => {
    const ways: (() => void)[] = [
      () => document.createElement('div').insertAdjacentHTML('beforeend', '<img src=x onerror=alert(1)>'),
      () => Object.assign(document.createElement('div'), { innerHTML: '<b>x</b>' }),
      () => Object.assign(document.createElement('script'), { src: 'https://evil.example/x.js' }),
      () => Object.assign(document.createElement('script'), { text: 'alert(1)' }),
      () => new Worker('data:text/javascript,1'),
      () => new DOMParser().parseFromString('<b>x</b>', 'text/html'),
    ]
    return ways.map((way) => {
      try {
        way()
        return 'done'
      } catch (error) {
        return (error as Error).name
      }
    })
  })
  await context.close()
  expect(refused).toEqual(refused.map(() => 'TypeError'))
})

/** What the tags that antd writes begin with, those aside that only set the variables of the colours. */
const writtenRules = (page: Page) =>
  page
    .locator('style[data-css-hash]')
    .evaluateAll((tags) => tags.map((tag) => tag.innerHTML.slice(0, 40)).filter((text) => text && !text.startsWith('.css-var')))

for (const colorScheme of ['light', 'dark'] as const)
  test(`decision 094 the first pages have antd’s rules from the style sheet, ${colorScheme}`, async ({ browser }) => {
    const context = await browser.newContext({ colorScheme, reducedMotion: 'no-preference' })
    const page = await context.newPage()
    await signInByApi(page)
    for (const path of [paths.dataOverview, paths.containerInstances]) {
      await page.goto(path)
      await loaded(page)
      await expect(page.locator('style[data-css-hash]').first()).toBeAttached()
      expect(await writtenRules(page), path).toEqual([])
    }
    await page.goto(paths.createInstance())
    await loaded(page)
    const rules = await writtenRules(page) // those of the pickers are not in the sheet
    expect(rules.filter((rule) => /^\.ant-(btn|input|select|pagination|popover|segmented)\b(?!-number)/.test(rule))).toEqual([])
    await context.close()
  })

test('§6 a visitor is sent to sign in and comes back to where he wanted to go', async ({ page }) => {
  await page.goto('/console/secret-key?keyword=a')
  await expect(page).toHaveURL(/\/home\?type=login&url=/)
  const dialog = page.getByRole('dialog', { name: '登录' })
  await dialog.getByLabel('手机号').fill('13800000001')
  await dialog.getByLabel('密码', { exact: true }).fill('Zhisuan-2026')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/console\/secret-key\?keyword=a/)
})

test('§4 an expired access token costs one refresh, a dead refresh one toast and the login dialog', async ({ page }) => {
  await signInByApi(page)
  await page.goto('/console/data-overview')
  await expect(page.getByRole('heading', { name: '总览' })).toBeVisible()
  const refreshes: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/v1/token/refresh')) refreshes.push(request.url())
  })
  let spoilt = 0
  /** Takes effect with the next page, before it reads the tokens: the current page would start a refresh of its own. */
  const spoil = (parts: { access?: string; refresh?: string }) =>
    page.addInitScript(
      ({ change, mark }) => {
        if (sessionStorage.getItem(mark)) return
        sessionStorage.setItem(mark, 'done')
        const token = { ...JSON.parse(localStorage.getItem('token') ?? '{}'), ...change }
        localStorage.setItem('token', JSON.stringify(token))
        localStorage.setItem('access_token', token.access)
      },
      { change: parts, mark: `spoilt-${++spoilt}` },
    )
  await spoil({ access: 'expired' })
  await page.reload()
  await expect(page.getByText('可用余额').first()).toBeVisible()
  expect(refreshes).toHaveLength(1)
  await spoil({ access: 'expired', refresh: 'revoked' })
  await page.reload()
  await expect(page).toHaveURL(/\/home\?type=login/)
  await expect(page.getByText('登录已失效，请重新登录')).toHaveCount(1)
  expect(await page.evaluate(() => [localStorage.getItem('token'), localStorage.getItem('access_token')])).toEqual([null, null])
})

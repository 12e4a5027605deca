import { type BrowserContext, test as base, expect, type Page } from '@playwright/test'
import { startKillablePlatform } from './killable-platform.ts'
import { signInByApi } from './person.ts'

// not the tabs of `person.ts`: a disconnected page logs console errors, which are expected here

type Platform = Awaited<ReturnType<typeof startKillablePlatform>>

const test = base.extend<object, { platform: Platform }>({
  platform: [
    // biome-ignore lint/correctness/noEmptyPattern: the form playwright asks for
    async ({}, use) => {
      const platform = await startKillablePlatform()
      await use(platform)
      await platform.close()
    },
    { scope: 'worker' },
  ],
  baseURL: ({ platform }, use) => use(platform.origin),
})

const dateFilter = (page: Page) => page.getByText('全部时间')
const strip = (page: Page) => page.getByText(/^连接已断开/)
const navigationLink = (page: Page, name: string) => page.getByRole('navigation').getByRole('link', { name, exact: true })
const toPage = (page: Page, name: string) => navigationLink(page, name).click()
/** Marks the page to detect a reload. */
const mark = (page: Page) => page.evaluate(() => Object.assign(window, { marked: true }))
const isMarked = (page: Page) => page.evaluate(() => 'marked' in window)

/** Simulates missing files of a chunk, as after an upgrade. */
const loseFiles = (context: BrowserContext, files: RegExp) => context.route(files, (route) => route.fulfill({ status: 404 }))

test('a list opened without a network comes back at 重试, its date filter too, and the page is not loaded anew', async ({
  page,
  context,
}) => {
  await signInByApi(page)
  await page.goto('/console/data-overview')
  await expect(page.getByRole('heading', { name: '总览' })).toBeVisible()
  await mark(page)
  await context.setOffline(true)
  await toPage(page, '账单')
  await expect(page.getByText(/页面没有加载完整|加载失败/)).toBeVisible()
  await page.getByRole('button', { name: '重试' }).first().click()
  await expect(page.getByText(/连不上平台|加载失败/).first()).toBeVisible()

  await context.setOffline(false)
  const retries = page.getByRole('main').getByRole('button', { name: '重试' })
  await expect(async () => {
    if (await retries.count()) await retries.first().click({ timeout: 2000 })
    await expect(retries).toHaveCount(0, { timeout: 2000 })
    await expect(dateFilter(page)).toBeVisible({ timeout: 2000 })
  }).toPass()
  await expect(page.getByRole('table')).toBeVisible()
  await toPage(page, '订单')
  await expect(dateFilter(page)).toBeVisible()
  const missing = () =>
    page.evaluate(() => [...document.querySelectorAll('link')].flatMap((l) => (l.rel === 'stylesheet' && !l.sheet ? l.href : [])))
  await expect.poll(missing).toEqual([])
  expect(await isMarked(page)).toBe(true)
})

test('a page that did not come without a network opens when it is come back to with one', async ({ page, context }) => {
  await signInByApi(page)
  await page.goto('/console/data-overview')
  await expect(page.getByRole('heading', { name: '总览' })).toBeVisible()
  await mark(page)
  await context.setOffline(true)
  await toPage(page, '账单')
  await expect(page.getByText('页面没有加载完整')).toBeVisible()
  await toPage(page, '总览')
  await expect(page.getByRole('heading', { name: '总览' })).toBeVisible()
  await context.setOffline(false)
  await toPage(page, '账单')
  await expect(page.getByRole('table')).toBeVisible()
  expect(await isMarked(page)).toBe(true)
})

test('a date filter whose style does not come is a line in its place, and comes with its style at 重试', async ({
  page,
  context,
}) => {
  await signInByApi(page)
  const style = /assets\/DayRange-.*\.css/
  await context.route(style, (route) => route.abort())
  await page.goto('/console/cost/my-order')
  await expect(page.getByRole('table')).toBeVisible()
  await expect(page.getByText('没有加载完整')).toBeVisible()
  await context.unroute(style)
  await mark(page)
  await page.getByRole('button', { name: '重试' }).click()
  await expect(dateFilter(page)).toBeVisible()
  const styled = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')].some(
      (link) => /DayRange/.test(link.href) && link.sheet,
    ),
  )
  expect(styled).toBe(true)
  expect(await isMarked(page)).toBe(true)
})

test('a dialog whose files are gone is a toast: the site stays, and the next click opens it', async ({ page, context }) => {
  await page.goto('/home')
  await page.waitForLoadState('networkidle')
  const files = /assets\/LoginDialog-/
  await loseFiles(context, files)
  await mark(page)
  await page.getByRole('link', { name: '登录', exact: true }).first().click()
  await expect(page.getByText('没有打开')).toBeVisible()
  await expect(page.getByRole('button', { name: '刷新页面' })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await context.unroute(files)
  await page.getByRole('link', { name: '登录', exact: true }).first().click()
  await expect(page.getByRole('dialog', { name: '登录' })).toBeVisible()
  expect(await isMarked(page)).toBe(true)
})

test('a page whose files an upgrade has replaced is loaded anew at 重试, once', async ({ page, context }) => {
  await signInByApi(page)
  await page.goto('/console/data-overview')
  await expect(page.getByRole('heading', { name: '总览' })).toBeVisible()
  const files = /assets\/(ResourceListPage|CostOverviewPage)-.*\.js/
  await loseFiles(context, files)
  await toPage(page, '费用总览')
  await expect(page.getByText('页面没有加载完整')).toBeVisible()
  await mark(page)
  const loaded = page.waitForEvent('load')
  await page.getByRole('button', { name: '重试' }).click()
  await loaded
  expect(await isMarked(page)).toBe(false)
  await mark(page)
  await page.getByRole('button', { name: '重试' }).click()
  await expect(page.getByText(/平台可能刚刚更新/)).toBeVisible()
  expect(await isMarked(page)).toBe(true)
})

test('while the server is down every tab says so and keeps what it shows; when it is back, a failed list fills by itself', async ({
  page,
  context,
  platform,
}) => {
  test.slow()
  await signInByApi(page)
  await page.goto('/console/cost/my-order')
  await expect(page.getByRole('table')).toBeVisible()
  await toPage(page, '总览')
  await expect(page.getByRole('heading', { name: '总览' })).toBeVisible()
  const other = await context.newPage()
  await other.goto('/console/cost/my-order')
  await expect(other.getByRole('table')).toBeVisible()
  await mark(page)

  await platform.kill()
  for (const tab of [page, other]) await expect(strip(tab)).toBeVisible()
  await expect(strip(page)).toHaveText(/正在重连 · 数据截至 \d\d:\d\d$/)
  await expect(other.getByRole('table')).toBeVisible()
  await toPage(page, '账单')
  await expect(page.getByRole('main').getByRole('button', { name: '重试' })).toBeVisible()

  const again = other.getByRole('button', { name: '立即重连' })
  await expect(again).toBeVisible()
  await platform.start()
  // unless it is back by itself already
  await again.evaluateAll((buttons: HTMLElement[]) => {
    for (const button of buttons) button.click()
  })
  await expect(page.getByRole('table')).toBeVisible()
  for (const tab of [page, other]) await expect(strip(tab)).toBeHidden()
  expect(await isMarked(page)).toBe(true)
})

test('a network that goes silent is said at once, and what did not come meanwhile comes by itself when it is back', async ({
  page,
  context,
}) => {
  await signInByApi(page)
  const opened = page.waitForResponse(/\/sse\/v1\//)
  await page.goto('/console/data-overview')
  await expect(page.getByRole('heading', { name: '总览' })).toBeVisible()
  await opened
  await mark(page)
  // the open stream is not closed
  const unheard = /\/healthz$|\/sse\/v1\/|assets\/DayRange-/
  await context.route(unheard, (route) => route.abort())
  await page.evaluate(() => window.dispatchEvent(new Event('offline')))
  await expect(strip(page)).toBeVisible({ timeout: 20_000 }) // the heartbeat would take 120 s
  await toPage(page, '账单')
  await expect(page.getByText('没有加载完整')).toBeVisible()
  await context.unroute(unheard)
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await expect(dateFilter(page)).toBeVisible()
  await expect(strip(page)).toBeHidden()
  expect(await isMarked(page)).toBe(true)
})

test('a session that ends leaves each tab its own page, and one sign-in brings all of them back', async ({ page, context }) => {
  await signInByApi(page)
  await page.goto('/console/cost/income-detail')
  await expect(page.getByRole('table')).toBeVisible()
  const other = await context.newPage()
  await other.goto('/console/secret-key?keyword=a')
  await expect(other.getByRole('heading', { name: 'SSH 密钥', level: 1 })).toBeVisible()
  await page.evaluate(() => {
    const token = JSON.parse(localStorage.getItem('token') ?? '{}')
    localStorage.setItem('token', JSON.stringify({ ...token, access: 'expired', refresh: 'revoked' }))
  })
  // whichever tab refreshes first, the session ends there: before the link is clicked, or after, or just as the click goes on
  const ended = /\/home\?type=login(&url=%2Fconsole%2Fcost%2Fmy-order)?$/
  // an event and no mouse, which would press what the sign-in dialog has at this place
  const followed = navigationLink(page, '订单').dispatchEvent('click')
  await Promise.race([followed.catch(() => undefined), page.waitForURL(ended)])
  await expect(page).toHaveURL(ended)
  await expect(other).toHaveURL(/\/home\?type=login$/)
  const dialog = other.getByRole('dialog', { name: '登录' })
  await dialog.getByLabel('手机号').fill('13800000001')
  await dialog.getByLabel('密码', { exact: true }).fill('Zhisuan-2026')
  await dialog.getByRole('button', { name: '登录', exact: true }).click()
  await expect(other).toHaveURL(/\/console\/secret-key\?keyword=a$/)
  await expect(page).toHaveURL(/\/console\/cost\//) // it continues by itself
})

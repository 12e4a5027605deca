import type { BrowserContext, Page } from '@playwright/test'
import { expect, rechargeAtCashier, signInNewcomer, test } from './person.ts'

const tabsOpen = 10

/** The open stream connections of this browser. */
function openStreams(context: BrowserContext): Set<unknown> {
  const open = new Set<unknown>()
  context.on('request', (request) => {
    if (request.url().includes('/sse/v1/')) open.add(request)
  })
  context.on('requestfinished', (request) => open.delete(request))
  context.on('requestfailed', (request) => open.delete(request))
  return open
}

const bell = (page: Page) => page.getByRole('link', { name: /^通知/ }).first()
const unreadIn = async (page: Page) => Number(/(\d+) 条未读/.exec((await bell(page).getAttribute('aria-label')) ?? '')?.[1] ?? 0)

test('issue 3: ten tabs hold one stream, their bells agree, and the next tab takes over', async ({ page, context }) => {
  test.slow()
  const streams = openStreams(context)
  const token = await signInNewcomer(page)
  await page.goto('/console/data-overview') // leaves the session where the other tabs find it
  const others: Page[] = []
  for (let n = 1; n < tabsOpen; n += 1) {
    const tab = await context.newPage()
    await tab.goto('/console/data-overview')
    others.push(tab)
  }
  const tabs = [page, ...others]
  for (const tab of tabs) await expect(bell(tab)).toBeVisible()
  await expect.poll(() => streams.size).toBe(1)

  const before = await unreadIn(page)
  /** Simulates incoming money, which is announced (product §8). */
  const beTold = () => rechargeAtCashier(page, token, '1.00')
  const allShow = async (open: readonly Page[], count: number) => {
    for (const tab of open) await expect.poll(() => unreadIn(tab), { message: 'every bell' }).toBe(count)
  }
  for (let n = 0; n < 3; n += 1) await beTold()
  await allShow(tabs, before + 3)
  expect(streams.size).toBe(1)

  // the first tab holds the stream; something happens while nobody listens
  await page.goto('/healthz')
  await beTold()
  await allShow(others, before + 4)
  await expect.poll(() => streams.size).toBe(1)
  await beTold()
  await allShow(others, before + 5)
  expect(streams.size).toBe(1)
})

import { readFileSync } from 'node:fs'
import { paths } from '#src/paths.ts'
import { readChunks } from '../../scripts/web/chunks.ts'
import { expect, test } from './person.ts'

const shootTo = process.env.SHOTS

test('decision 108 a browser older than the floor is shown a page that says so, in WeChat with the way out', async ({
  browser,
}) => {
  for (const [userAgent, isWechat] of [
    [undefined, false],
    ['Mozilla/5.0 (Linux; Android 10) Chrome/89.0 Mobile Safari/537.36 MMWEBID/1 MicroMessenger/8.0.20', true],
  ] as const) {
    const context = await browser.newContext({ ...(userAgent && { userAgent }) })
    await context.addInitScript(() => Reflect.deleteProperty(Array.prototype, 'toSorted'))
    const page = await context.newPage()
    await page.goto(paths.home())
    await expect(page).toHaveURL(isWechat ? '/old-browser.html#wechat' : '/old-browser.html')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('这个浏览器版本太旧')
    await expect(page.getByText('在浏览器中打开')).toBeVisible({ visible: isWechat })
    for (const [width, colorScheme] of [
      [390, 'light'],
      [1440, 'dark'],
    ] as const) {
      await page.setViewportSize({ width, height: 900 })
      await page.emulateMedia({ colorScheme })
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
      if (shootTo) await page.screenshot({ path: `${shootTo}/old-browser-${width}-${isWechat}.png`, fullPage: true })
    }
    await context.close()
  }
})

test('decision 108 the footer leads to the notices of every package in the web', async ({ page }) => {
  await page.goto(paths.home())
  const link = page.getByRole('contentinfo').getByRole('link', { name: '开源软件' })
  await expect(link).toHaveAttribute('href', paths.thirdPartyNotices)
  const notices = await (await page.request.get(paths.thirdPartyNotices)).text()
  const named = new Set([...notices.matchAll(/^(\S+) \d\S* \(.+\)$/gm)].map(([, name]) => name))
  const bundled = Object.values(readChunks('dist/web')).flatMap(({ packages }) => packages)
  expect(bundled.length).toBeGreaterThan(50)
  expect(bundled.filter((name) => !named.has(name))).toEqual([])
  expect(notices).toContain(readFileSync('node_modules/react/LICENSE', 'utf8').trim())
})

import { readFileSync } from 'node:fs'
import { type Locator, request } from '@playwright/test'
import sharp from 'sharp'
import { auth } from '#contract/auth.ts'
import { instances } from '#contract/instances.ts'
import { orders } from '#contract/orders.ts'
import { products } from '#contract/products.ts'
import { callPathPattern } from '#server/http/traffic.ts'
import { callApi } from './api.ts'
import { expect, test } from './person.ts'
import { startTwoOrigins } from './two-origins.ts'

const credentials = { phone: '13800000001', password: 'Zhisuan-2026' }
const solid = { width: 64, height: 64, channels: 3, background: '#336699' } as const

/** The picture is shown and comes from the API. */
async function isShown(image: Locator, api: string): Promise<void> {
  await image.scrollIntoViewIfNeeded()
  await expect.poll(() => image.evaluate((one: HTMLImageElement) => one.complete && one.naturalWidth > 0)).toBe(true)
  expect(await image.evaluate((one: HTMLImageElement) => one.src)).toMatch(new RegExp(`^${api}/`))
}

test('§7 the web on one origin and the API on another: signed in, pictures, live list, upload, download, terminal', async ({
  page,
}) => {
  test.slow()
  const { api, web, close } = await startTwoOrigins()
  try {
    const picture = await sharp({ create: solid }).png().toBuffer()
    const misled: string[] = []
    page.on('request', (one) => {
      const { origin, pathname } = new URL(one.url())
      if (origin === web && callPathPattern.test(pathname)) misled.push(pathname)
    })
    await page.goto(`${web}/home?type=login`)
    await page.getByRole('button', { name: '微信扫码' }).click()
    await isShown(page.getByAltText('微信登录二维码'), api)
    await page.getByRole('button', { name: '密码登录' }).click()
    const dialog = page.getByRole('dialog', { name: '登录' })
    await dialog.getByLabel('手机号').fill(credentials.phone)
    await dialog.getByLabel('密码', { exact: true }).fill(credentials.password)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/console\//)

    const beside = await request.newContext({ baseURL: api })
    const { access } = await callApi(beside, undefined, auth.login, { body: credentials })
    const [product] = await callApi(beside, access, products.list, { query: { page_size: 1 } })
    const [image] = await callApi(beside, access, products.images)
    const form = { product_id: product!.id, image_id: image!.id, gpu_num: 1, data_disk: 50, charge_rule: 'hour' } as const
    const quote = await callApi(beside, access, orders.quote, { body: { ...form, nick_name: '异地' } })
    const id = (await callApi(beside, access, orders.create, { body: { quote: quote.token } })).instance_id ?? ''

    await page.goto(`${web}/console/account/info`)
    await page.getByLabel('选择头像图片').setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: picture })
    await page.getByRole('button', { name: '使用这张头像' }).click()
    await isShown(page.locator('main [aria-hidden] img'), api)

    await page.goto(`${web}/console/file-storage`)
    await page.getByLabel('选择文件', { exact: true }).setInputFiles({ name: '异地.bin', mimeType: '', buffer: picture })
    const file = page.locator('main tr[data-row]').filter({ hasText: '异地.bin' })
    await expect(file).toBeVisible()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      file.getByRole('button', { name: '下载 异地.bin', exact: true }).click(),
    ])
    expect(download.suggestedFilename()).toBe('异地.bin')
    expect(readFileSync(await download.path())).toEqual(picture)

    await page.goto(`${web}/console/container-instance`)
    await expect(page.locator('main').getByText('异地')).toBeVisible()
    await callApi(beside, access, instances.update, { params: { id }, body: { nick_name: '改名而来' } })
    await expect(page.locator('main').getByText('改名而来')).toBeVisible()
    await expect.poll(async () => (await callApi(beside, access, instances.get, { params: { id } })).status).toBe(2)

    await page.goto(`${web}/console/container-instance/detail/${id}`)
    const terminalLine = page.waitForEvent('websocket')
    await page
      .getByRole('button', { name: /打开终端/ })
      .first()
      .click()
    expect((await terminalLine).url()).toContain(api.replace('http', 'ws'))
    await expect(page.locator('.xterm')).toContainText(/[#$] /)

    await page.goto(`${web}/market`)
    await isShown(page.getByRole('contentinfo').getByRole('img').first(), api)
    expect(misled).toEqual([])
    await beside.dispose()
  } finally {
    await page.close() // a stream that ends with the page would be noise
    await close()
  }
})

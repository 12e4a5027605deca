import type { Locator, Page } from '@playwright/test'
import { instances } from '#contract/instances.ts'
import { orders } from '#contract/orders.ts'
import { products } from '#contract/products.ts'
import { callApi } from './api.ts'
import { expect, signInNewcomer, test } from './person.ts'

/** Creates a running instance with this name. */
async function rented(page: Page, token: string, name: string): Promise<string> {
  const [product] = await callApi(page.request, token, products.list, { query: { page_size: 1 } })
  const [image] = await callApi(page.request, token, products.images)
  if (!product || !image) throw new Error('nothing to rent')
  const form = {
    product_id: product.id,
    image_id: image.id,
    gpu_num: 1,
    data_disk: 50,
    charge_rule: 'hour',
    nick_name: name,
  } as const
  const quote = await callApi(page.request, token, orders.quote, { body: form })
  const { instance_id: instanceId } = await callApi(page.request, token, orders.create, { body: { quote: quote.token } })
  const id = instanceId ?? ''
  const statusOf = async () => (await callApi(page.request, token, instances.get, { params: { id } })).status
  await expect.poll(statusOf, { timeout: 300_000 }).toBe(2)
  return id
}

// a key press reaches its target only after the animation has ended
test.use({ contextOptions: { reducedMotion: 'no-preference' } })

/** Uses only the keyboard from here on. */
const press = async (page: Page, ...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key)
}
/** Tabs on until the target has the focus, at most so many times. */
const pressTabUntil = async (page: Page, target: Locator, most: number) => {
  for (let steps = 0; steps < most && !(await target.evaluate((one) => one === document.activeElement)); steps += 1)
    await press(page, 'Tab')
}

const confirmShutdown = async (page: Page, dialog: Locator) => {
  await expect(dialog).toContainText('系统盘和数据盘都保留')
  const confirm = dialog.getByRole('button', { name: '关机', exact: true })
  await pressTabUntil(page, confirm, 10)
  await expect(confirm).toBeFocused()
  await press(page, 'Enter')
  await expect(dialog).toBeHidden() // while the dialog is open, it receives all keys
}

test('issue 3: an instance is found and stopped without a mouse, from the list and from the palette', async ({ page }) => {
  test.slow()
  const token = await signInNewcomer(page)
  const name = '键盘实例'
  const id = await rented(page, token, name)
  const statusOf = async () => (await callApi(page.request, token, instances.get, { params: { id } })).status
  await page.goto('/console/data-overview')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()

  await test.step('from the list', async () => {
    // the two keys form a shortcut only in quick succession, which a busy machine may miss
    await expect(async () => {
      await press(page, 'g', 'i')
      await expect(page).toHaveURL(/\/console\/container-instance$/, { timeout: 15_000 })
    }).toPass({ timeout: 300_000 })
    await expect(page.locator('main [data-row]').first()).toBeVisible()
    await press(page, '/')
    await page.keyboard.type(name)
    await press(page, 'Enter')
    await expect(page).toHaveURL(/keyword=/)
    await expect(page.locator('main [data-row]')).toHaveCount(1)
    await press(page, 'Escape') // leave the search box, where letters are text
    await press(page, 'j')
    await expect(page.locator('main [data-row]')).toBeFocused()
    await press(page, 'Enter')
    await expect(page).toHaveURL(new RegExp(`/detail/${id}`))
    await expect(page.getByRole('heading', { name })).toBeVisible()
    const button = page.getByRole('button', { name: '关机', exact: true }).first()
    await pressTabUntil(page, button, 60)
    await expect(button).toBeFocused()
    await press(page, 'Enter')
    const dialog = page.getByRole('dialog')
    await confirmShutdown(page, dialog)
    await expect.poll(statusOf, { timeout: 300_000 }).toBe(7)
  })

  await test.step('from the palette', async () => {
    await callApi(page.request, token, instances.start, { params: { id } })
    await expect.poll(statusOf, { timeout: 300_000 }).toBe(2)
    const palette = page.getByRole('dialog', { name: '命令面板' })
    const chosen = palette.getByRole('option', { selected: true })
    const around = page.getByRole('link', { name: '总览', exact: true })
    await around.focus()
    await press(page, 'Control+k')
    await page.keyboard.type('c') // immediately: it must not create anything
    await expect(palette.getByRole('combobox')).toHaveValue('c')
    await press(page, 'Escape')
    await expect(palette).toBeHidden()
    await expect(around).toBeFocused()
    await press(page, 'Control+k')
    await page.keyboard.type(name)
    await expect(chosen).toContainText(name)
    await press(page, 'Enter')
    await expect(page).toHaveURL(new RegExp(`/detail/${id}`))
    await press(page, 'Control+k')
    await page.keyboard.type(`关机 ${name}`)
    await expect(chosen).toContainText(`关机 · ${name}`)
    await press(page, 'Enter')
    const dialog = page.getByRole('dialog', { name: /关机/ })
    await confirmShutdown(page, dialog)
    await expect.poll(statusOf, { timeout: 300_000 }).toBe(7)
  })

  await test.step('and the keys are listed, and can be switched off', async () => {
    await press(page, 'Shift+?')
    const sheet = page.getByRole('dialog', { name: '键盘快捷键' })
    await expect(sheet).toContainText('下一行')
    const off = sheet.getByRole('switch')
    await pressTabUntil(page, off, 5)
    await press(page, 'Space')
    await press(page, 'Escape')
    await expect(sheet).toBeHidden()
    const before = page.url()
    await press(page, 'g', 'i')
    await page.waitForTimeout(300)
    expect(page.url()).toBe(before)
  })

  await callApi(page.request, token, instances.release, { params: { id } })
})

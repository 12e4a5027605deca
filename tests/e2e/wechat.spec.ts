import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, getSmsCode, test } from './person.ts'

const iphone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148'

async function axe(page: Page, state: string): Promise<void> {
  // otherwise it opens its own tab each time
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode()
    .options({ resultTypes: ['violations'] })
    .analyze()
  expect(violations.map(({ id, nodes }) => `${state}: ${id} at ${nodes[0]?.target.join(' ')}`)).toEqual([])
}

/** Opens the code and has this user's phone scan it on the sandbox's page; stops before the confirmation. */
async function scan(page: Page, name: string): Promise<Page> {
  await page.getByRole('button', { name: '微信扫码' }).click()
  await expect(page.getByAltText('微信登录二维码')).toBeVisible()
  const opened = page.context().waitForEvent('page')
  await page.getByRole('link', { name: /^沙箱：/ }).click()
  const phone = await opened
  await phone.getByLabel(name).check()
  await phone.getByRole('button', { name: '扫码' }).click()
  await phone.getByRole('button', { name: '查看并确认登录' }).click()
  return phone
}
/** Confirms and returns to the computer's tab: in a background tab timers fire only once a second. */
async function confirm(phone: Page, page: Page): Promise<void> {
  await phone.getByRole('button', { name: '确认登录', exact: true }).click()
  await page.bringToFront()
}

test('§4 a WeChat without an account is bound to a phone, and from then on scanning is enough', async ({ page }) => {
  await page.goto('/home?type=login&url=%2Fmarket')
  const phone = await scan(page, '小满')
  await axe(phone, 'the question on the phone')
  await expect(page.getByText('已扫码，请在手机上确认登录')).toBeVisible()
  await axe(page, 'scanned')
  await confirm(phone, page)
  await expect(page.getByText('该微信尚未绑定智算中心账号')).toBeVisible()
  await axe(page, 'wechat-bind')
  await page.getByRole('textbox', { name: '手机号' }).fill('13800000001')
  await page.getByRole('button', { name: '获取验证码' }).click()
  await expect(page.getByText('验证码已发送')).toBeVisible()
  await page.getByRole('textbox', { name: '短信验证码' }).fill(await getSmsCode(page, '13800000001'))
  await page.getByRole('button', { name: '登录并绑定' }).click()
  await expect(page).toHaveURL(/\/market$/)

  await page.evaluate(() => localStorage.clear())
  await page.goto('/home?type=login')
  const again = await scan(page, '小满')
  await expect(again.getByText('138****0001', { exact: true })).toBeVisible()
  await confirm(again, page)
  await expect(page).toHaveURL(/\/console\/data-overview$/)
})

test('§4 nobody is signed in when the phone refuses', async ({ page }) => {
  await page.goto('/home?type=login')
  const phone = await scan(page, '阿北')
  await phone.getByRole('button', { name: '取消' }).click()
  await expect(page.getByText('已在手机上取消登录')).toBeVisible()
  await axe(page, 'refused')
  await page.getByRole('button', { name: '刷新二维码' }).click()
  await expect(page.getByAltText('微信登录二维码')).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
})

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(() => {
    test.use({ userAgent: iphone, viewport: { width: 360, height: 780 }, colorScheme })

    test(`§2 the phone screens pass axe and fit 360 px in the ${colorScheme} theme`, async ({ page }) => {
      await page.goto('/home?type=login')
      await expect(page).toHaveURL(/\/phone-login$/)
      for (const method of ['密码登录', '短信登录', '微信扫码']) {
        await page.getByRole('button', { name: method }).click()
        await axe(page, method)
      }
      await page.getByRole('tab', { name: '注册' }).click()
      await expect(page).toHaveURL(/\/phone-register$/)
      await page.getByRole('button', { name: '注册' }).click()
      await expect(page.getByText('请勾选注册协议')).toBeVisible()
      await axe(page, 'register')
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
    })
  })
}

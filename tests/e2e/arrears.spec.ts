import { startHeldPlatform } from './held-platform.ts'
import { expect, test } from './person.ts'

test('product §5 from a low balance to arrears and back: warned, stopped with the data kept, paid up, booted again', async ({
  page,
}) => {
  test.slow()
  const platform = await startHeldPlatform('3.00')
  try {
    await platform.signIn(page)
    const open = (path: string) => page.goto(`${platform.origin}${path}`)
    await open('/market')
    await page.getByRole('main').getByRole('link', { name: /^租用/ }).first().click()
    await page.getByLabel('实例名称').fill('省着用')
    await page.getByRole('button', { name: '创建实例' }).click()
    await expect(page).toHaveURL(/\/container-instance\/detail\/gpu-/)
    await platform.pass(0.01)
    await expect(page.getByText('运行中', { exact: true }).first()).toBeVisible() // what is paid for runs from here on
    await platform.pass(0.5)
    await open('/console/data-overview')
    await expect(page.getByText(/用完后保留 1 小时宽限/)).toBeVisible()

    await platform.pass(1)
    await open('/console/notice/message')
    await expect(page.getByText('余额已用完，实例将在 1 小时后关机').first()).toBeVisible()
    await platform.pass(1.5)
    await open('/console/container-instance')
    await expect(page.getByText('已关机').first()).toBeVisible()
    await expect(page.getByText('欠费').first()).toBeVisible()

    await open('/console/data-overview')
    const debt = page.getByRole('alert').filter({ hasText: /欠款 ¥\d+\.\d{2}/ })
    await expect(debt).toContainText('已逾期 0 天')
    await debt.getByRole('link', { name: '去充值' }).click()
    await expect(page).toHaveURL(/\/recharge\?amount=/)
    await page.getByRole('button', { name: '去支付' }).click()
    const [cashier] = await Promise.all([page.waitForEvent('popup'), page.getByRole('link', { name: /打开收银台/ }).click()])
    await cashier.getByRole('button', { name: /支付/ }).click()
    await expect(cashier.getByText(/支付成功|已支付|已到账/).first()).toBeVisible()
    await cashier.close()
    await platform.pass(0.02)
    await open('/console/data-overview')
    await expect(page.getByText('可用余额').first()).toBeVisible()
    await expect(page.getByText(/欠款/)).toHaveCount(0)
    await open('/console/container-instance')
    await expect(page.getByText('已关机').first()).toBeVisible()
  } finally {
    platform.close()
  }
})

import type { Page } from '@playwright/test'
import { expect } from './person.ts'

/** On the recharge page: pays the chosen amount in the cashier's own tab and waits until it has arrived. */
export async function payInCashierTab(page: Page): Promise<void> {
  await page.getByRole('button', { name: '去支付' }).click()
  const [cashier] = await Promise.all([page.waitForEvent('popup'), page.getByRole('link', { name: /打开收银台/ }).click()])
  await cashier.getByRole('button', { name: /支付/ }).click()
  await expect(cashier.getByText(/支付成功|已支付|已到账/).first()).toBeVisible()
  await cashier.close()
  await expect(page.getByText(/已到账/).first()).toBeVisible()
}

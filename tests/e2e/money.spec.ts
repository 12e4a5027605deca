import type { Page } from '@playwright/test'
import { operatorInvoices } from '#contract/operator/invoices.ts'
import { operatorWithdrawals } from '#contract/operator/withdrawals.ts'
import { stepUp } from '#contract/step-up.ts'
import { withdrawals } from '#contract/withdrawals.ts'
import { callApi } from './api.ts'
import { payInCashierTab } from './cashier.ts'
import { expect, signInByApi, test } from './person.ts'

test.describe.configure({ mode: 'parallel' })

const operatorPhone = '13800000003'
const password = 'Zhisuan-2026'

async function operatorToken(page: Page): Promise<string> {
  const answer = await page.request.post('/api/v1/login', { data: { phone: operatorPhone, password } })
  const { access } = ((await answer.json()) as { data: { access: string } }).data
  await callApi(page.request, access, stepUp.prove, { body: { password } })
  return access
}

async function topUp(page: Page, amount: string): Promise<void> {
  await page.goto(`/recharge?amount=${amount}`)
  await payInCashierTab(page)
}

test('product §5 from a recharge to an invoice: paid in, spent, applied for, reviewed, issued, read', async ({ page }) => {
  test.slow()
  await signInByApi(page)
  await topUp(page, '30')
  await page.goto('/console/cost/income-detail')
  await expect(page.getByText('+30.00').first()).toBeVisible()
  await page.goto('/console/cost/invoicing')
  await page.getByRole('button', { name: '选择全部可开的' }).click()
  await page.getByRole('complementary', { name: '开票摘要' }).getByRole('button', { name: '提交申请' }).click()
  await expect(page).toHaveURL(/\/console\/cost\/invoice-details\?id=/)
  await expect(page.getByText('待审核').first()).toBeVisible()
  const id = new URL(page.url()).searchParams.get('id')!
  await callApi(page.request, await operatorToken(page), operatorInvoices.approve, { params: { id } })
  await expect(async () => {
    await page.reload()
    await expect(page.getByRole('button', { name: /下载 PDF|PDF/ }).first()).toBeVisible({ timeout: 15_000 })
  }).toPass({ timeout: 300_000 })
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: /PDF/ }).first().click()])
  expect(file.suggestedFilename()).toMatch(/\.pdf$/)
})

test('product §5 a package becomes pay-as-you-go, and the rest comes back to the balance', async ({ page }) => {
  test.slow()
  await signInByApi(page)
  await topUp(page, '100')
  await page.goto('/market')
  const rent = await page.getByRole('main').getByRole('link', { name: /^租用/ }).first().getAttribute('href')
  await page.goto(`${rent}&charge_rule=day`)
  await page.getByLabel('实例名称').fill('改主意')
  await page.getByRole('button', { name: '创建实例' }).click()
  await expect(page).toHaveURL(/\/container-instance\/detail\/gpu-/)
  await expect(page.getByText('运行中').first()).toBeVisible({ timeout: 300_000 })
  const id = new URL(page.url()).pathname.split('/').at(-1)!
  await page.goto(`/console/container-instance/convert-bill?id=${id}`)
  const quote = page.getByRole('complementary', { name: '报价' })
  await expect(quote.getByText(/已用 .*× ¥/)).toBeVisible()
  await quote.getByRole('button', { name: '转为按量计费' }).click()
  const done = page.getByRole('status').filter({ hasText: '从现在起按量计费' })
  await expect(done.getByText('退回余额')).toBeVisible()
  await page.goto('/console/cost/income-detail?kind=refund')
  await expect(page.getByText(/^退款：创建实例 改主意/).first()).toBeVisible()
  await page.goto(`/console/container-instance/detail/${id}`)
  await expect(page.getByText('按量计费').first()).toBeVisible()
  await expect(page.getByText('运行中').first()).toBeVisible()
})

async function askToWithdraw(page: Page, amount: string): Promise<string> {
  await page.goto('/console/cost/withdrawal')
  await page
    .getByRole('link', { name: '申请提现' })
    .or(page.getByRole('button', { name: '申请提现' }))
    .first()
    .click()
  await page.getByLabel('提现金额').fill(amount)
  await page.getByRole('button', { name: '申请提现' }).click()
  const proof = page.getByRole('dialog', { name: '验证身份' })
  const done = page.getByText('已提交，金额已冻结，等待审核').first()
  await expect(proof.or(done)).toBeVisible()
  if (await proof.isVisible()) {
    const field = proof.getByRole('textbox', { name: '登录密码' })
    await field.fill('wrong-2026')
    await page.keyboard.press('Enter')
    await expect(proof.getByText('密码错误')).toBeVisible()
    await expect(field).toBeFocused()
    await page.keyboard.press('ControlOrMeta+A')
    await page.keyboard.type(password)
    await page.keyboard.press('Enter')
  }
  await expect(done).toBeVisible()
  const token = JSON.parse((await page.evaluate(() => localStorage.getItem('token'))) ?? '{}') as { access: string }
  const [newest] = await callApi(page.request, token.access, withdrawals.list, { query: { page_size: 1 } })
  return newest!.id
}

test('product §5 a withdrawal is refused with its reason, asked for again, and paid out', async ({ page }) => {
  test.slow()
  await signInByApi(page)
  await topUp(page, '50')
  await page.goto('/console/cost/withdrawal/create')
  await page.getByRole('button', { name: '申请提现' }).click()
  await expect(page.getByText('请输入提现金额！')).toBeVisible()
  await page.getByLabel('提现金额').fill('1.234')
  await page.getByRole('button', { name: '申请提现' }).click()
  await expect(page.getByText('请输入最多保留两位小数的正数！')).toBeVisible()

  const refused = await askToWithdraw(page, '12.34')
  const operator = await operatorToken(page)
  const reason = '请先说明退款原因'
  await callApi(page.request, operator, operatorWithdrawals.reject, { params: { id: refused }, body: { reason } })
  await page.goto('/console/cost/withdrawal')
  await expect(page.getByText(reason)).toBeVisible()
  await expect(page.getByText('已驳回').first()).toBeVisible()

  const granted = await askToWithdraw(page, '12.34')
  await callApi(page.request, operator, operatorWithdrawals.approve, { params: { id: granted } })
  await expect(async () => {
    await page.goto(`/console/cost/withdrawal/${granted}`)
    await expect(page.getByText('已完成').first()).toBeVisible({ timeout: 15_000 })
  }).toPass({ timeout: 300_000 })
  await page.goto('/console/cost/income-detail')
  await expect(page.getByText('12.34').first()).toBeVisible()
})

import type { Page } from '@playwright/test'
import { buildIdNumber } from '#tests/support/id-numbers.ts'
import { payInCashierTab } from './cashier.ts'
import { expect, getSmsCode, test } from './person.ts'

const docker = process.env.COMPUTE === 'docker'
const password = 'Gpu#2026rent'
/** What an engine does to a container waits for its disks, which other tests use, too. */
const engineWait = { timeout: 300_000 }
/** A new user each time. */
const person = () => test.info().retry * 2 + (docker ? 2 : 1)

async function register(page: Page, phone: string): Promise<void> {
  await page.goto('/home')
  await page.getByRole('banner').getByRole('link', { name: '注册' }).click()
  const dialog = page.getByRole('dialog', { name: '注册' })
  await dialog.getByLabel('手机号').fill(phone)
  const solver = page.waitForEvent('worker') // a worker solves the challenge before a visitor's code
  await dialog.getByRole('button', { name: '获取验证码' }).click()
  expect((await solver).url()).toContain('challenge.worker')
  await expect(dialog.getByRole('button', { name: /秒后重发/ })).toBeVisible()
  await dialog.getByLabel('短信验证码').fill(await getSmsCode(page, phone))
  await dialog.getByLabel('密码', { exact: true }).fill(password)
  await dialog.getByRole('checkbox').check()
  await dialog.getByRole('button', { name: '注册' }).click()
  await expect(page).toHaveURL(/\/console\/data-overview$/)
}

async function topUp(page: Page): Promise<void> {
  await page.goto('/recharge')
  await page.getByText('¥50', { exact: true }).click()
  await payInCashierTab(page)
}

async function verifyRealName(page: Page): Promise<void> {
  await page.goto('/console/account/certification-details')
  await page.getByLabel('真实姓名').fill('王小明')
  await page.getByRole('textbox', { name: '身份证号' }).fill(buildIdNumber('19900307', person()))
  await page.getByRole('button', { name: /提交|认证/ }).click()
  await expect(page.getByText('请同意处理身份信息')).toBeVisible()
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: /提交|认证/ }).click()
  await expect(page.getByText('王**')).toBeVisible()
}

async function rent(page: Page): Promise<void> {
  await page.goto('/market')
  await page.getByRole('main').getByRole('link', { name: /^租用/ }).first().click()
  await expect(page).toHaveURL(/\/create-instance/)
  await page.getByLabel('实例名称').fill('端到端')
  await page.getByRole('button', { name: '创建实例' }).click()
  await expect(page).toHaveURL(/\/console\/container-instance\/detail\/gpu-/)
  await expect(page.getByRole('heading', { name: '端到端' })).toBeVisible()
  await expect(page.getByText('运行中').first()).toBeVisible(engineWait)
}

async function work(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /打开终端/ })
    .first()
    .click()
  const terminal = page.locator('.xterm')
  await expect(terminal).toBeVisible()
  await expect(terminal).toContainText(/[#$] /)
  await terminal.click()
  await page.keyboard.type('echo 你好-$((40+2))')
  await page.keyboard.press('Enter')
  await expect(terminal).toContainText(docker ? '你好-42' : '你好-')
}

async function readBill(page: Page): Promise<void> {
  await page.getByRole('tab', { name: '计费' }).click()
  await expect(page.getByText('2.28').first()).toBeVisible()
  await page.getByRole('button', { name: '验算' }).click()
  await expect(page.getByText(/一致|相符|吻合/).first()).toBeVisible()
}

async function confirmed(page: Page, action: string): Promise<void> {
  const button = page.getByRole('button', { name: action, exact: true }).first()
  const more = page.getByRole('button', { name: '更多操作' })
  await expect(button.or(more).first()).toBeVisible()
  if (await button.isVisible()) await button.click()
  else {
    await more.click()
    await page.getByRole('menuitem', { name: action, exact: true }).click()
  }
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  if (action === '释放') await dialog.getByRole('checkbox').check()
  await dialog.getByRole('button', { name: action }).click()
  await expect(dialog).toBeHidden()
}

async function giveBack(page: Page): Promise<void> {
  await confirmed(page, '关机')
  await expect(page.getByText('已关机').first()).toBeVisible(engineWait)
  await confirmed(page, '释放')
  await page.goto('/console/container-instance')
  await expect(page.getByText('还没有容器实例')).toBeVisible(engineWait)
}

test('a newcomer registers, tops up, is verified, rents a GPU, works in it, sees the bill and gives it back @docker', async ({
  page,
}) => {
  test.slow()
  await register(page, `1390000${String(person()).padStart(4, '0')}`)
  await topUp(page)
  await verifyRealName(page)
  await rent(page)
  await work(page)
  await readBill(page)
  await giveBack(page)
})

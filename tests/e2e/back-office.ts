import type { Locator, Page } from '@playwright/test'
import { stepUp } from '#contract/step-up.ts'
import { callApi } from './api.ts'
import { clearSignIn, expect, signInByApi } from './person.ts'

const password = 'Zhisuan-2026'
/** Two who may decide what the other asks for. */
export const operators = { first: '13800000003', second: '13800000004' }

/** Signs in as somebody else, who has just proved to be at the keyboard. */
export async function changePerson(page: Page, phone: string): Promise<string> {
  await page.goto('/home')
  await clearSignIn(page)
  const token = await signInByApi(page, phone)
  if (Object.values(operators).includes(phone)) await callApi(page.request, token, stepUp.prove, { body: { password } })
  return token
}

/** Runs an action of a row, whose dialog may ask for more. */
export async function runRowAction(
  page: Page,
  row: string,
  action: string,
  fill: (dialog: Locator) => Promise<void> = async () => undefined,
): Promise<void> {
  const near = page.getByRole('button', { name: new RegExp(`^${action} .*${row}`) }).first()
  const more = page.getByRole('button', { name: new RegExp(`^更多操作 .*${row}`) }).first()
  await expect(near.or(more).first()).toBeVisible()
  if (await near.isVisible()) await near.click()
  else {
    await more.click()
    await page.getByRole('menuitem', { name: action, exact: true }).click()
  }
  const dialog = page.getByRole('dialog', { name: new RegExp(`^${action}`) })
  await expect(dialog).toBeVisible()
  await fill(dialog)
  await dialog.getByRole('button', { name: action }).click()
  await expect(dialog).toBeHidden()
}

/** Chooses in the form that `within` holds. */
async function choose(page: Page, within: Locator, label: string, option: string): Promise<void> {
  await within.getByRole('combobox', { name: label }).click()
  await page.locator('.ant-select-item-option').filter({ hasText: option }).click()
}

/** Sends the form of a page of its own, which leads to what was made. */
async function submit(page: Page, button: string): Promise<void> {
  await page.getByRole('main').getByRole('button', { name: button, exact: true }).click()
  await expect(page).not.toHaveURL(/\/create$/)
}

/** Adds an engine by its form and waits for its row. */
export async function addEngineByForm(page: Page, kind: 'Docker' | 'Kubernetes', fields: Readonly<Record<string, string>>) {
  await page.goto('/operator/engines/create')
  await page.locator('label.ant-radio-button-wrapper', { hasText: kind }).click()
  for (const [label, value] of Object.entries(fields)) await page.getByLabel(label, { exact: true }).fill(value)
  await submit(page, '创建')
}

/** Waits until a host has reported, and puts it into a region. */
export async function registerHostInRegion(page: Page, host: string, region: string): Promise<void> {
  await expect(async () => {
    await page.goto(`/operator/hosts?keyword=${host}`)
    await expect(page.getByText('待登记')).toBeVisible({ timeout: 5_000 })
  }).toPass({ timeout: 180_000 })
  await runRowAction(page, host, '登记', (dialog) => choose(page, dialog, '地域', region))
  await expect(page.getByText('接收新实例')).toBeVisible()
}

/** Sells the cards of a model: a product, its price by two people, and a place in the market. */
export async function sell(page: Page, model: string, region: string): Promise<void> {
  await page.goto('/operator/products/create')
  await choose(page, page.getByRole('main'), '地域', region)
  await page.getByLabel('GPU 型号').fill(model)
  const figures = { 名称: model, '每卡显存（GB）': '32', 'FP32 算力（TFLOPS）': '100', 'FP16 算力（TFLOPS）': '200' }
  const share = { '每卡 CPU（核）': '1', '每卡内存（GB）': '1', '带宽（Mbit/s）': '100', '系统盘（GB）': '30' }
  for (const [label, value] of Object.entries({ ...figures, ...share })) await page.getByLabel(label).fill(value)
  await submit(page, '创建')
  await page.goto(`/operator/products?keyword=${encodeURIComponent(model)}`)
  await runRowAction(page, model, '申请调价', async (dialog) => {
    const prices = { 时价: '1.80', 日价: '36', 周价: '216' }
    for (const [name, value] of Object.entries(prices)) await dialog.getByLabel(`${name}（元/卡）`).fill(value)
    await dialog.getByLabel('原因').fill('首次定价')
  })
  await changePerson(page, operators.second)
  await page.goto('/operator/changes')
  await runRowAction(page, model, '批准')
  await changePerson(page, operators.first)
  await page.goto(`/operator/products?keyword=${encodeURIComponent(model)}`)
  await runRowAction(page, model, '上架')
  await expect(page.getByRole('main').getByText('在售', { exact: true }).first()).toBeVisible()
}

/** Offers an image that engines have, or can pull. */
export async function offerImage(page: Page, reference: string, name: string): Promise<void> {
  await page.goto('/operator/images/create')
  const fields = { 名称: name, 框架: name, 版本: '1', 'Python 版本': '3.12', 运行时: 'busybox', '大小（GB）': '1' }
  await page.getByLabel('镜像地址').fill(reference)
  for (const [label, value] of Object.entries(fields)) await page.getByLabel(label, { exact: true }).fill(value)
  await submit(page, '登记')
  await page.goto(`/operator/images?keyword=${encodeURIComponent(reference)}`)
  await expect(page.getByRole('row').filter({ hasText: name }).getByText('已上线')).toBeVisible()
}

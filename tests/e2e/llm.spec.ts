import OpenAI from 'openai'
import { paths } from '#src/paths.ts'
import { expect, signInByApi, test } from './person.ts'

const tencentPhone = '13800000002'

test('product §9 a key is made, a program calls with it, and the call is on the bill of the month', async ({ page, baseURL }) => {
  await signInByApi(page, tencentPhone)
  await page.goto(paths.accessApi)
  // an empty list repeats the button below the page header
  await page.getByRole('button', { name: '创建密钥' }).first().click()
  await page.getByLabel('密钥名称').fill('课程助教')
  await page.getByLabel('额度上限（元）').fill('5')
  await page.getByRole('button', { name: '创建密钥' }).click()
  const dialog = page.getByRole('dialog', { name: '复制「课程助教」的密钥' })
  const secret = await dialog.getByText(/^sk-\w+$/).innerText()
  expect(secret).toMatch(/^sk-/)
  await dialog.getByRole('button', { name: '复制密钥' }).click()
  await dialog.getByRole('button', { name: '完成' }).click()

  const client = new OpenAI({ baseURL: `${baseURL}/v1`, apiKey: secret, maxRetries: 0 })
  const models = await client.models.list()
  const model = models.data.map(({ id }) => id).find((id) => id.includes('echo'))!
  const answer = await client.chat.completions.create({ model, messages: [{ role: 'user', content: '你好，算力' }] })
  expect(answer.usage?.total_tokens).toBeGreaterThan(0)
  await expect(client.models.list({ headers: { authorization: 'Bearer sk-wrong' } })).rejects.toMatchObject({ status: 401 })

  await page.goto(paths.accessApi)
  await page.getByLabel('问题').fill('在吗')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('log', { name: '对话' })).toContainText(/输入 \d+ 词元，输出 \d+ 词元/)

  await page.goto(paths.billApi)
  await expect(page.getByRole('row', { name: /课程助教/ }).first()).toContainText('成功')
  await expect(page.getByRole('row', { name: /控制台试用/ }).first()).toBeVisible()
  await page.goto(paths.monthBillDetail)
  await page.getByRole('link', { name: '课程助教' }).first().click()
  await expect(page).toHaveURL(/bill-api\?from=\d{4}-\d\d-01.*key_id=/)
  await expect(page.getByRole('row', { name: /课程助教/ })).toHaveCount(1)
})

test('requirements §6 the large-model pages lead everybody else to the overview', async ({ page }) => {
  await signInByApi(page)
  await page.goto(paths.accessApi)
  await expect(page).toHaveURL(new RegExp(`${paths.dataOverview}$`))
})

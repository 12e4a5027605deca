import { paths } from '#src/paths.ts'
import { expect, getSmsCode, signInByApi, test, toUniqueName } from './person.ts'

test('product §6 who is invited accepts with a code and a password of one’s own, on a phone, and is a sub-account', async ({
  page,
  browser,
}) => {
  const phone = `166000000${test.info().retry}1`
  const name = toUniqueName('实验组')
  await signInByApi(page)
  await page.goto(`${paths.subAccounts}/create`)
  await page.getByLabel('手机号').fill(phone)
  await page.getByLabel('名称').fill(name)
  await page.getByRole('button', { name: '创建' }).click()
  await expect(page.getByRole('row', { name }).getByText('待接受')).toBeVisible()

  const theirs = await browser.newContext({ viewport: { width: 360, height: 780 } })
  const tab = await theirs.newPage()
  await tab.goto(paths.phoneLogin())
  await tab.getByRole('link', { name: '接受子账号邀请' }).click()
  await tab.getByLabel('手机号').fill(phone)
  await tab.getByLabel('短信验证码').fill(await getSmsCode(tab, phone))
  await tab.getByRole('button', { name: '查看邀请' }).click()
  await expect(tab.getByText(name)).toBeVisible()
  await tab.getByLabel('设置密码').fill('Gpu#2026mine')
  await tab.getByRole('checkbox').check()
  expect(await tab.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  await tab.getByRole('button', { name: '接受并登录' }).click()
  await expect(tab.getByRole('heading', { level: 1, name: '总览' })).toBeVisible()
  await theirs.close()

  await page.reload()
  await expect(page.getByRole('row', { name }).getByText('正常')).toBeVisible()
})

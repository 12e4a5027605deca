import type { EndpointData } from '#contract/endpoint.ts'
import { secondFactor } from '#contract/second-factor.ts'
import { paths } from '#src/paths.ts'
import { computeFactorCode } from '#tests/support/second-factor.ts'
import { clearSignIn, expect, signInNewcomer, test } from './person.ts'

const password = 'Zhisuan-2026'
const halfMinuteMs = 30_000

test('decision 101 who adds a second factor signs in by a code, and without the phone by a recovery code', async ({ page }) => {
  const signIn = async (phone: string) => {
    await clearSignIn(page)
    await page.goto(paths.home({ type: 'login' }))
    const login = page.getByRole('dialog')
    await login.getByLabel('手机号').fill(phone)
    await login.getByLabel('密码', { exact: true }).fill(password)
    await login.getByRole('button', { name: '登录', exact: true }).click()
    return login
  }
  await signInNewcomer(page)
  await page.goto(paths.accountSecurity)
  await page.getByRole('button', { name: '开启两步验证' }).click()
  const identity = page.getByRole('dialog', { name: '验证身份' })
  await identity.getByRole('textbox', { name: '登录密码' }).fill(password)
  const answered = page.waitForResponse((answer) => answer.ok() && answer.url().endsWith(secondFactor.enrol.path))
  await identity.getByRole('button', { name: /验\s*证/ }).click()
  const { data } = (await (await answered).json()) as { data: EndpointData<typeof secondFactor.enrol> }
  const phone = /1\d{10}/.exec(data.uri)![0]

  const enrol = page.getByRole('dialog', { name: '开启两步验证' })
  /** The code of now, or the next ones: each counts once. */
  const code = (later = 0) => computeFactorCode(data.uri, new Date(Date.now() + later * halfMinuteMs))
  await enrol.getByLabel('动态码').fill(code())
  await enrol.getByRole('button', { name: '确认开启' }).click()
  const codes = page.getByRole('dialog', { name: '保存恢复码' })
  const recoveryCode = await codes.getByRole('listitem').first().textContent()
  await codes.getByRole('button', { name: /复\s*制/ }).click()
  await codes.getByRole('button', { name: '已保存' }).click()
  await expect(page.getByText('剩 10 个')).toBeVisible()

  const login = await signIn(phone)
  await expect(login.getByLabel('动态码')).toBeFocused()
  await login.getByLabel('动态码').fill(code(1))
  await login.getByRole('button', { name: '登录', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: '总览' })).toBeVisible()

  const again = await signIn(phone)
  await again.getByRole('button', { name: '手机不在身边，用恢复码' }).click()
  await again.getByLabel('恢复码').fill(recoveryCode!)
  await again.getByRole('button', { name: '登录', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: '总览' })).toBeVisible()
  await page.goto(paths.accountSecurity)
  await expect(page.getByText('剩 9 个')).toBeVisible()
})

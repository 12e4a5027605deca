import { directories } from '#contract/directories.ts'
import { operatorDirectories } from '#contract/operator/directories.ts'
import { projects } from '#contract/projects.ts'
import { stepUp } from '#contract/step-up.ts'
import { paths } from '#src/paths.ts'
import { oidcClient, startOidcProvider } from '#tests/support/directories/oidc-provider.ts'
import { callApi } from './api.ts'
import { clearSignIn, expect, signInByApi, test } from './person.ts'

const password = 'Zhisuan-2026'

test('decision 113 a student signs in at the university, without phone or password, and proves to be the same there', async ({
  page,
  context,
  baseURL,
}) => {
  // what the site calls itself where nothing else is configured
  const site = baseURL!.replace('127.0.0.1', 'localhost')
  const provider = await startOidcProvider(`${site}${paths.organisationReturn}`)
  const slug = `school-${test.info().retry}-${Date.now().toString(36)}`
  provider.people.set('zhang', { name: '张同学', email: 'zhang@school.edu.cn', email_verified: true, groups: ['vision'] })
  provider.typeFor('zhang')

  const admin = await signInByApi(page, '13800000003')
  await callApi(page.request, admin, stepUp.prove, { body: { password } })
  const { id } = await callApi(page.request, admin, operatorDirectories.create, {
    body: {
      kind: 'oidc',
      slug,
      name: '示例大学',
      master_phone: '13800000001',
      address: provider.issuer,
      client_id: oidcClient.id,
      secret: oidcClient.secret,
    },
  })
  await callApi(page.request, admin, operatorDirectories.enable, { params: { id } })
  const master = await signInByApi(page, '13800000001')
  await callApi(page.request, master, stepUp.prove, { body: { password } })
  const project = await callApi(page.request, master, projects.create, {
    body: { name: slug.slice(0, 20), member_monthly: '10' },
  })
  const rules = [{ group: 'vision', project_id: project.id }]
  await callApi(page.request, master, directories.update_rules, { params: { id }, body: { rules } })

  await page.goto(`${site}/home`)
  await clearSignIn(page)
  await page.goto(`${site}${paths.organisations('/console/account/security')}`)
  await page.getByLabel('组织代码').fill(slug)
  await page.getByRole('button', { name: '下一步' }).click()
  await page.getByRole('button', { name: '去示例大学登录' }).click()
  await expect(page.getByRole('heading', { level: 1, name: '账户安全' })).toBeVisible()
  await expect(page.getByText('只能用示例大学的账号登录')).toBeVisible()
  await page.goBack()
  expect(page.url(), 'the way back does not lead through what the provider sent').not.toContain('code=')

  await page.goto(`${site}/console/account/security`)
  await page.getByRole('button', { name: '开启两步验证' }).click()
  const opened = context.waitForEvent('page')
  await page.getByRole('button', { name: '去示例大学验证' }).click()
  await (await opened).waitForEvent('close')
  await expect(page.getByRole('img', { name: '身份验证器的二维码' })).toBeVisible()
  expect(provider.seen.prompts.filter((prompt) => prompt === 'login')).toHaveLength(2)
  await provider.close()
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { resultCodes } from '#contract/codes.ts'
import { directories } from '#contract/directories.ts'
import { operatorAudit } from '#contract/operator/audit.ts'
import { operatorDirectories } from '#contract/operator/directories.ts'
import { getDirectoryReturnUrl } from '#server/domains/money/directories/visits.service.ts'
import { readReturn } from '#tests/support/directories/browser.ts'
import { createFakeDirectories } from '#tests/support/directories/fake-directories.ts'
import { oidcClient, startOidcProvider } from '#tests/support/directories/oidc-provider.ts'
import { openSchool, readState } from '#tests/support/directories/school.ts'
import { createTestPlatform, type TestPlatform } from '#tests/support/platform.ts'

let platform: TestPlatform
let admin: Awaited<ReturnType<TestPlatform['signUp']>>
let master: Awaited<ReturnType<TestPlatform['signUp']>>
beforeAll(async () => {
  platform = await createTestPlatform()
  admin = await platform.signUp({ role: 'operator_admin' })
  master = await platform.signUp({ real_name: true, balance: '100.00' })
})
afterAll(() => platform.close())

let made = 0
const form = (more: object = {}) => ({
  kind: 'oidc' as const,
  slug: `school-${++made}`,
  name: '示例大学',
  master_phone: master.user.phone,
  address: 'https://sso.school.edu.cn',
  client_id: 'zhisuan',
  secret: 'a-secret',
  ...more,
})
const create = (more?: object) => admin.call(operatorDirectories.create, { body: form(more) })

describe('decision 113 Connecting an organisation', () => {
  it('shows the address to register and never the secret, which is sealed', async () => {
    const { data, raw } = await create()
    expect(data).toMatchObject({
      has_secret: true,
      enabled: false,
      scopes: 'openid profile email',
      return_url: expect.stringMatching(/\/sso\/callback$/),
      master: { id: master.user.id },
    })
    expect(raw).not.toContain('a-secret')
    const row = await platform.deps.database.kysely
      .selectFrom('directories')
      .selectAll()
      .where('id', '=', data.id)
      .executeTakeFirstOrThrow()
    expect(JSON.stringify(row)).not.toContain('a-secret')
    const { data: log } = await admin.call(operatorAudit.list, { query: {} })
    expect(JSON.stringify(log)).not.toContain('a-secret')
    expect(JSON.stringify(platform.logs)).not.toContain('a-secret')
  })

  it.each([
    [{ address: 'http://sso.school.edu.cn' }, 'address'],
    [{ address: 'https://user:pass@sso.school.edu.cn' }, 'address'],
    [{ address: 'javascript:alert(1)' }, 'address'],
    [{ client_id: '' }, 'client_id'],
    [{ master_phone: '13900000000' }, 'master_phone'],
    [{ slug: 'School' }, 'slug'],
    [{ kind: 'ldap', address: 'https://sso.school.edu.cn' }, 'address'],
    [{ kind: 'ldap', address: 'ldaps://ldap.school.edu.cn' }, 'base_dn'],
    [{ kind: 'ldap', address: 'ldaps://ldap.school.edu.cn', base_dn: 'dc=cn', user_filter: 'uid={username}' }, 'user_filter'],
    [{ name_attribute: 'na me' }, 'name_attribute'],
  ])('refuses %j at its field', async (more, field) => {
    const { status, errors } = await create(more)
    expect([status, Object.keys(errors ?? {})]).toEqual([expect.any(Number), [field]])
    expect(status).toBeLessThan(500)
  })

  it('keeps the secret when none is typed, and its code is taken once', async () => {
    const { data: first } = await create()
    const { kind: _, master_phone: __, secret: ___, ...rest } = form()
    const { data } = await admin.call(operatorDirectories.update, { params: { id: first.id }, body: { ...rest, name: '新名称' } })
    expect(data).toMatchObject({ name: '新名称', has_secret: true, kind: 'oidc' })
    const taken = await create({ slug: data.slug })
    expect(taken.code).toBe(resultCodes.directory_slug_taken.code)
    const { data: other } = await create()
    const renamed = await admin.call(operatorDirectories.update, { params: { id: other.id }, body: { ...rest, slug: data.slug } })
    expect(renamed.code).toBe(resultCodes.directory_slug_taken.code)
  })

  it('says what a test finds, and needs no address that answers', async () => {
    const { data } = await create({ address: 'http://127.0.0.1:9' })
    const tested = await admin.call(operatorDirectories.test, { params: { id: data.id } })
    expect(tested.data).toEqual({ ok: false, answer: '组织的登录服务没有回应' })
  })

  it('is closed to whoever signs in until it is enabled', async () => {
    const { data } = await create({ listed: true })
    const listed = async () => (await platform.call(directories.list)).data.map(({ slug }) => slug)
    expect(await listed()).not.toContain(data.slug)
    await admin.call(operatorDirectories.enable, { params: { id: data.id } })
    expect(await listed()).toContain(data.slug)
    expect((await platform.call(directories.get, { params: { slug: data.slug } })).data.name).toBe('示例大学')
    await admin.call(operatorDirectories.disable, { params: { id: data.id } })
    expect(await listed()).not.toContain(data.slug)
  })
})

describe('decision 113 From the form to a person signed in by a real provider', () => {
  it('takes the form, the rules of the organisation, and one sign-in', async () => {
    const provider = await startOidcProvider(getDirectoryReturnUrl(platform.deps))
    try {
      const { data: directory } = await create({
        address: provider.issuer,
        client_id: oidcClient.id,
        secret: oidcClient.secret,
      })
      provider.people.set('u-7', { name: '赵七', email: 'zhao@school.edu.cn', email_verified: true, groups: ['lab'] })
      await admin.call(operatorDirectories.enable, { params: { id: directory.id } })
      const id = 'project-lab'
      const project = { id, master_id: master.user.id, name: '实验室', created_at: platform.clock.now() }
      await platform.deps.database.kysely.insertInto('projects').values(project).execute()
      const rules = { project_id: null, rules: [{ group: 'lab', project_id: id }] }
      await platform.deps.database.kysely.updateTable('sessions').set({ stepped_up_at: platform.clock.now() }).execute()
      const saved = await master.call(directories.update_rules, { params: { id: directory.id }, body: rules })
      expect(saved.data).toMatchObject({ people: 0, rules: [{ group: 'lab', project_id: id }] })
      const { data: visit } = await platform.call(directories.begin, { body: { slug: directory.slug } })
      const { answer } = readReturn(await provider.signIn(visit.url, 'u-7'))
      const body = { state: readState(visit.url), browser: visit.browser, answer }
      expect((await platform.call(directories.finish, { body })).code).toBe('0')
      const { data: own } = await master.call(directories.own_list)
      expect(own.find(({ slug }) => slug === directory.slug)).toMatchObject({ people: 1 })
    } finally {
      await provider.close()
    }
  })
})

describe('decision 113 The groups of an organisation', () => {
  it("lead to the organisation's own projects only, each group to one", async () => {
    const fake = createFakeDirectories()
    const [own, other] = [await openSchool(platform, fake), await openSchool(platform, fake)]
    await platform.deps.database.kysely.updateTable('sessions').set({ stepped_up_at: platform.clock.now() }).execute()
    const save = (rules: object[], projectId: string | null = null) =>
      own.master.call(directories.update_rules, { params: { id: own.id }, body: { project_id: projectId, rules } as never })
    expect((await save([{ group: 'a', project_id: other.vision }])).errors).toHaveProperty(['rules.0.project_id'])
    expect((await save([], other.vision)).errors).toHaveProperty('project_id')
    const twice = await save([
      { group: 'a', project_id: own.vision },
      { group: 'a', project_id: own.speech },
    ])
    expect(twice.errors).toHaveProperty(['rules.1.group'])
    const { data } = await save([{ group: 'b', project_id: own.speech }], own.vision)
    expect(data).toMatchObject({ project_id: own.vision, rules: [{ group: 'b', project_id: own.speech }] })
  })
})

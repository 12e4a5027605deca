import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { resultCodes } from '#contract/codes.ts'
import { limits } from '#contract/limits.ts'
import { projects } from '#contract/projects.ts'
import { subAccounts } from '#contract/sub-accounts.ts'
import { addDirectory } from '#tests/support/directories/directories.ts'
import { addPerson, type Person } from '#tests/support/people.ts'
import { createTestPlatform, type TestPlatform } from '#tests/support/platform.ts'
import { addProject } from '#tests/support/projects.ts'
import { addSubAccount, signInSubAccount } from '#tests/support/sub-accounts.ts'

let platform: TestPlatform
beforeAll(async () => {
  platform = await createTestPlatform()
})
afterAll(() => platform.close())

const form = {
  name: '视觉组',
  budget: '1000',
  gpus_max: 8,
  member_monthly: '50',
  member_price_max: '9.5',
  member_instances_max: 3,
}
const create = (master: Person, name: string) => master.call(projects.create, { body: { ...form, name } })
const byId = (id: string) => ({ params: { id } })

describe('docs/decisions/112 A project', () => {
  it('has a budget, a quota of cards and the terms of a new member', async () => {
    const master = await addPerson(platform)
    const { data: made } = await create(master, '视觉组')
    expect(made).toMatchObject({
      ...{ name: '视觉组', budget: '1000.00', given: '0.00', rest: '1000.00', spent: '0.00' },
      ...{ members: 0, top_ups: '0.00', gpus: 0, gpus_max: 8 },
      ...{ member_monthly: '50.00', member_price_max: '9.50', member_instances_max: 3 },
    })
    const bare = (await master.call(projects.update, { ...byId(made.id), body: { name: '语音组', budget: '' } })).data
    expect(bare).toMatchObject({ name: '语音组', budget: null, rest: null, gpus_max: null, member_monthly: null })
    expect((await master.call(projects.get, byId(made.id))).data).toEqual(bare)
  })

  it('is listed with its members and what they are topped up to, found by a part of its name, and sorted by it', async () => {
    const master = await addPerson(platform)
    const id = await addProject(platform, master.id, { name: '视觉组' })
    await addProject(platform, master.id, { name: '自动驾驶' })
    for (const monthly of ['30', '50']) await addSubAccount(platform, master.id, { monthly, project_id: id })
    const { data: found } = await master.call(projects.list, { query: { keyword: '视' } })
    expect(found).toMatchObject([{ name: '视觉组', members: 2, top_ups: '80.00' }])
    const { data: sorted } = await master.call(projects.list, { query: { sort: 'name', order: 'asc' } })
    expect(sorted.map(({ name }) => name)).toHaveLength(2)
    const of = async (projectId: string) => (await master.call(subAccounts.list, { query: { project_id: projectId } })).total
    expect([await of(id), await of('project-none')]).toEqual([2, 0])
  })

  it('has a name of its own, also when many take one at once', async () => {
    const [master, other] = [await addPerson(platform), await addPerson(platform)]
    const replies = await Promise.all(Array.from({ length: 5 }, () => create(master, '视觉组')))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    const refused = replies.find(({ status }) => status !== 200)!
    expect([refused.code, refused.errors]).toEqual([resultCodes.name_taken.code, { name: ['已有同名的项目，请换一个名称'] }])
    const { data } = await create(master, '语音组')
    expect((await master.call(projects.update, { ...byId(data.id), body: form })).code).toBe(resultCodes.name_taken.code)
    expect((await master.call(projects.update, { ...byId(data.id), body: { name: '语音组' } })).status).toBe(200)
    expect((await create(other, '视觉组')).status).toBe(200)
  })

  it('is one of fifty at most', async () => {
    const master = await addPerson(platform)
    for (let nth = 0; nth < limits.projectsMax; nth += 1) await addProject(platform, master.id)
    const { code, message } = await create(master, '再一个')
    expect([code, message]).toEqual([resultCodes.too_many.code, '项目最多 50 个，请先删除不用的'])
  })

  it('of somebody else does not exist, and a sub-account has none', async () => {
    const [master, other] = [await addPerson(platform), await addPerson(platform)]
    const id = await addProject(platform, master.id)
    for (const reply of [
      await other.call(projects.get, byId(id)),
      await other.call(projects.update, { ...byId(id), body: form }),
      await other.call(projects.remove, byId(id)),
    ])
      expect(reply.code).toBe(resultCodes.not_found.code)
    expect((await other.call(projects.list)).total).toBe(0)
    const sub = await signInSubAccount(platform, master.id, { project_id: id })
    expect((await sub.call(projects.list)).code).toBe(resultCodes.forbidden.code)
  })

  it('refuses what is no budget and no number of cards, at its field', async () => {
    const master = await addPerson(platform)
    const { errors } = await master.call(projects.create, { body: { name: '', budget: '-1', gpus_max: 0 } })
    expect(errors).toEqual({ name: ['请输入项目名称'], budget: [expect.any(String)], gpus_max: ['至少 1 张'] })
  })
})

describe('docs/decisions/112 The members of a project', () => {
  it('are sub-accounts that it was chosen for; they leave it and enter another by a change of theirs', async () => {
    const master = await addPerson(platform)
    const [from, to] = [
      await addProject(platform, master.id, { name: '甲' }),
      await addProject(platform, master.id, { name: '乙' }),
    ]
    const id = await addSubAccount(platform, master.id, { project_id: from })
    const change = (body: object) => master.call(subAccounts.update, { ...byId(id), body: { name: '标注组', ...body } })
    expect((await change({})).data.project).toEqual({ id: from, name: '甲' })
    expect((await change({ project_id: to })).data.project).toEqual({ id: to, name: '乙' })
    expect((await change({ project_id: null })).data.project).toBeNull()
    expect((await change({ project_id: '' })).data.project).toBeNull()
  })

  it('know its name and its quota', async () => {
    const master = await addPerson(platform)
    const id = await addProject(platform, master.id, { name: '视觉组', gpus_max: 8 })
    const member = await signInSubAccount(platform, master.id, { project_id: id })
    const alone = await signInSubAccount(platform, master.id)
    expect((await member.call(subAccounts.own)).data?.project).toEqual({ name: '视觉组', gpus: 0, gpus_max: 8 })
    expect((await alone.call(subAccounts.own)).data?.project).toBeNull()
  })

  it('keep it from being removed, as does a directory that leads people into it', async () => {
    const master = await addPerson(platform)
    const id = await addProject(platform, master.id, { name: '视觉组' })
    const sub = await addSubAccount(platform, master.id, { project_id: id })
    const remove = () => master.call(projects.remove, byId(id))
    const inUse = await remove()
    expect([inUse.code, inUse.message]).toEqual([
      resultCodes.project_in_use.code,
      '项目里还有 1 个子账号，移出或删除后才能删除项目',
    ])
    await master.call(subAccounts.remove, byId(sub))
    const { kysely } = platform.deps.database
    const directoryId = await addDirectory(platform.deps, master.id)
    await kysely.updateTable('directories').set({ project_id: id }).execute()
    expect((await remove()).code).toBe(resultCodes.project_in_use.code)
    await kysely.updateTable('directories').set({ project_id: null }).execute()
    const group = { directory_id: directoryId, position: 0, group_name: 'staff', project_id: id }
    await kysely.insertInto('directory_groups').values(group).execute()
    expect((await remove()).message).toBe('还有企业目录让新成员进入这个项目，改到别的项目后才能删除')
    await kysely.deleteFrom('directory_groups').execute()
    expect((await remove()).status).toBe(200)
    expect((await master.call(projects.get, byId(id))).code).toBe(resultCodes.not_found.code)
    expect((await create(master, '视觉组')).status).toBe(200)
    const late = { ...byId(await addSubAccount(platform, master.id)), body: { name: '标注组', project_id: id } }
    expect((await master.call(subAccounts.update, late)).errors).toEqual({ project_id: ['项目不存在或已删除'] })
  })
})

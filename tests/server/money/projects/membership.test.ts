import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { resultCodes } from '#contract/codes.ts'
import { limits } from '#contract/limits.ts'
import { subAccounts } from '#contract/sub-accounts.ts'
import { findProjectOf, moveMember, openProjectMember } from '#server/domains/money/projects/membership.service.ts'
import { auditBooks } from '#server/ledger/audit.ts'
import { getCashBalance } from '#server/ledger/ledger.ts'
import { inTransaction } from '#server/tx.ts'
import { addPerson, type Person } from '#tests/support/people.ts'
import { createTestPlatform, type TestPlatform } from '#tests/support/platform.ts'
import { addProject } from '#tests/support/projects.ts'
import { addSubAccount } from '#tests/support/sub-accounts.ts'

let platform: TestPlatform
beforeAll(async () => {
  platform = await createTestPlatform()
})
afterAll(() => platform.close())
afterEach(async () => expect(await auditBooks(platform.deps.database.kysely)).toEqual([]))

const terms = { member_monthly_fen: 3000n, member_price_max_micro: 5_000_000n, member_instances_max: 2 }
const open = (master: Person, projectId: string, name = '李工') =>
  inTransaction(platform.deps, (tx) => openProjectMember(tx, { master_id: master.id, project_id: projectId, name }))
const show = async (master: Person, id: string) => (await master.call(subAccounts.get, { params: { id } })).data

describe('docs/decisions/112 A member whom a directory vouches for', () => {
  it('has no phone, and begins with the terms of the project and its money', async () => {
    const master = await addPerson(platform, { balance: '100.00' })
    const project = await addProject(platform, master.id, terms)
    const id = await open(master, project)
    expect(await show(master, id)).toMatchObject({
      name: '李工',
      phone: '未绑定手机',
      state: 'active',
      has_password: false,
      remaining: '30.00',
      monthly: '30.00',
      price_max: '5.00',
      instances_max: 2,
      invited_until: null,
      project: { id: project },
    })
  })

  it('is found by its name, and has no invitation to send again', async () => {
    const master = await addPerson(platform)
    const id = await open(master, await addProject(platform, master.id))
    const { data } = await master.call(subAccounts.list, { query: { keyword: '李' } })
    expect(data.map((row) => row.id)).toEqual([id])
    const refused = await master.call(subAccounts.invite, { params: { id } })
    expect([refused.code, refused.message]).toEqual([resultCodes.sub_account_state.code, '这个子账号没有绑定手机，不用邀请'])
  })

  it('begins with as much as master and project still have, which may be nothing', async () => {
    const master = await addPerson(platform, { balance: '20.00' })
    const wide = await addProject(platform, master.id, terms)
    const narrow = await addProject(platform, master.id, { ...terms, monthly_fen: 500n })
    const cash = async (projectId: string) => getCashBalance(platform.deps.database.kysely, await open(master, projectId))
    expect([await cash(narrow), await cash(narrow), await cash(wide), await cash(wide)]).toEqual([500n, 0n, 1500n, 0n])
  })

  it('takes no place of those who are invited, and has thousands of its own', async () => {
    const master = await addPerson(platform)
    const project = await addProject(platform, master.id)
    for (let nth = 0; nth < limits.subAccountsMax; nth += 1) await addSubAccount(platform, master.id)
    await open(master, project)
    await expect(addSubAccount(platform, master.id)).rejects.toMatchObject({ name_of_code: 'sub_account_limit' })
    const { kysely } = platform.deps.database
    const many = sql`generate_series(1, ${sql.lit(limits.directoryPeopleMax - 1)}) n`
    await sql`insert into users (id, uuid, phone, password_hash, nickname, invite_code, account_type, master_id, created_at)
      select 'many-' || n, gen_random_uuid(), 'directory:many-' || n, 'none', '同学', 'M' || n, 'sub', ${master.id}, now() from ${many}`.execute(
      kysely,
    )
    await sql`insert into sub_accounts (user_id, master_id, name, topped_month, has_password, created_at)
      select 'many-' || n, ${master.id}, '同学', '2026-11', false, now() from ${many}`.execute(kysely)
    await expect(open(master, project)).rejects.toMatchObject({ name_of_code: 'sub_account_limit' })
  })

  it('moves to another project of the same master alone, and keeps its own terms', async () => {
    const master = await addPerson(platform)
    const [from, to] = [await addProject(platform, master.id, terms), await addProject(platform, master.id)]
    const foreign = await addProject(platform, (await addPerson(platform)).id)
    const id = await open(master, from)
    const move = (projectId: string) =>
      inTransaction(platform.deps, (tx) => moveMember(tx, { user_id: id, project_id: projectId }))
    await move(to)
    expect(await show(master, id)).toMatchObject({ project: { id: to }, monthly: '30.00', price_max: '5.00' })
    await expect(move(foreign)).rejects.toMatchObject({ name_of_code: 'not_found' })
  })
})

describe('docs/decisions/112 A project', () => {
  it('is found by its master alone', async () => {
    const [master, other] = [await addPerson(platform), await addPerson(platform)]
    const id = await addProject(platform, master.id, { name: '视觉组' })
    const { kysely } = platform.deps.database
    expect(await findProjectOf(kysely, master.id, id)).toEqual({ id, name: '视觉组' })
    expect(await findProjectOf(kysely, other.id, id)).toBeUndefined()
  })

  it('of another master cannot be chosen for a sub-account', async () => {
    const master = await addPerson(platform)
    const own = await addSubAccount(platform, master.id)
    const foreign = await addProject(platform, (await addPerson(platform)).id)
    const reply = await master.call(subAccounts.update, { params: { id: own }, body: { name: '标注组', project_id: foreign } })
    expect([reply.code, reply.errors]).toEqual([resultCodes.not_found.code, { project_id: ['项目不存在或已删除'] }])
  })
})

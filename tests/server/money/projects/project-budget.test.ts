import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { resultCodes } from '#contract/codes.ts'
import { notifications } from '#contract/notifications.ts'
import { projects } from '#contract/projects.ts'
import { subAccounts } from '#contract/sub-accounts.ts'
import { topUpBudgets } from '#server/domains/money/sub-accounts/monthly-budget.service.ts'
import { getCashBalance } from '#server/ledger/ledger.ts'
import { HeldClock } from '#tests/support/held-clock.ts'
import type { Person } from '#tests/support/people.ts'
import { addProject } from '#tests/support/projects.ts'
import { createRentalPlatform, type RentalPlatform } from '#tests/support/rental.ts'
import { addSubAccount, type SubAccountOptions, signInSubAccount } from '#tests/support/sub-accounts.ts'

const dayMs = 86_400_000
let rental: RentalPlatform
beforeAll(async () => {
  rental = await createRentalPlatform({ clock: new HeldClock(new Date('2026-11-02T12:00:00+08:00')) })
})
afterAll(() => rental.close())
afterEach(async () => expect(await rental.audit()).toEqual([]))

/** A project with 100 yuan a month, and how sub-accounts come into it. */
async function makeProject(balance = '1000.00') {
  const master = await rental.addPerson({ balance })
  const id = await addProject(rental, master.id, { name: '视觉组', monthly_fen: 10_000n })
  return { master, id, join: (terms: SubAccountOptions = {}) => addSubAccount(rental, master.id, { ...terms, project_id: id }) }
}
const cash = (id: string) => getCashBalance(rental.deps.database.kysely, id)
const look = async (master: Person, id: string) => {
  const { budget, given, rest } = (await master.call(projects.get, { params: { id } })).data
  return { budget, given, rest }
}
const give = (master: Person, id: string, amount: string) =>
  master.call(subAccounts.allocate, { params: { id }, body: { amount } })
const take = (master: Person, id: string, amount: string) =>
  master.call(subAccounts.take_back, { params: { id }, body: { amount } })
/** Lets the next month begin, and the job of the first run in it. */
async function beginMonth() {
  await rental.clock.advance(31 * dayMs)
  await topUpBudgets(rental.deps)
}

describe('docs/decisions/112 The budget of a project', () => {
  it('is all its members may get in a month; beyond it an allocation is refused at its field', async () => {
    const { master, id, join } = await makeProject()
    const [one, other] = [await join({ amount: '60' }), await join()]
    const refused = await give(master, other, '40.01')
    expect([refused.code, refused.errors]).toEqual([
      resultCodes.project_budget.code,
      { amount: ['项目「视觉组」本月预算 ¥100.00，还剩 ¥40.00 可以划拨'] },
    ])
    expect((await give(master, other, '40')).status).toBe(200)
    expect(await look(master, id)).toEqual({ budget: '100.00', given: '100.00', rest: '0.00' })
    expect([await cash(one), await cash(other)]).toEqual([6000n, 4000n])
  })

  it('gets back what is taken back from a member in the month, but not what it had before', async () => {
    const { master, id, join } = await makeProject()
    const [one, other] = [await join({ amount: '60' }), await join()]
    await take(master, one, '20')
    expect((await look(master, id)).rest).toBe('60.00')
    await rental.clock.advance(31 * dayMs)
    await give(master, other, '50')
    await take(master, one, '40')
    expect(await look(master, id)).toEqual({ budget: '100.00', given: '50.00', rest: '50.00' })
  })

  it('cuts what members are topped up to, in the month it was not enough, and the master is told', async () => {
    const { master, id, join } = await makeProject()
    const members = [await join({ monthly: '70' }), await join({ monthly: '70' }), await join({ monthly: '70' })]
    await beginMonth()
    const had = await Promise.all(members.map(cash))
    expect(had.map(Number).sort((a, b) => b - a)).toEqual([7000, 3000, 0])
    expect((await look(master, id)).rest).toBe('0.00')
    const told = (await master.call(notifications.list, { query: { class: 'balance' } })).data
    expect(told[0]).toMatchObject({
      title: '项目「视觉组」本月预算不够，没有补足子账号 标注组 的额度',
      link: `/console/account/project/${id}`,
    })
    await beginMonth()
    expect((await look(master, id)).given).toBe('100.00')
    expect((await Promise.all(members.map(cash))).reduce((sum, fen) => sum + fen, 0n)).toBe(20_000n)
  })

  it('says that the balance, not the budget, was short, if it was', async () => {
    const { master, join } = await makeProject('10.00')
    await join({ monthly: '70' })
    await beginMonth()
    const told = (await master.call(notifications.list, { query: { class: 'balance' } })).data
    expect(told[0]?.title).toBe('余额不足，没有补足子账号 标注组 的额度')
  })

  it('is not exceeded by many at once', async () => {
    const { master, id, join } = await makeProject()
    const members = await Promise.all(Array.from({ length: 6 }, () => join()))
    const replies = await Promise.all(members.map((member) => give(master, member, '30')))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(3)
    expect((await look(master, id)).given).toBe('90.00')
  })

  it('does not leave debts: usage beyond it is paid, and the overrun shows', async () => {
    const { master, id } = await makeProject()
    const member = await signInSubAccount(rental, master.id, { amount: '100', project_id: id })
    await rental.rent(member, { gpu_num: 8 })
    await rental.tick(5.6 * 3_600_000, 240_000)
    await rental.releaseAll(member)
    await rental.tick(60_000)
    const { rest, spent } = (await master.call(projects.get, { params: { id } })).data
    expect(Number(rest)).toBeLessThan(0)
    expect([await cash(member.id), spent]).toEqual([0n, (100 - Number(rest)).toFixed(2)])
  })

  it('counts what a member got in the month where the member is, also who is deleted', async () => {
    const { master, id, join } = await makeProject()
    const to = await addProject(rental, master.id, { name: '语音组', monthly_fen: 5000n })
    const one = await join({ amount: '60' })
    const kept = await signInSubAccount(rental, master.id, { amount: '20', project_id: id })
    await master.call(subAccounts.update, { params: { id: one }, body: { name: '标注组', project_id: to } })
    expect([await look(master, id), await look(master, to)]).toMatchObject([{ rest: '80.00' }, { rest: '-10.00' }])
    await rental.rent(kept)
    await rental.tick(3_600_000, 240_000)
    await rental.releaseAll(kept)
    const { spent } = (await master.call(projects.get, { params: { id } })).data
    expect(Number(spent)).toBeGreaterThan(0)
    expect((await master.call(subAccounts.remove, { params: { id: kept.id } })).status).toBe(200)
    expect(await look(master, id)).toMatchObject({ given: spent })
  })

  it('refuses an allocation with a new account, and opens none', async () => {
    const { master, id } = await makeProject()
    const body = { phone: '17700000123', name: '新人', amount: '100.01', project_id: id }
    const refused = await master.call(subAccounts.create, { body })
    expect([refused.code, Object.keys(refused.errors ?? {})]).toEqual([resultCodes.project_budget.code, ['amount']])
    expect((await master.call(subAccounts.list)).total).toBe(0)
    const { data } = await master.call(subAccounts.create, { body: { ...body, amount: '100' } })
    expect([data.project, data.remaining]).toEqual([{ id, name: '视觉组' }, '100.00'])
  })
})

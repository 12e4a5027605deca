import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { resultCodes } from '#contract/codes.ts'
import { instances } from '#contract/instances.ts'
import { orders } from '#contract/orders.ts'
import { projects } from '#contract/projects.ts'
import { queue } from '#contract/queue.ts'
import { subAccounts } from '#contract/sub-accounts.ts'
import { reviewHeldEntries, serveQueues } from '#server/domains/rentals/capacity/serve-queue.service.ts'
import { createInstanceMoneyHelper, type InstanceMoneyHelper } from '#tests/support/instance-money.ts'
import { buildSimulatedHost } from '#tests/support/market.ts'
import type { Person } from '#tests/support/people.ts'
import { addProject } from '#tests/support/projects.ts'
import { createRentalPlatform, type InstanceFormInput, type RentalPlatform } from '#tests/support/rental.ts'
import { signInSubAccount } from '#tests/support/sub-accounts.ts'

let rental: RentalPlatform
let money: InstanceMoneyHelper
beforeAll(async () => {
  rental = await createRentalPlatform({ hosts: [buildSimulatedHost('host-1', 'RTX 4090', 64)] })
  money = createInstanceMoneyHelper(rental)
})
afterAll(async () => {
  expect(await rental.audit()).toEqual([])
  await rental.close()
})

/** A project that may use `gpusMax` cards at once, with two members who have money. */
async function makeTeam(gpusMax: number | null) {
  const master = await rental.addPerson({ balance: '1000.00' })
  const projectId = await addProject(rental, master.id, { name: '视觉组', gpus_max: gpusMax })
  const join = () => signInSubAccount(rental, master.id, { amount: '300', project_id: projectId })
  return { master, projectId, one: await join(), other: await join() }
}
type Team = Awaited<ReturnType<typeof makeTeam>>
const inUse = async ({ master, projectId }: Team) => (await master.call(projects.get, { params: { id: projectId } })).data.gpus
const beyond = resultCodes.project_gpus_limit.code
const joinQueue = (person: Person, wish: InstanceFormInput) => person.call(queue.create, { body: { form: rental.formOf(wish) } })

describe('docs/decisions/112 The cards of a project', () => {
  it('that all members use at once are not more than its quota, and the refusal names the numbers', async () => {
    const team = await makeTeam(8)
    await rental.rent(team.one, { gpu_num: 6 })
    const refused = await rental.quote(team.other, { gpu_num: 4 })
    expect([refused.code, refused.status, refused.message]).toEqual([
      beyond,
      403,
      '项目「视觉组」最多同时使用 8 张卡，正在使用 6 张，这台需要 4 张',
    ])
    await rental.rent(team.other, { gpu_num: 2 })
    expect(await inUse(team)).toBe(8)
    expect((await team.other.call(subAccounts.own)).data?.project).toEqual({ name: '视觉组', gpus: 8, gpus_max: 8 })
    await rental.releaseAll(team.one)
    await rental.releaseAll(team.other)
    expect(await inUse(team)).toBe(0)
  })

  it('do not limit a project without a quota, nor the master and who is in no project', async () => {
    const free = await makeTeam(null)
    expect((await rental.quote(free.one, { gpu_num: 8 })).status).toBe(200)
    const team = await makeTeam(1)
    const alone = await signInSubAccount(rental, team.master.id, { amount: '100' })
    expect((await rental.quote(alone, { gpu_num: 8 })).status).toBe(200)
    expect((await rental.quote(team.master, { gpu_num: 8 })).status).toBe(200)
  })

  it('ordered by two members at once go to one of them', async () => {
    const team = await makeTeam(4)
    const tokens = await Promise.all(
      [team.one, team.other, team.one, team.other].map(
        async (by) => [by, (await rental.quote(by, { gpu_num: 3 })).data.token] as const,
      ),
    )
    const replies = await Promise.all(tokens.map(([by, quote]) => by.call(orders.create, { body: { quote } })))
    expect(replies.map(({ code }) => code).sort()).toEqual(['0', beyond, beyond, beyond].sort())
    expect(await inUse(team)).toBe(3)
    await rental.tick(60_000)
    await rental.releaseAll(team.one)
    await rental.releaseAll(team.other)
  })

  it('of stopped instances are free for others, and a start takes them again, of two at once one alone', async () => {
    const team = await makeTeam(4)
    const first = await rental.rent(team.one, { gpu_num: 3 })
    await money.rest(team.one, first)
    const second = await rental.rent(team.other, { gpu_num: 3 })
    const refused = await rental.act(team.one, first, 'start')
    expect([refused.code, refused.message]).toEqual([beyond, '项目「视觉组」最多同时使用 4 张卡，正在使用 3 张，这台需要 3 张'])
    expect((await team.one.call(instances.start_without_gpu, { params: { id: first } })).status).toBe(200)
    await rental.reach(first, 2)
    await money.rest(team.one, first)
    await money.rest(team.other, second)
    const both = await Promise.all([rental.act(team.one, first, 'start'), rental.act(team.other, second, 'start')])
    expect(both.map(({ code }) => code).sort()).toEqual(['0', beyond].sort())
    expect(await inUse(team)).toBe(3)
    await rental.tick(60_000)
    await rental.releaseAll(team.one)
    await rental.releaseAll(team.other)
  })

  it('that an instance holds already do not count against its restart', async () => {
    const team = await makeTeam(4)
    const id = await rental.rent(team.one, { gpu_num: 4 })
    expect((await rental.act(team.one, id, 'restart')).status).toBe(200)
    await rental.reach(id, 2)
    const lower = { name: '视觉组', gpus_max: 1 }
    await team.master.call(projects.update, { params: { id: team.projectId }, body: lower })
    expect((await rental.act(team.one, id, 'restart')).status).toBe(200)
    await rental.reach(id, 2)
    expect(await inUse(team)).toBe(4)
    await rental.releaseAll(team.one)
  })

  it('limit a lift to more of them, not one to fewer', async () => {
    const team = await makeTeam(4)
    const id = await rental.rent(team.one, { gpu_num: 2 })
    await money.rest(team.one, id)
    expect((await money.quoteLift(team.one, id, { gpu_num: 6 })).code).toBe(beyond)
    const { token } = (await money.quoteLift(team.one, id, { gpu_num: 4 })).data
    await rental.rent(team.other, { gpu_num: 1 })
    expect((await money.orderLift(team.one, id, token)).code).toBe(beyond)
    expect((await money.lift(team.one, id, { gpu_num: 1 })).status).toBe(200)
    await rental.releaseAll(team.one)
    await rental.releaseAll(team.other)
  })

  it('are not waited for where they could never be had', async () => {
    const team = await makeTeam(4)
    const refused = await joinQueue(team.one, { gpu_num: 8 })
    expect([refused.code, refused.message]).toEqual([beyond, '项目「视觉组」最多同时使用 4 张卡，这台需要 8 张'])
  })

  it('in use keep a waiting member in line, who gets them when another stops', async () => {
    const team = await makeTeam(4)
    const running = await rental.rent(team.one, { gpu_num: 3 })
    const { id } = (await joinQueue(team.other, { gpu_num: 2 })).data
    const look = async () => (await team.other.call(queue.get, { params: { id } })).data
    await serveQueues(rental.deps)
    expect(await look()).toMatchObject({ state: 'waiting', held: true, reason: '超过项目同时使用的卡数上限' })
    await money.rest(team.one, running)
    await reviewHeldEntries(rental.deps)
    await serveQueues(rental.deps)
    expect(await look()).toMatchObject({ state: 'done' })
    await rental.tick(60_000)
    await rental.releaseAll(team.one)
    await rental.releaseAll(team.other)
  })
})

import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { resultCodes } from '#contract/codes.ts'
import { instances } from '#contract/instances.ts'
import { notifications } from '#contract/notifications.ts'
import { operatorAudit } from '#contract/operator/audit.ts'
import { operatorGpus } from '#contract/operator/gpus.ts'
import { operatorHosts } from '#contract/operator/hosts.ts'
import { operatorWaiting } from '#contract/operator/waiting.ts'
import { products } from '#contract/products.ts'
import { computeCardChanges } from '#server/domains/rentals/capacity/card-health.policy.ts'
import { syncHosts } from '#server/domains/rentals/capacity/hosts.service.ts'
import { createQueueHelper } from '#tests/server/rentals/capacity/people-in-line.ts'
import { buildSimulatedHost, testRegionId, toProductId } from '#tests/support/market.ts'
import type { Person } from '#tests/support/people.ts'
import { createRentalPlatform, type RentalPlatform } from '#tests/support/rental.ts'

let rental: RentalPlatform
let admin: Person
beforeEach(async () => {
  rental = await createRentalPlatform({ hosts: [buildSimulatedHost('host-1', 'RTX 4090', 2)] })
  admin = await rental.addPerson({ role: 'operator_admin' })
})
afterEach(() => rental.close())

const ecc = { health: '显存有 3 个不可纠正的 ECC 错误' }
const hot = { health: '温度过高，已降频', health_may_pass: true } as const
const look = () => syncHosts(rental.deps, () => testRegionId)
/** As the job does: a look a minute later. */
const lookAgain = async () => {
  await rental.tick(60_000)
  await look()
}
const cards = async () => (await admin.call(operatorGpus.list, { query: {} })).data
const card = async (id: string) => (await cards()).find((one) => one.id === id)!
const heldBy = async (instanceId: string) => (await cards()).find((one) => one.instance_id === instanceId)!.id
const offer = async () => (await rental.call(products.get, { params: { id: toProductId('RTX 4090') } })).data
const restore = (id: string, as = admin) =>
  as.call(operatorGpus.restore, { params: { id }, body: { reason: '已重启主机并压测通过' } })
const titles = async (person: Person, pattern: RegExp) =>
  (await person.call(notifications.list, { query: { page_size: 100 } })).data.filter(({ title }) => pattern.test(title))

async function makeSick(ids: readonly string[], sign: { health: string; health_may_pass?: true } = ecc): Promise<void> {
  for (const id of ids) rental.faults.sick_cards.set(id, sign)
  await look()
}

describe('decision 124 A card with a fault', () => {
  it('is never sold, quoted, placed or given to a queue', async () => {
    const [first, second] = await cards()
    const [one, two, three] = await rental.addPeople(3)
    await makeSick([first!.id])
    expect(await offer()).toMatchObject({ gpu_idles: 1, gpu_free: 1, gpu_total: 2 })
    expect(await card(first!.id)).toMatchObject({ state: 'closed', health: ecc.health, held_reason: ecc.health })
    expect((await rental.order(one!, { gpu_num: 2 })).code).toBe(resultCodes.no_free_gpu.code)
    const id = await rental.rent(one!)
    expect(await heldBy(id)).toBe(second!.id)
    expect((await rental.order(two!)).code).toBe(resultCodes.no_free_gpu.code)
    expect((await createQueueHelper(rental).joinCreate(three!)).status).toBe(200)
    await rental.tick(60_000)
    expect((await card(first!.id)).instance_id).toBeNull()
    rental.faults.sick_cards.clear()
    await lookAgain()
    await restore(first!.id)
    await rental.tick(60_000)
    expect((await card(first!.id)).instance_id).not.toBeNull()
  })

  it('is out of sale in the figures of the operators, too', async () => {
    const [first] = await cards()
    await makeSick([first!.id])
    const { data } = await admin.call(operatorHosts.get, { params: { id: 'host-1' } })
    expect(data.sick_cards).toMatchObject([{ id: first!.id, reason: ecc.health, reported: true, instance_id: null }])
    expect((await admin.call(operatorGpus.list, { query: { held: 'true' } })).total).toBe(1)
    expect((await admin.call(operatorGpus.list, { query: { state: 'free' } })).total).toBe(1)
    const waiting = (await admin.call(operatorWaiting.get)).data.find((one) => one.queue === 'operator-gpus')
    expect(waiting).toMatchObject({ count: 1, oldest_at: expect.any(String) })
  })

  it('stays out of sale when the fault is gone, until an operator decides', async () => {
    const [first] = await cards()
    await makeSick([first!.id])
    const refused = await restore(first!.id)
    expect(refused).toMatchObject({ code: resultCodes.gpu_state.code })
    expect(refused.message).toContain(ecc.health)
    rental.faults.sick_cards.clear()
    await lookAgain()
    await lookAgain()
    expect(await card(first!.id)).toMatchObject({ state: 'closed', health: null, held_reason: ecc.health })
    expect((await offer()).gpu_idles).toBe(1)
    expect((await restore(first!.id)).status).toBe(200)
    expect(await card(first!.id)).toMatchObject({ state: 'free', held_at: null, held_reason: null })
    expect((await offer()).gpu_idles).toBe(2)
    const { data } = await admin.call(operatorAudit.list, { query: { page_size: 100 } })
    expect(data.find(({ endpoint, after }) => endpoint === 'operator_gpus.restore' && after)).toMatchObject({
      target_id: first!.id,
      before: { out_of_sale: 'true', fault: ecc.health },
      after: { out_of_sale: 'false', reason: '已重启主机并压测通过' },
    })
  })

  it('is put back by administrators only, once', async () => {
    const [first] = await cards()
    await makeSick([first!.id])
    rental.faults.sick_cards.clear()
    await look()
    for (const role of ['user', 'operator_finance', 'operator_review'] as const)
      expect((await restore(first!.id, await rental.addPerson({ role }))).status).toBe(403)
    const headers = { 'idempotency-key': 'restore-once' }
    const again = () => admin.call(operatorGpus.restore, { params: { id: first!.id }, body: { reason: '已换散热' } }, { headers })
    const answers = [await again(), await again()]
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    const { data } = await admin.call(operatorAudit.list, { query: { page_size: 100 } })
    expect(data.filter(({ after }) => after?.reason === '已换散热')).toHaveLength(1)
    expect((await restore(first!.id)).code).toBe(resultCodes.gpu_state.code)
    expect((await restore('GPU-nobody-knows')).status).toBe(404)
  })

  it('leaves what runs on it alone, and tells its owner and the administrators once', async () => {
    const [owner, stranger] = await rental.addPeople(2)
    const id = await rental.rent(owner!)
    rental.faults.sick_cards.set(await heldBy(id), ecc)
    await Promise.all([look(), look()])
    for (let minutes = 0; minutes < 3; minutes += 1) await lookAgain()
    expect(await rental.show(owner!, id)).toMatchObject({ status: 2, sick_gpu: { reason: ecc.health, replaceable: true } })
    const told = await titles(owner!, /GPU 出现故障/)
    expect(told).toHaveLength(1)
    expect(told[0]!.content).toContain('关机再开机')
    expect(await titles(stranger!, /GPU 出现故障/)).toEqual([])
    expect(await titles(admin, /张卡停售/)).toHaveLength(1)
    const events = (await owner!.call(instances.events, { params: { id } })).data
    expect(events.filter(({ title }) => title.includes('GPU 出现故障'))).toHaveLength(1)
  })

  it('is left for another by shutting down and starting', async () => {
    const owner = await rental.addPerson()
    const id = await rental.rent(owner)
    const sick = await heldBy(id)
    await makeSick([sick])
    await rental.act(owner, id, 'shutdown')
    await rental.reach(id, 7)
    expect((await offer()).gpu_idles).toBe(1)
    await rental.act(owner, id, 'start')
    await rental.reach(id, 2)
    expect(await heldBy(id)).not.toBe(sick)
    expect((await rental.show(owner, id)).sick_gpu).toBeNull()
  })

  it('is exchanged for a package that starts; without another card on the host its owner hears why it cannot', async () => {
    const [owner, other] = [await rental.addPerson({ balance: '1000.00' }), await rental.addPerson()]
    const id = await rental.rent(owner, { charge_rule: 'day' })
    const sick = await heldBy(id)
    await makeSick([sick])
    await rental.act(owner, id, 'shutdown')
    await rental.reach(id, 7)
    expect(await heldBy(id)).toBe(sick)
    await rental.rent(other)
    const refused = await rental.act(owner, id, 'start')
    expect(refused.code).toBe(resultCodes.no_free_gpu.code)
    expect(refused.message).toContain('GPU 出现故障')
    await rental.releaseAll(other)
    expect((await rental.act(owner, id, 'start')).status).toBe(200)
    await rental.reach(id, 2)
    expect(await heldBy(id)).not.toBe(sick)
    expect(await rental.audit()).toEqual([])
  })
})

describe('decision 124 A fault that may pass', () => {
  it('takes a card out of sale while it is there, and for good only when a second look finds it', async () => {
    const [first] = await cards()
    await makeSick([first!.id], hot)
    expect((await offer()).gpu_idles).toBe(1)
    expect(await card(first!.id)).toMatchObject({ health: hot.health, held_at: null })
    rental.faults.sick_cards.clear()
    await lookAgain()
    expect(await card(first!.id)).toMatchObject({ state: 'free', health: null, held_at: null })
    await makeSick([first!.id], hot)
    await lookAgain()
    expect(await card(first!.id)).toMatchObject({ state: 'closed', held_reason: hot.health })
    expect(await titles(admin, /张卡停售/)).toHaveLength(1)
  })
})

describe('decision 124 A card that its host does not list any more', () => {
  it('is out of sale, and comes back only by an operator', async () => {
    const [first] = await cards()
    rental.faults.lost_cards.add(first!.id)
    await look()
    expect((await offer()).gpu_idles).toBe(1)
    await lookAgain()
    expect(await card(first!.id)).toMatchObject({ state: 'closed', missing: true, held_reason: expect.stringContaining('掉线') })
    expect((await restore(first!.id)).code).toBe(resultCodes.gpu_state.code)
    rental.faults.lost_cards.clear()
    await lookAgain()
    expect(await card(first!.id)).toMatchObject({ state: 'closed', missing: false, health: null })
    expect((await restore(first!.id)).status).toBe(200)
    expect((await offer()).gpu_idles).toBe(2)
  })

  it('is only in use by others where a host counts its cards, and back by itself', () => {
    const now = new Date('2026-11-29T08:00:00Z')
    const free = { uuid: 'n:0', health: null, health_since: null, missing: false, held_at: null }
    const [taken] = computeCardChanges([free], [], 'slot', now)
    expect(taken).toMatchObject({ missing: true, hold: false, health: expect.stringContaining('其他程序') })
    const later = { ...free, health: taken!.health, health_since: new Date(0), missing: true }
    expect(computeCardChanges([later], [], 'slot', now)).toEqual([])
    expect(computeCardChanges([later], [], 'uuid', now)).toMatchObject([{ hold: true }])
    expect(computeCardChanges([later], [{ uuid: 'n:0', model: 'A100' }], 'slot', now)).toMatchObject([
      { health: null, missing: false, hold: false },
    ])
  })

  it('says nothing while the whole host is silent', async () => {
    rental.faults.lost_hosts.add('host-1')
    await look()
    await lookAgain()
    expect((await cards()).map(({ health }) => health)).toEqual([null, null])
  })

  it('is removed from the stock once it is gone for good, never while somebody holds it or its host reports it', async () => {
    const owner = await rental.addPerson()
    const id = await rental.rent(owner)
    const lost = await heldBy(id)
    const remove = () => admin.call(operatorGpus.remove, { params: { id: lost }, body: { reason: '已换新卡' } })
    await makeSick([lost])
    expect((await remove()).code).toBe(resultCodes.gpu_state.code)
    rental.faults.lost_cards.add(lost)
    await lookAgain()
    expect((await remove()).code).toBe(resultCodes.gpu_state.code)
    await rental.act(owner, id, 'shutdown')
    await rental.reach(id, 7)
    expect((await remove()).status).toBe(200)
    expect(await card(lost)).toBeUndefined()
    expect((await offer()).gpu_total).toBe(1)
  })
})

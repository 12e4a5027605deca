import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { instanceStatusCodes } from '#contract/instance-actions.ts'
import { parseYuanToFen } from '#contract/money.ts'
import { notifications } from '#contract/notifications.ts'
import { sandbox } from '#contract/platform.ts'
import { wallet } from '#contract/wallet.ts'
import { buildSimulatedHost } from '#tests/support/market.ts'
import { addPeople, type Person } from '#tests/support/people.ts'
import { createRentalPlatform, type RentalPlatform } from '#tests/support/rental.ts'

let rental: RentalPlatform
beforeAll(async () => {
  rental = await createRentalPlatform({ hosts: [buildSimulatedHost('host-1', 'RTX 4090', 32)] })
})
afterAll(() => rental.close())

const hour = 3_600_000
const wait = (ms: number) => rental.tick(ms, 300_000)
const titles = async (person: Person) =>
  (await person.call(notifications.list, { query: { class: 'arrears' } })).data.map(({ title }) => title)
const since = async ({ id }: Person) =>
  (await rental.deps.database.kysely.selectFrom('users').select('arrears_since').where('id', '=', id).executeTakeFirstOrThrow())
    .arrears_since

/** Through the cashier, as people pay. */
async function pay(person: Person, amount: string): Promise<void> {
  const { data } = await person.call(wallet.recharge, { body: { amount, channel: 'alipay' } })
  await person.call(sandbox.pay, { params: { trade_no: data.pay_url!.split('/').at(-1)! } })
}

/** Somebody whose hourly instance has just used up the last fen. */
async function inArrears(): Promise<{ person: Person; id: string }> {
  const person = await rental.addPerson({ balance: '2.28' })
  const id = await rental.rent(person)
  await wait(hour - 60_000)
  await rental.tick(120_000)
  return { person, id }
}

describe('product §5 At zero', () => {
  it('warns once and leaves one hour of grace, then stops for arrears and keeps the data', async () => {
    const { person, id } = await inArrears()
    expect(await titles(person)).toEqual(['余额已用完，实例将在 1 小时后关机'])
    await wait(hour - 120_000)
    expect((await rental.show(person, id)).status).toBe(instanceStatusCodes.running)
    await rental.tick(180_000)
    expect(await rental.show(person, id)).toMatchObject({ status: instanceStatusCodes.shut_down, reason: 'arrears' })
    expect(await titles(person)).toEqual(['因欠费已关机 1 台实例', '余额已用完，实例将在 1 小时后关机'])
    const { cash } = await rental.walletOf(person)
    expect(parseYuanToFen(cash)).toBeLessThan(0n)
    expect(parseYuanToFen(cash)).toBeGreaterThan(-240n)
    expect(await rental.deps.compute.observe({ installation_id: 'zhisuan', id, generation: 1, host: 'host-1' })).toMatchObject({
      phase: 'stopped',
    })
    await wait(hour)
    expect((await rental.walletOf(person)).cash).toBe(cash)
  })

  it('a recharge within the hour lets everything run on', async () => {
    const { person, id } = await inArrears()
    await pay(person, '50')
    expect(await since(person)).toBeNull()
    await wait(2 * hour)
    expect((await rental.show(person, id)).status).toBe(instanceStatusCodes.running)
    await rental.releaseAll(person)
  })

  it('a recharge that does not cover what was used clears nothing', async () => {
    const { person, id } = await inArrears()
    await wait(30 * 60_000)
    await pay(person, '0.50')
    expect(await since(person)).not.toBeNull()
    await wait(40 * 60_000)
    expect((await rental.show(person, id)).reason).toBe('arrears')
  })

  it('a recharge after the stop clears the arrears and boots nothing', async () => {
    const { person, id } = await inArrears()
    await wait(hour + 60_000)
    await pay(person, '50')
    expect(await since(person)).toBeNull()
    expect(parseYuanToFen((await rental.walletOf(person)).cash)).toBeGreaterThan(4_700n)
    await wait(hour)
    expect((await rental.show(person, id)).status).toBe(instanceStatusCodes.shut_down)
    expect((await rental.act(person, id, 'start')).status).toBe(200)
    await rental.reach(id, instanceStatusCodes.running)
    await rental.tick(60_000)
    expect(await titles(person)).toHaveLength(2)
    await rental.releaseAll(person)
  })

  it('stops everything metered, and leaves packages alone', async () => {
    const person = await rental.addPerson({ balance: '59.28' })
    const packageId = await rental.rent(person, { charge_rule: 'day' })
    const ids = [await rental.rent(person), await rental.rent(person)]
    await wait(2.5 * hour)
    for (const id of ids) expect((await rental.show(person, id)).reason).toBe('arrears')
    expect((await rental.show(person, packageId)).status).toBe(instanceStatusCodes.running)
    expect((await titles(person))[0]).toBe('因欠费已关机 2 台实例')
    await rental.releaseAll(person)
  })

  it('the hour is an hour though the clock was set back in it', async () => {
    const { person, id } = await inArrears()
    rental.clock.jump(-40 * 24 * hour)
    await wait(hour + 15 * 60_000)
    expect((await rental.show(person, id)).reason).toBe('arrears')
    rental.clock.jump(40 * 24 * hour)
    await rental.tick(15 * 60_000)
  })

  it('a look that fails for one user does not keep the others from being looked at', async () => {
    const [broken, other] = await addPeople(rental, 2, { balance: '2.28' })
    const ids = [await rental.rent(broken!), await rental.rent(other!)]
    const { kysely } = rental.deps.database
    // A user without a wallet, which nothing in the product can make.
    const {
      phone,
      invite_code: inviteCode,
      public_id: publicId,
      ...row
    } = await kysely.selectFrom('users').selectAll().where('id', '=', broken!.id).executeTakeFirstOrThrow()
    await kysely
      .insertInto('users')
      .values({
        ...row,
        id: '!',
        uuid: crypto.randomUUID(),
        public_id: `${publicId}!`,
        phone: `${phone}!`,
        invite_code: `${inviteCode}!`,
      })
      .execute()
    await kysely.updateTable('segments').set({ user_id: '!' }).where('instance_id', '=', ids[0]!).execute()
    await wait(2.2 * hour)
    expect((await rental.show(other!, ids[1]!)).reason).toBe('arrears')
    await kysely.updateTable('segments').set({ user_id: broken!.id }).where('instance_id', '=', ids[0]!).execute()
    await rental.releaseAll(broken!)
  })

  it('leaves the books right', async () => expect(await rental.audit()).toEqual([]))
})

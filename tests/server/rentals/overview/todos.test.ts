import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { coupons } from '#contract/coupons.ts'
import { instanceStatusCodes } from '#contract/instance-actions.ts'
import { wallet } from '#contract/wallet.ts'
import { openCampaign } from '#tests/support/coupons.ts'
import { addImageRelease } from '#tests/support/image-releases.ts'
import type { Person } from '#tests/support/people.ts'
import { createRentalPlatform, type RentalPlatform } from '#tests/support/rental.ts'

let rental: RentalPlatform
beforeAll(async () => {
  rental = await createRentalPlatform()
})
afterAll(() => rental.close())

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const todosOf = async (person: Person) => (await person.call(wallet.overview)).data.todos
const kindsOf = async (person: Person) => (await todosOf(person)).map(({ kind }) => kind)
/** Moves the end of a package, and its purchase with it. */
async function endAt(id: string, at: Date, boughtDays: number): Promise<void> {
  const { kysely } = rental.deps.database
  await kysely.updateTable('instances').set({ expire_at: at }).where('id', '=', id).execute()
  const paidAt = new Date(at.getTime() - boughtDays * dayMs)
  await kysely.updateTable('orders').set({ paid_at: paidAt }).where('instance_id', '=', id).execute()
}

async function rentAndFail(person: Person, nickName: string): Promise<string> {
  rental.faults.pull_error = 'ImageNotFound'
  const { data } = await rental.order(person, { nick_name: nickName })
  await rental.reach(data.instance_id!, instanceStatusCodes.abnormal)
  rental.faults.pull_error = undefined
  return data.instance_id!
}

describe('decision 080 What needs me', () => {
  let person: Person
  afterEach(() => rental.releaseAll(person))

  it('is nothing for a verified person without a balance that falls', async () => {
    person = await rental.addPerson()
    expect(await todosOf(person)).toEqual([])
  })

  it('names failed boots with their reason, packages about to end and data about to be deleted, the most urgent first', async () => {
    person = await rental.addPerson({ balance: '5000.00' })
    const kept = await rental.rent(person, { nick_name: '停用' })
    await rental.act(person, kept, 'shutdown')
    await rental.reach(kept, instanceStatusCodes.shut_down)
    await rental.clock.advance(10 * dayMs)
    const [week, day] = [
      await rental.rent(person, { charge_rule: 'week', nick_name: '包周' }),
      await rental.rent(person, { charge_rule: 'day', nick_name: '包日' }),
    ]
    const failed = await rentAndFail(person, '失败')
    const { release_at: releaseAt } = await rental.show(person, kept)
    expect(await todosOf(person)).toMatchObject([
      { kind: 'abnormal', id: failed, name: '失败', reason: expect.stringMatching(/镜像/) },
      { kind: 'release', id: kept, name: '停用', at: releaseAt },
    ])
    const now = rental.clock.now().getTime()
    await endAt(week, new Date(now + 20 * hourMs), 7)
    await endAt(day, new Date(now + 13 * hourMs), 1)
    expect((await todosOf(person)).map(({ kind, name }) => [kind, name])).toEqual([
      ['abnormal', '失败'],
      ['expiry', '包周'],
      ['release', '停用'],
    ])
    await endAt(week, new Date(now + 71 * hourMs), 7)
    await endAt(day, new Date(now + 11 * hourMs), 1)
    expect(
      (await todosOf(person)).filter(({ kind }) => kind === 'expiry').map(({ name }) => name),
      'in the second half of what was bought',
    ).toEqual(['包日', '包周'])
    await endAt(day, new Date(now + 13 * hourMs), 1)
    const { kysely } = rental.deps.database
    await kysely.updateTable('instances').set({ expiry_policy: 'renew' }).where('id', '=', week).execute()
    expect(await kindsOf(person), 'a package that renews itself needs nobody').toEqual(['abnormal', 'release'])
    const stranger = await rental.addPerson()
    expect(await todosOf(stranger)).toEqual([])
  })

  it('names what was refused, until it is submitted again or two weeks have passed', async () => {
    person = await rental.addPerson()
    const { id } = await addImageRelease(rental, person, { name: '微调环境' })
    const { kysely } = rental.deps.database
    const refuse = (state: string) =>
      kysely
        .updateTable('community_image_versions')
        .set({ state, state_reason: '说明太短' })
        .where('community_image_id', '=', id)
        .execute()
    expect(await kindsOf(person)).toEqual([])
    await refuse('refused')
    expect(await todosOf(person)).toMatchObject([{ kind: 'image_release', id, name: '微调环境 1.0', reason: '说明太短' }])
    await refuse('pending')
    expect(await kindsOf(person)).toEqual([])
    await refuse('failed')
    await rental.clock.advance(15 * dayMs)
    expect(await kindsOf(person)).toEqual([])
  })

  it('offers the largest voucher that can be claimed, after verification, and not once it is claimed', async () => {
    await openCampaign(rental, { face: '5.00', per_user: 1 })
    const campaign = await openCampaign(rental, { name: '新人礼', face: '20.00', per_user: 1 })
    person = await rental.addPerson()
    expect((await todosOf(person))[0]).toMatchObject({ kind: 'voucher', id: campaign, name: '新人礼', amount: '20.00' })
    await person.call(coupons.claim, { body: { campaign_id: campaign } })
    expect((await todosOf(person))[0]).toMatchObject({ kind: 'voucher', amount: '5.00' })
    const unverified = await rental.addPerson({ real_name: false })
    expect(await todosOf(unverified)).toMatchObject([{ kind: 'real_name', amount: '20.00' }])
    const sub = await rental.addPerson({ real_name: false, account_type: 'sub' })
    expect(await todosOf(sub)).toEqual([])
  })

  it('says that the balance may not last the night', async () => {
    person = await rental.addPerson({ balance: '40.00' })
    await rental.rent(person)
    expect((await todosOf(person))[0]?.kind).toBe('low_balance')
  })
})

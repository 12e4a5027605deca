import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accessRoles, hasOperatorAccess, isOperatorAccess, type Role } from '#contract/access.ts'
import { leads } from '#contract/leads.ts'
import { operatorHosts } from '#contract/operator/hosts.ts'
import { operatorLeads } from '#contract/operator/leads.ts'
import { operatorUsers } from '#contract/operator/users.ts'
import { operatorWaiting, type WaitingQueue, waitingQueues } from '#contract/operator/waiting.ts'
import { newId } from '#server/lib/ids.ts'
import { createPendingDataset } from '#tests/support/datasets.ts'
import { loadOwnedFixtures } from '#tests/support/fixtures.ts'
import { addImageRelease } from '#tests/support/image-releases.ts'
import type { Person } from '#tests/support/people.ts'
import { createRentalPlatform, type RentalPlatform } from '#tests/support/rental.ts'

let rental: RentalPlatform
const operators = new Map<Role, Person>()
beforeAll(async () => {
  rental = await createRentalPlatform()
  for (const role of accessRoles.operator) operators.set(role, await rental.addPerson({ role }))
})
afterAll(() => rental.close())

const countsOf = async (role: Role) =>
  new Map((await operators.get(role)!.call(operatorWaiting.get)).data.map(({ queue, ...row }) => [queue, row]))

/** Puts something into every queue, of a user and of finance itself, at the present time. */
async function fillQueues(): Promise<void> {
  const { deps, clock } = rental
  const { kysely } = deps.database
  const finance = operators.get('operator_finance')!
  const user = await rental.addPerson()
  const fixtures = await loadOwnedFixtures()
  for (const person of [user, finance])
    for (const kind of ['withdrawal', 'bank_transfer'] as const) await fixtures.get(kind)!(rental, person)
  const paying = await fixtures.get('withdrawal')!(rental, user)
  const decided = { status: 'paying', decided_by: finance.id, decided_at: clock.now() }
  await kysely.updateTable('withdrawals').set(decided).where('id', '=', paying).execute()
  await kysely.updateTable('withdrawal_parts').set({ status: 'failed' }).where('withdrawal_id', '=', paying).execute()
  const invoice = await fixtures.get('invoice')!(rental, user)
  await kysely.updateTable('invoices').set({ state: 'pending' }).where('id', '=', invoice).execute()
  const statement = await fixtures.get('creator_statement')!(rental, user)
  await kysely.updateTable('creator_statements').set({ state: 'settled', posted_at: null }).where('id', '=', statement).execute()
  await addImageRelease(rental, user)
  await createPendingDataset(rental, user)
  await fixtures.get('original')!(rental, user)
  const at = clock.now()
  const [pictureId, paper] = [newId('picture'), { kind: 'company', status: 'pending', organisation: '智算' }]
  const picture = { id: pictureId, purpose: 'certification', type: 'image/webp', bytes: Buffer.from('x'), sealed: false }
  await kysely
    .insertInto('pictures')
    .values({ ...picture, user_id: user.id, created_at: at })
    .execute()
  const number = { number_cipher: 'x', number_masked: '9*', number_index: 'x', picture_id: pictureId }
  await kysely
    .insertInto('certifications')
    .values({ id: newId('case'), user_id: user.id, ...paper, ...number, submitted_at: at })
    .execute()
  await kysely
    .insertInto('identity_reviews')
    .values({
      ...{
        id: newId('case'),
        user_id: user.id,
        status: 'pending',
        name_cipher: 'x',
        id_number_cipher: 'x',
        id_number_index: 'x',
      },
      ...{ name_masked: '张*', id_number_masked: '1*', submitted_at: at },
    })
    .execute()
  await kysely
    .insertInto('creator_audits')
    .values({
      ...{ id: newId('case'), user_id: user.id, state: 'pending', introduction: '做镜像', field: 'vision', links: '[]' },
      submitted_at: at,
    })
    .execute()
  await kysely
    .insertInto('quarantined_objects')
    .values({
      id: newId('stray'),
      instance_id: 'gpu-x',
      generation: 1,
      phase: 'running',
      state: 'kept',
      found_at: at,
      seen_at: at,
    })
    .execute()
  await kysely
    .insertInto('hosts')
    .values({ id: 'host-new', region_id: null, cpu: 8, memory_gb: 8, driver_schedulable: true, simulated: true, seen_at: at })
    .execute()
  await user.call(leads.create, { body: { name: '林晓', phone: '13800000009', company: '', interest: 'cloud', message: '问价' } })
}

describe('decision 079 What waits for an operator is counted', () => {
  it('in every queue as many as its list shows, with the age of the oldest', async () => {
    expect([...(await countsOf('operator_admin')).values()].map(({ count }) => count)).toEqual(
      Object.keys(waitingQueues).map(() => 0),
    )
    const before = rental.clock.now().toISOString()
    await fillQueues()
    for (const [role, person] of operators) {
      for (const [queue, { count, oldest_at: oldestAt }] of await countsOf(role)) {
        const { list, filter } = waitingQueues[queue]
        const { total } = await person.call(list, { query: filter as never })
        expect(count, `${queue} for ${role}`).toBe(total)
        expect(oldestAt !== null, `since when in ${queue}`).toBe(count > 0 && queue !== 'operator-hosts')
        if (oldestAt) expect(oldestAt >= before).toBe(true)
      }
    }
  })

  it('the three withdrawals but for the one of finance itself, who sees the two it may decide', async () => {
    expect((await countsOf('operator_admin')).get('operator-withdrawals')!.count).toBe(3)
    expect((await countsOf('operator_finance')).get('operator-withdrawals')!.count).toBe(2)
    expect((await countsOf('operator_finance')).get('operator-bank-transfers')!.count).toBe(1)
  })

  it.each([...accessRoles.operator])('for %s only the queues whose list that role may read', async (role) => {
    const allowed = (Object.keys(waitingQueues) as WaitingQueue[]).filter((queue) => {
      const { access } = waitingQueues[queue].list
      return isOperatorAccess(access) && hasOperatorAccess(role, access)
    })
    expect([...(await countsOf(role)).keys()]).toEqual(allowed)
  })

  it('a change for those who may approve it, and not for who asked', async () => {
    const target = await rental.addPerson()
    const support = operators.get('operator_support')!
    await support.call(operatorUsers.freeze, { params: { id: target.id }, body: { reason: '疑似挖矿' } })
    const body = { reason: '已核实' }
    await support.call(operatorUsers.request_unfreeze, { params: { id: target.id }, body })
    expect((await countsOf('operator_support')).get('operator-changes')!.count).toBe(0)
    expect((await countsOf('operator_admin')).get('operator-changes')!.count).toBe(1)
    expect((await countsOf('operator_finance')).get('operator-changes')!.count).toBe(0)
  })

  it('no longer once it is done', async () => {
    const support = operators.get('operator_support')!
    const [lead] = (await support.call(operatorLeads.list)).data
    const body = { state: 'closed' as const, note: '已成交' }
    await support.call(operatorLeads.follow, { params: { id: lead!.id }, body })
    expect((await countsOf('operator_support')).get('operator-leads')).toEqual({ count: 0, oldest_at: null })
    const [region] = (await rental.deps.database.kysely.selectFrom('regions').select('id').execute()).map(({ id }) => id)
    await operators
      .get('operator_admin')!
      .call(operatorHosts.register, { params: { id: 'host-new' }, body: { region_id: region! } })
    expect((await countsOf('operator_admin')).get('operator-hosts')!.count).toBe(0)
  })

  it('to 999 exactly, and beyond as one more', async () => {
    const { kysely } = rental.deps.database
    const lead = { name: '林晓', phone: '13800000009', company: '', interest: 'cloud', message: '', state: 'new' }
    const rows = Array.from({ length: 1500 }, (_, nth) => ({ id: `lead-${nth}`, ...lead, created_at: rental.clock.now() }))
    await kysely.insertInto('leads').values(rows).execute()
    expect((await countsOf('operator_admin')).get('operator-leads')!.count).toBe(1000)
  })
})

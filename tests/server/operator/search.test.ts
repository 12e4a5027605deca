import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accessRoles, hasOperatorAccess, type Role } from '#contract/access.ts'
import { resultCodes } from '#contract/codes.ts'
import { instances } from '#contract/instances.ts'
import { operatorSearch, type SearchKind, searchKinds } from '#contract/operator/search.ts'
import { orders } from '#contract/orders.ts'
import { loadOwnedFixtures } from '#tests/support/fixtures.ts'
import type { Person } from '#tests/support/people.ts'
import { createRentalPlatform, type RentalPlatform } from '#tests/support/rental.ts'

let rental: RentalPlatform
let admin: Person
let user: Person
let instanceId: string
/** A text that finds one row of each kind. */
const texts = {} as Record<SearchKind, string>
beforeAll(async () => {
  rental = await createRentalPlatform()
  admin = await rental.addPerson({ role: 'operator_admin' })
  user = await rental.addPerson({ balance: '500.00' })
  const { kysely } = rental.deps.database
  await kysely.updateTable('users').set({ nickname: 'Lin晓100%', phone: '13912345678' }).where('id', '=', user.id).execute()
  instanceId = await rental.rent(user, { nick_name: 'LoRA_微调' })
  const fixtures = await loadOwnedFixtures()
  const [order] = (await user.call(orders.list)).data
  const add = (kind: 'recharge' | 'withdrawal' | 'bank_transfer' | 'invoice') => fixtures.get(kind)!(rental, user)
  Object.assign(texts, {
    'operator-users': '13912345678',
    'operator-instances': instanceId,
    'operator-hosts': (await kysely.selectFrom('hosts').select('id').executeTakeFirstOrThrow()).id,
    'operator-products': 'RTX 40',
    'operator-orders': order!.id,
    'operator-recharges': await add('recharge'),
    'operator-bank-transfers': await add('bank_transfer'),
    'operator-withdrawals': await add('withdrawal'),
    'operator-invoices': await add('invoice'),
  } satisfies typeof texts)
})
afterAll(() => rental.close())

const find = async (q: string, person = admin) => (await person.call(operatorSearch.find, { query: { q } })).data
const idsOf = async (q: string, kind: SearchKind = 'operator-users') =>
  (await find(q)).filter((row) => row.kind === kind).map(({ id }) => id)

describe('decision 079 The search of the back office', () => {
  it.each(Object.keys(searchKinds) as SearchKind[])('finds %s', async (kind) => {
    const found = (await find(texts[kind])).filter((row) => row.kind === kind)
    expect(found.length).toBeGreaterThan(0)
    expect(found[0]!.state).not.toBe('')
  })

  it.each([...accessRoles.operator])('shows %s only what that role may read', async (role: Role) => {
    const person = await rental.addPerson({ role })
    for (const [kind, text] of Object.entries(texts) as [SearchKind, string][]) {
      const kinds = (await find(text, person)).map((row) => row.kind)
      expect(kinds.includes(kind), `${kind} for ${role}`).toBe(hasOperatorAccess(role, searchKinds[kind]))
      for (const one of kinds) expect(hasOperatorAccess(role, searchKinds[one])).toBe(true)
    }
  })

  it('is closed to renters', async () => {
    expect((await user.call(operatorSearch.find, { query: { q: '139' } })).code).toBe(resultCodes.forbidden.code)
  })

  it('finds a person by the full phone, its last four digits, the beginning of the nickname, UUID and id', async () => {
    const { uuid } = await rental.deps.database.kysely
      .selectFrom('users')
      .select('uuid')
      .where('id', '=', user.id)
      .executeTakeFirstOrThrow()
    for (const text of ['13912345678', '5678', 'lin晓', 'LIN', uuid, uuid.toUpperCase(), user.id])
      expect(await idsOf(text), text).toEqual([user.id])
  })

  it('finds nobody by another part of a phone: the hidden digits could be found one by one', async () => {
    for (const text of ['1391234567', '139', '2345', '45678']) expect(await idsOf(text), text).toEqual([])
    expect((await find('5678'))[0]!.detail).toBe('139****5678')
    expect((await find('13912345678'))[0]!.detail).toBe('13912345678')
  })

  it('takes LIKE metacharacters as they are', async () => {
    expect(await idsOf('%晓')).toEqual([])
    expect(await idsOf('Lin_')).toEqual([])
    expect(await idsOf('Lin晓100%')).toEqual([user.id])
    expect(await idsOf('lora_', 'operator-instances')).toEqual([instanceId])
    expect(await idsOf('lora%', 'operator-instances')).toEqual([])
    expect(await idsOf("' or 1=1 --", 'operator-hosts')).toEqual([])
  })

  it('no longer finds an instance that was released', async () => {
    const gone = await rental.rent(user, { nick_name: '短命的' })
    expect(await idsOf('短命', 'operator-instances')).toEqual([gone])
    await rental.act(user, gone, 'shutdown')
    await rental.reach(gone, 7)
    await user.call(instances.release, { params: { id: gone } })
    for (let second = 0; second < 30; second += 1) await rental.tick(1000)
    expect(await idsOf('短命', 'operator-instances')).toEqual([])
  })

  it('shows five of a kind at most', async () => {
    const people = await rental.addPeople(8)
    await rental.deps.database.kysely
      .updateTable('users')
      .set({ nickname: '众人' })
      .where(
        'id',
        'in',
        people.map(({ id }) => id),
      )
      .execute()
    expect(await idsOf('众人')).toHaveLength(5)
  })
})

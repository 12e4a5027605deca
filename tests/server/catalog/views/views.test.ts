import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { resultCodes } from '#contract/codes.ts'
import { limits } from '#contract/limits.ts'
import { views } from '#contract/views.ts'
import type { Person } from '#tests/support/people.ts'
import { createRentalPlatform, type RentalPlatform } from '#tests/support/rental.ts'

let rental: RentalPlatform
beforeAll(async () => {
  rental = await createRentalPlatform()
})
afterAll(() => rental.close())

const view = {
  resource: 'instances',
  name: '在跑的',
  query: 'status=2&sort=created_at',
  density: 'small',
  is_default: false,
} as const
const save = (person: Person, change: Partial<typeof view> | object = {}) =>
  person.call(views.create, { body: { ...view, ...change } })
const listOf = async (person: Person, resource = 'instances') => (await person.call(views.list, { query: { resource } })).data

describe('Saved views (docs 019)', () => {
  it('keep filters, order and density by list, oldest first, each for its owner', async () => {
    const [person, other] = await rental.addPeople(2)
    await save(person!)
    rental.clock.jump(1000)
    await save(person!, { name: '欠费的' })
    await save(person!, { resource: 'orders' })
    await save(other!, { name: '别人的' })
    expect(await listOf(person!)).toEqual([
      { ...view, id: expect.any(String), created_at: expect.any(String) },
      { ...view, name: '欠费的', id: expect.any(String), created_at: expect.any(String) },
    ])
  })

  it('stay with their list, whatever a node of the version before calls it', async () => {
    const person = await rental.addPerson()
    await save(person, { resource: 'secret-keys', name: '旧节点存的' })
    expect(await listOf(person, 'keys')).toMatchObject([{ name: '旧节点存的', resource: 'keys' }])
    for (const name of ['先默认', '后默认']) {
      expect(await save(person, { resource: 'secret-keys', name, is_default: true })).toMatchObject({ status: 200 })
      rental.clock.jump(1000)
    }
    const defaults = (await listOf(person, 'keys')).filter(({ is_default: isDefault }) => isDefault)
    expect(defaults).toMatchObject([{ name: '后默认' }])
  })

  it('have one default of a list at most', async () => {
    const person = await rental.addPerson()
    const first = (await save(person, { is_default: true })).data
    const second = (await save(person, { name: '二', is_default: true })).data
    await save(person, { resource: 'orders', is_default: true })
    const defaults = async () => (await listOf(person)).filter(({ is_default: isDefault }) => isDefault).map(({ id }) => id)
    expect(await defaults()).toEqual([second.id])
    await person.call(views.update, { params: { id: first.id }, body: { is_default: true } })
    expect(await defaults()).toEqual([first.id])
    await person.call(views.update, { params: { id: first.id }, body: { is_default: false } })
    expect(await defaults()).toEqual([])
    expect(await listOf(person, 'orders')).toMatchObject([{ is_default: true }])
  })

  it('have an end, whatever the lists are called', async () => {
    const person = await rental.addPerson()
    const rows = Array.from({ length: limits.viewsAllMax - 1 }, (_, i) => ({
      ...view,
      id: `view-many-${i}`,
      user_id: person.id,
      resource: `list-${i}`,
      created_at: rental.clock.now(),
    }))
    await rental.deps.database.kysely.insertInto('views').values(rows).execute()
    expect((await save(person)).code).toBe('0')
    expect((await save(person, { resource: 'one-more' })).code).toBe(resultCodes.view_limit.code)
  })

  it('are renamed and removed', async () => {
    const person = await rental.addPerson()
    const { id } = (await save(person)).data
    const { data } = await person.call(views.update, { params: { id }, body: { name: '新名字' } })
    expect(data).toMatchObject({ ...view, name: '新名字' })
    await person.call(views.remove, { params: { id } })
    expect(await listOf(person)).toEqual([])
    expect((await person.call(views.remove, { params: { id } })).code).toBe(resultCodes.not_found.code)
  })

  it('do not share a name within a list', async () => {
    const person = await rental.addPerson()
    await save(person)
    const again = await save(person)
    expect(again).toMatchObject({ status: 409, code: resultCodes.view_name_taken.code })
    const { id } = (await save(person, { name: '二' })).data
    const renamed = await person.call(views.update, { params: { id }, body: { name: view.name } })
    expect(renamed.code).toBe(resultCodes.view_name_taken.code)
    expect((await person.call(views.update, { params: { id }, body: { name: '二' } })).code).toBe('0')
  })

  it('are twenty of a list at most, also when many are saved at once', async () => {
    const person = await rental.addPerson()
    const answers = await Promise.all(Array.from({ length: limits.viewsMax + 5 }, (_, n) => save(person, { name: `视图 ${n}` })))
    expect(answers.filter(({ code }) => code === resultCodes.view_limit.code)).toHaveLength(5)
    expect((await save(person, { resource: 'orders' })).code).toBe('0')
  })

  it.each([
    ['a query with a fragment', { query: 'a=1#x' }],
    ['an address elsewhere', { query: 'a=1?b' }],
    ['no name', { name: ' ' }],
    ['a strange list', { resource: '../orders' }],
  ])('refuse %s', async (_, change) => {
    const person = await rental.addPerson()
    expect(await save(person, change)).toMatchObject({ status: 400, code: resultCodes.invalid.code })
  })
})

import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { accountSecurity, type ClosingBlocker } from '#contract/account-security.ts'
import { auth } from '#contract/auth.ts'
import { resultCodes } from '#contract/codes.ts'
import { notifications } from '#contract/notifications.ts'
import { queue } from '#contract/queue.ts'
import { users } from '#contract/users.ts'
import { closeDueAccounts } from '#server/domains/accounts/users/closing.service.ts'
import { recordPosting } from '#server/ledger/ledger.ts'
import { dumpDatabase } from '#tests/support/dump.ts'
import { ownedFixtures } from '#tests/support/fixtures.ts'
import { createRentalPlatform, type RentalPlatform } from '#tests/support/rental.ts'
import { stepUpByPassword } from '#tests/support/step-up.ts'

let platform: RentalPlatform
beforeAll(async () => {
  platform = await createRentalPlatform()
})
afterAll(() => platform.close())

const day = 86_400_000
const consent = { body: { consent: true } } as const
type Someone = Awaited<ReturnType<RentalPlatform['signUp']>>
const reasons = async ({ call }: Someone): Promise<ClosingBlocker[]> =>
  (await call(accountSecurity.closing)).data.blockers.map(({ reason }) => reason)
const login = (phone: string, password: string) => platform.call(auth.login, { body: { phone, password } }, { ip: '10.77.0.1' })
async function closing() {
  const person = await stepUpByPassword(await platform.signUp({ real_name: true }))
  const { data } = await person.call(accountSecurity.close, consent)
  return { ...person, closes_at: data.closes_at }
}
const userRow = (id: string) =>
  platform.deps.database.kysely.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

describe('product §6 Closing an account is blocked', () => {
  it('by money: a balance, arrears, what is held, and income', async () => {
    const person = await platform.signUp({ balance: '8.00' })
    const { id } = person.user
    const move = (from: object | string, to: object | string, kind: string, amountFen = 100n) =>
      platform.deps.database.transaction((trx) =>
        recordPosting(trx, {
          idem: `closing:${kind}:${id}`,
          kind: kind as 'reward',
          title: '测试',
          at: platform.clock.now(),
          movements: [{ from: from as 'channel', to: to as 'channel', amount_fen: amountFen }],
        }),
      )
    expect(await reasons(person)).toEqual(['balance'])
    await move({ user: id }, { user: id, wallet: 'frozen' }, 'withdraw_hold')
    await move('promotion', { user: id, wallet: 'income' }, 'reward')
    const { data } = await person.call(accountSecurity.closing)
    expect(data.blockers).toEqual([
      { reason: 'balance', detail: '¥7.00' },
      { reason: 'frozen', detail: '¥1.00' },
      { reason: 'income', detail: '¥1.00' },
    ])
    await move({ user: id }, 'revenue', 'usage', 900n)
    expect((await reasons(person))[0]).toBe('arrears')
  })

  it('by instances, queue entries and private images, and says how many', async () => {
    const person = await platform.signUp({ real_name: true })
    const renter = { id: person.user.id, call: person.call } as Parameters<(typeof ownedFixtures)['instance']>[1]
    await ownedFixtures.instance(platform, renter)
    await ownedFixtures.queue_entry(platform, renter)
    await ownedFixtures.private_image(platform, renter)
    expect(await reasons(person)).toEqual(expect.arrayContaining(['instances', 'queue', 'private_images']))
    expect((await person.call(queue.list)).total).toBe(1)
    await stepUpByPassword(person)
    expect(await person.call(accountSecurity.close, consent)).toMatchObject({
      status: 409,
      code: resultCodes.closing_blocked.code,
      message: '还有未处理完的事项，处理后再申请注销',
    })
  })

  it('for those who work here', async () => {
    expect(await reasons(await platform.signUp({ role: 'operator_support' }))).toEqual(['operator'])
  })

  it('without the consent, at its field', async () => {
    const { call } = await stepUpByPassword(await platform.signUp())
    expect((await call(accountSecurity.close)).errors).toEqual({ consent: ['请确认已了解注销的后果'] })
  })
})

describe('decision 035 Seven days of grace', () => {
  it('begin with signing everybody out', async () => {
    const { user, token, refresh, closes_at: closesAt } = await closing()
    expect(Date.parse(closesAt) - platform.clock.now().getTime()).toBe(7 * day)
    expect((await platform.call(users.get, { params: { id: user.id } }, { token })).status).toBe(401)
    expect((await platform.call(auth.refresh, { body: { refresh } })).status).toBe(401)
  })

  it('end with the next sign-in, which takes the wish back and says so', async () => {
    const { user } = await closing()
    await platform.clock.advance(7 * day - 1000)
    await closeDueAccounts(platform.deps)
    const { data } = await login(user.phone, user.password)
    await platform.clock.advance(30 * day)
    await closeDueAccounts(platform.deps)
    expect(await userRow(user.id)).toMatchObject({ closing_at: null, closed_at: null, phone: user.phone })
    const again = (await login(user.phone, user.password)).data
    const { data: told } = await platform.call(notifications.list, {}, { token: again.access })
    expect(told.map(({ title }) => title)).toContain('注销申请已撤回')
    expect(data.userId).toBe(user.id)
  })

  it('are called off when money came in meanwhile', async () => {
    const { user } = await closing()
    await platform.recharge(user.id, '1.00')
    await platform.clock.advance(7 * day)
    await closeDueAccounts(platform.deps)
    expect(await userRow(user.id)).toMatchObject({ closing_at: null, closed_at: null })
  })
})

describe('decision 035 A closed account', () => {
  it('has no person in it any more, while the books stay', async () => {
    const person = await stepUpByPassword(await platform.signUp({ real_name: true, balance: '5.00' }))
    const { id, phone, password } = person.user
    const { name_cipher: nameCipher } = await platform.deps.database.kysely
      .selectFrom('real_names')
      .select('name_cipher')
      .where('user_id', '=', id)
      .executeTakeFirstOrThrow()
    await person.call(users.update, { params: { id }, body: { nickname: '金丝雀昵称' } })
    await platform.deps.database.transaction((trx) =>
      recordPosting(trx, {
        idem: `closing:spent:${id}`,
        kind: 'order',
        title: '用完',
        at: platform.clock.now(),
        movements: [{ from: { user: id }, to: 'revenue', amount_fen: 500n }],
      }),
    )
    expect((await person.call(accountSecurity.close, consent)).code).toBe('0')
    await platform.clock.advance(7 * day)
    await closeDueAccounts(platform.deps)
    await closeDueAccounts(platform.deps)
    const row = await userRow(id)
    expect(row).toMatchObject({ nickname: '已注销用户', phone: `closed:${id}`, avatar_id: null })
    expect(row.closed_at).not.toBeNull()
    const { kysely } = platform.deps.database
    // Counters and the stream are swept within days by themselves.
    const dump = (await dumpDatabase(platform.deps.database))
      .split('\n')
      .filter((line) => !/^(stream_events|rate_limits) /.test(line))
    for (const gone of [phone, '金丝雀昵称', nameCipher]) expect(dump.filter((line) => line.includes(gone))).toEqual([])
    const entries = await kysely
      .selectFrom('ledger_entries as e')
      .innerJoin('accounts as a', 'a.id', 'e.account_id')
      .where('a.user_id', '=', id)
      .select('e.id')
      .execute()
    expect(entries).toHaveLength(2)
    expect((await login(phone, password)).code).toBe(resultCodes.bad_credentials.code)
  })

  it('is closed although the closing of another fails', async () => {
    const { user: failing } = await closing()
    await platform.clock.advance(1000)
    const { user: next } = await closing()
    await platform.clock.advance(7 * day)
    vi.spyOn(platform.deps.database, 'transaction').mockRejectedValueOnce(new Error('went wrong'))
    await closeDueAccounts(platform.deps)
    expect((await userRow(failing.id)).closed_at).toBeNull()
    expect((await userRow(next.id)).closed_at).not.toBeNull()
    expect(platform.logs.filter((line) => line.includes('closing an account failed') && line.includes(failing.id))).toHaveLength(
      1,
    )
    await closeDueAccounts(platform.deps)
    expect((await userRow(failing.id)).closed_at).not.toBeNull()
  })

  it('gives phone and ID number free for a new account', async () => {
    const { user } = await closing()
    const number = await platform.deps.database.kysely
      .selectFrom('real_names')
      .select('id_number_index')
      .where('user_id', '=', user.id)
      .executeTakeFirstOrThrow()
    await platform.clock.advance(7 * day)
    await closeDueAccounts(platform.deps)
    const left = await platform.deps.database.kysely
      .selectFrom('real_names')
      .select('user_id')
      .where('id_number_index', '=', number.id_number_index)
      .execute()
    expect(left).toEqual([])
    expect((await platform.signUp({ phone: user.phone })).user.id).not.toBe(user.id)
  })
})

describe('PIPL art. 45 The own data', () => {
  it('are a file to keep, with numbers masked', async () => {
    const person = await stepUpByPassword(await platform.signUp({ real_name: true }))
    const file = await platform.fetchFile(accountSecurity.export_data, {}, person.token)
    expect(file).toMatchObject({ status: 200, file_name: expect.stringMatching(/^我的数据_\d{4}-\d\d-\d\d\.json$/) })
    const data = JSON.parse(file.bytes.toString())
    expect(data).toMatchObject({
      profile: { id: person.user.id },
      real_name: { passed: 'T', name: '张*' },
      counts: { orders: 0 },
      sessions: [{ current: true }],
      consents: [{ purpose: 'real_name' }],
    })
    expect(file.bytes.toString()).not.toContain(person.user.phone)
  })
})

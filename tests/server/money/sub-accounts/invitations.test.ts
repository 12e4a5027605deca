import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { auth } from '#contract/auth.ts'
import { resultCodes } from '#contract/codes.ts'
import { limits } from '#contract/limits.ts'
import { notifications } from '#contract/notifications.ts'
import { operatorUsers } from '#contract/operator/users.ts'
import { subAccounts } from '#contract/sub-accounts.ts'
import { users } from '#contract/users.ts'
import { listMigrations, migrateDatabase } from '#server/db/migrate.ts'
import { getCashBalance } from '#server/ledger/ledger.ts'
import { databaseEngines } from '#tests/support/engines.ts'
import type { Person } from '#tests/support/people.ts'
import { createRentalPlatform, type RentalPlatform } from '#tests/support/rental.ts'

let rental: RentalPlatform
let master: Person
let phone: string
let made = 0
beforeAll(async () => {
  rental = await createRentalPlatform()
})
beforeEach(async () => {
  master = await rental.addPerson({ balance: '100.00' })
  phone = `17${String(++made).padStart(9, '0')}`
  await rental.clock.advance(61_000)
})
afterAll(() => rental.close())
afterEach(async () => expect(await rental.audit()).toEqual([]))

const password = 'Gpu#2026mine'
/** Each from an address of its own: those have limits, too. */
const from = () => ({ ip: `10.40.${made >> 8}.${made & 255}` })
const invite = (by: Person, more: object = {}) =>
  by.call(subAccounts.create, { body: { phone, name: '标注组', ...more } }, from())
const inbox = () => rental.deps.sandbox.sms!.inbox().filter((sms) => sms.phone === phone)
const code = () => inbox()[0]!.code
const shown = (captcha = code()) => rental.call(subAccounts.invitations, { body: { phone, captcha } }, from())
const accept = (id: string, captcha = code()) =>
  rental.call(subAccounts.accept, { body: { id, phone, captcha, password } }, from())
const signIn = (secret = password) => rental.call(auth.login, { body: { account_type: 'sub', phone, password: secret } }, from())
const stateOf = async (id: string, by = master) => (await by.call(subAccounts.get, { params: { id } })).data.state
const again = (id: string) => master.call(subAccounts.invite, { params: { id } }, from())
const days = (count: number) => rental.clock.advance(count * 86_400_000)

async function register() {
  await rental.clock.advance(61_000)
  const asked = await rental.call(auth.send_captcha, { body: { phone, captcha_type: 'register' } }, from())
  return asked.code === '0' ? rental.call(auth.register, { body: { phone, captcha: code(), password } }, from()) : asked
}

describe('product §6 An invitation to a sub-account', () => {
  it('takes a code that only the holder of the phone has, and a password that only he knows', async () => {
    const { data: sub } = await invite(master, { amount: '30' })
    expect(sub).toMatchObject({ state: 'invited', phone: `${phone.slice(0, 3)}****${phone.slice(-4)}`, remaining: '30.00' })
    expect(inbox()).toMatchObject([{ type: 'sub_account', code: expect.stringMatching(/^\d{6}$/) }])
    expect((await shown('000000')).code).toBe(resultCodes.bad_captcha.code)
    expect((await shown()).data).toMatchObject([{ id: sub.id, name: '标注组', master_real_name: '张*' }])
    expect((await signIn()).code).toBe(resultCodes.bad_credentials.code)
    expect((await accept(sub.id)).status).toBe(200)
    expect((await signIn()).status).toBe(200)
    expect(await stateOf(sub.id)).toBe('active')
    const told = (await master.call(notifications.list, { query: { class: 'system' } })).data
    expect(told[0]).toMatchObject({ title: '子账号 标注组 已接受邀请', link: '/console/account/sub-account' })
    expect((await accept(sub.id)).status).not.toBe(200)
  })

  it('takes nobody’s phone: its holder registers, and another master may invite, as if there were none', async () => {
    const { data: sub } = await invite(master)
    expect((await rental.call(auth.check_phone, { params: { phone } }, from())).data).toEqual({ registered: false })
    await rental.clock.advance(61_000)
    const other = await rental.addPerson()
    const { data: ofOther } = await invite(other)
    expect((await shown()).data.map(({ id }) => id).sort()).toEqual([sub.id, ofOther.id].sort())
    expect((await register()).status).toBe(200)
    const login = await rental.call(auth.login, { body: { phone, password } }, from())
    const own = await rental.call(users.get, { params: { id: login.data.userId } }, { token: login.data.access })
    expect(own.data.account_type).toBe('main')
    expect((await again(sub.id)).code).toBe(resultCodes.phone_taken.code)
  })

  it('cannot be accepted by who has registered meanwhile, with a code from before', async () => {
    const { data: sub } = await invite(master)
    const before = code()
    expect((await register()).status).toBe(200)
    const late = await accept(sub.id, before)
    expect([late.code, late.errors?.phone?.length]).toEqual([resultCodes.phone_taken.code, 1])
    expect(await stateOf(sub.id)).toBe('invited')
  })

  it('makes no password of the master’s, whatever he sends', async () => {
    const { data: sub } = await invite(master, { password: 'Master#2026' })
    expect(sub.has_password).toBe(false)
    expect((await accept(sub.id)).status).toBe(200)
    expect((await signIn('Master#2026')).code).toBe(resultCodes.bad_credentials.code)
  })

  it('is for who is verified alone', async () => {
    const stranger = await rental.addPerson({ real_name: false })
    expect((await invite(stranger)).code).toBe(resultCodes.real_name_required.code)
    expect(inbox()).toEqual([])
  })

  it('is sent once to a phone by one master, and no phone gets more than so many a day', async () => {
    const { data: sub } = await invite(master)
    const twice = await invite(master)
    expect([twice.code, twice.errors?.phone?.length]).toEqual([resultCodes.sub_account_invited.code, 1])
    expect((await again(sub.id)).code).toBe(resultCodes.captcha_too_soon.code)
    for (let sent = 1; sent < limits.subAccountInvitationsPerDay; sent += 1) {
      await rental.clock.advance(61_000)
      expect((await again(sub.id)).status).toBe(200)
    }
    await rental.clock.advance(61_000)
    expect((await again(sub.id)).code).toBe(resultCodes.too_many_requests.code)
    expect((await invite(await rental.addPerson())).code).toBe(resultCodes.too_many_requests.code)
    expect(inbox().length).toBeLessThan(limits.subAccountInvitationsPerDay + 1)
  })

  it('is over after some days, until it is sent again', async () => {
    const { data: sub } = await invite(master)
    await days(limits.subAccountInvitationDays)
    expect(await stateOf(sub.id)).toBe('expired')
    const listed = (state: 'invited' | 'expired' | 'active') => master.call(subAccounts.list, { query: { state } })
    expect([(await listed('expired')).total, (await listed('invited')).total, (await listed('active')).total]).toEqual([1, 0, 0])
    expect((await again(sub.id)).data.state).toBe('invited')
    expect((await accept(sub.id)).status).toBe(200)
    expect((await again(sub.id)).code).toBe(resultCodes.sub_account_state.code)
  })

  it('over or withdrawn, it cannot be accepted, and its money is back', async () => {
    const { data: old } = await invite(master, { amount: '40' })
    const before = code()
    expect((await master.call(subAccounts.remove, { params: { id: old.id } })).status).toBe(200)
    expect((await accept(old.id, before)).code).toBe(resultCodes.sub_account_invitation_gone.code)
    expect((await shown(before)).data).toEqual([])
    expect(await getCashBalance(rental.deps.database.kysely, master.id)).toBe(10_000n)
    await rental.clock.advance(61_000)
    const { data: sub } = await invite(master)
    await days(limits.subAccountInvitationDays)
    await rental.call(auth.send_captcha, { body: { phone, captcha_type: 'sub_account' } }, from())
    expect((await accept(sub.id)).code).not.toBe('0')
    expect(await stateOf(sub.id)).toBe('expired')
  })

  it('asked for a code, a phone that nobody invited gets none and looks the same', async () => {
    const asked = await rental.call(auth.send_captcha, { body: { phone, captcha_type: 'sub_account' } }, from())
    expect([asked.status, asked.data]).toEqual([200, { resend_after: limits.smsResendSeconds }])
    expect(inbox()).toEqual([])
  })

  it('is accepted once by many at once, and its code makes nothing else', async () => {
    const { data: sub } = await invite(master)
    const replies = await Promise.all(Array.from({ length: 8 }, () => accept(sub.id)))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    expect((await rental.call(auth.login, { body: { phone, captcha: code() } }, from())).code).toBe(resultCodes.bad_captcha.code)
  })

  it('of another phone is not accepted with a code of one’s own', async () => {
    const { data: theirs } = await invite(master)
    phone = `17${String(++made).padStart(9, '0')}`
    await invite(await rental.addPerson())
    expect((await accept(theirs.id)).code).toBe(resultCodes.sub_account_invitation_gone.code)
  })

  it('is shown to operators as what it is', async () => {
    const { data: sub } = await invite(master)
    const support = await rental.addPerson({ role: 'operator_support' })
    const { data } = await support.call(operatorUsers.get, { params: { id: sub.id } })
    expect(data).toMatchObject({ account_type: 'sub', phone: '待接受邀请' })
  })
})

describe('Sub-accounts from before there were invitations', () => {
  it('stay with who proved the phone; every other number is free, and its holder may still accept', async () => {
    const database = await databaseEngines[0]!.openBlank()
    await migrateDatabase(
      database,
      listMigrations().filter(({ name }) => name < '0047'),
    )
    const { kysely } = database
    const at = new Date('2026-10-01T00:00:00Z')
    const person = (id: string) => ({
      id,
      uuid: randomUUID(),
      phone: `phone-${id}`,
      nickname: id,
      invite_code: id,
      created_at: at,
    })
    const ids = ['by-sms', 'by-code', 'never', 'by-master', 'removed']
    await kysely
      .insertInto('users')
      .values({ ...person('master'), password_hash: 'x' })
      .execute()
    for (const id of ids) {
      const row = { ...person(id), password_hash: 'x', account_type: 'sub', master_id: 'master' }
      await kysely.insertInto('users').values(row).execute()
      const hasPassword = id === 'by-code' || id === 'by-master'
      const removedAt = id === 'removed' ? at : null
      await sql`insert into sub_accounts (user_id, master_id, name, topped_month, has_password, created_at, removed_at)
        values (${id}, 'master', ${id}, '2026-10', ${hasPassword}, ${at}, ${removedAt})`.execute(kysely)
    }
    for (const id of ['by-sms', 'by-code', 'by-master']) {
      const device = { ip: '10.0.0.1', user_agent: 'tests', created_at: at, last_seen_at: at }
      await kysely
        .insertInto('sessions')
        .values({ id, user_id: id, ...device })
        .execute()
    }
    const used = { captcha_type: 'login', code_hash: 'x', created_at: at, expires_at: at, used_at: at }
    await kysely
      .insertInto('captchas')
      .values({ id: 'used', phone: 'phone-by-code', ...used })
      .execute()
    await migrateDatabase(database)
    const { rows } = await sql`select u.id, u.phone, s.invited_phone from users u join sub_accounts s on s.user_id = u.id
      order by u.id`.execute(kysely)
    expect(rows).toEqual([
      { id: 'by-code', phone: 'phone-by-code', invited_phone: null },
      { id: 'by-master', phone: 'invited:by-master', invited_phone: 'phone-by-master' },
      { id: 'by-sms', phone: 'phone-by-sms', invited_phone: null },
      { id: 'never', phone: 'invited:never', invited_phone: 'phone-never' },
      { id: 'removed', phone: 'phone-removed', invited_phone: null },
    ])
    await database.close()
  })
})

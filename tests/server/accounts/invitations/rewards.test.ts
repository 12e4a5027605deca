import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { auth } from '#contract/auth.ts'
import { resultCodes } from '#contract/codes.ts'
import { toShanghaiDay } from '#contract/day.ts'
import { invitation } from '#contract/invitation.ts'
import { formatFenAsYuan, parseYuanToFen } from '#contract/money.ts'
import { computeRewardsEnd } from '#server/domains/accounts/invitations/reward.policy.ts'
import { payRewards } from '#server/domains/accounts/invitations/rewards.service.ts'
import { getWalletBalances, recordPosting } from '#server/ledger/ledger.ts'
import { newId } from '#server/lib/ids.ts'
import type { Person } from '#tests/support/people.ts'
import { pickRunSeed } from '#tests/support/random.ts'
import { createRentalPlatform, type RentalPlatform } from '#tests/support/rental.ts'
import { addSubAccount } from '#tests/support/sub-accounts.ts'

let rental: RentalPlatform
beforeAll(async () => {
  rental = await createRentalPlatform()
})
afterAll(() => rental.close())
/** What is spent here is posted without instances behind it. */
const madeUp = 'usage postings equal usage charges'
afterEach(async () => expect((await rental.audit()).filter(({ rule }) => rule !== madeUp)).toEqual([]))

const hourMs = 3_600_000
const dayMs = 24 * hourMs

async function invited(beforeMs = 0): Promise<{ inviter: Person; invitee: Person }> {
  const [inviter, invitee] = await rental.addPeople(2, { balance: '100000.00' })
  const by = { invited_by: inviter!.id, created_at: new Date(rental.clock.now().getTime() - beforeMs) }
  await rental.deps.database.kysely.updateTable('users').set(by).where('id', '=', invitee!.id).execute()
  return { inviter: inviter!, invitee: invitee! }
}
/** Spends whole fen in cash. */
const use = (user: string, amountFen: bigint) =>
  rental.deps.database.transaction((trx) =>
    recordPosting(trx, {
      idem: newId('tests'),
      kind: 'usage',
      title: '用量',
      at: rental.clock.now(),
      movements: [{ from: { user }, to: 'revenue', amount_fen: amountFen }],
    }),
  )
const income = async ({ id }: Person) => (await getWalletBalances(rental.deps.database.kysely, id)).income
const pay = () => payRewards(rental.deps)

/** As if the worker was killed before it could commit. */
async function payAndDie(): Promise<void> {
  const { database } = rental.deps
  const dying = Object.create(database) as typeof database
  dying.transaction = (work) =>
    database.transaction(async (trx, afterCommit) => {
      await work(trx, afterCommit)
      throw new Error('killed')
    })
  await payRewards({ ...rental.deps, database: dying })
}

describe('product §6 Rewards of an invitation', () => {
  it('are 10 % of the cash spent, floored once over all days, however often, whenever and with whatever crashes they are paid', async () => {
    const step = fc.oneof(
      { weight: 5, arbitrary: fc.record({ do: fc.constant('spend' as const), fen: fc.integer({ min: 1, max: 500 }) }) },
      { weight: 3, arbitrary: fc.record({ do: fc.constant('wait' as const), fen: fc.integer({ min: 1, max: 40 }) }) },
      {
        weight: 3,
        arbitrary: fc.record({ do: fc.constantFrom('pay' as const, 'die' as const, 'twice' as const), fen: fc.constant(0) }),
      },
    )
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        const { inviter, invitee } = await invited()
        const spent: { day: string; fen: bigint }[] = []
        const due = () =>
          spent.filter(({ day }) => day < toShanghaiDay(rental.clock.now())).reduce((total, { fen }) => total + fen, 0n) / 10n
        for (const { do: what, fen } of steps) {
          if (what === 'spend') {
            await use(invitee.id, BigInt(fen))
            spent.push({ day: toShanghaiDay(rental.clock.now()), fen: BigInt(fen) })
          }
          if (what === 'wait') await rental.clock.advance(fen * hourMs)
          if (what === 'die') await payAndDie()
          if (what === 'twice') await Promise.all([pay(), pay()])
          if (what === 'pay') await pay()
          if (what === 'pay' || what === 'twice') expect(await income(inviter)).toBe(due())
        }
        await rental.clock.advance(dayMs)
        await pay()
        expect(await income(inviter)).toBe(due())
      }),
      { numRuns: 25, seed: pickRunSeed('REWARDS') },
    )
  })

  it('come out the same in one run after a month as in a run a day', async () => {
    const [daily, monthly] = [await invited(), await invited()]
    for (let day = 0; day < 30; day += 1) {
      for (const { invitee } of [daily, monthly]) await use(invitee.id, BigInt(33 + day))
      await rental.clock.advance(dayMs)
      if (day < 29) {
        await rental.deps.database.kysely
          .updateTable('users')
          .set({ invited_by: null })
          .where('id', '=', monthly.invitee.id)
          .execute()
        await pay()
        const back = { invited_by: monthly.inviter.id }
        await rental.deps.database.kysely.updateTable('users').set(back).where('id', '=', monthly.invitee.id).execute()
      }
    }
    await pay()
    expect(await income(monthly.inviter)).toBe(await income(daily.inviter))
    expect(await income(daily.inviter)).toBeGreaterThan(0n)
  })

  it('go to nobody once the inviter has closed his account', async () => {
    const { inviter, invitee } = await invited()
    const { kysely } = rental.deps.database
    await kysely.updateTable('users').set({ closed_at: rental.clock.now() }).where('id', '=', inviter.id).execute()
    await use(invitee.id, 1000n)
    await rental.clock.advance(dayMs)
    await pay()
    expect(await income(inviter)).toBe(0n)
  })

  it('count a year from the registration and no longer', async () => {
    const { inviter, invitee } = await invited(365 * dayMs - 1)
    await use(invitee.id, 1000n)
    await rental.clock.advance(1)
    await use(invitee.id, 9000n)
    await rental.clock.advance(2 * dayMs)
    await pay()
    expect(await income(inviter)).toBe(100n)
  })

  it.each([
    ['2027-03-01T00:00:00+08:00', '2028-03-01T00:00:00+08:00'],
    ['2028-02-29T00:30:00+08:00', '2029-02-28T00:30:00+08:00'],
    ['2028-02-28T23:59:59+08:00', '2029-02-28T23:59:59+08:00'],
    ['2026-12-31T23:59:59+08:00', '2027-12-31T23:59:59+08:00'],
  ])('of who registered at %s end at %s', (from, to) => expect(computeRewardsEnd(new Date(from))).toEqual(new Date(to)))

  it('count what a sub-account of the invitee spends', async () => {
    const { inviter, invitee } = await invited()
    const sub = await addSubAccount(rental, invitee.id)
    await use(sub, 500n)
    await rental.deps.database.transaction((trx) =>
      recordPosting(trx, {
        idem: newId('tests'),
        kind: 'allocate',
        title: '划拨',
        at: rental.clock.now(),
        movements: [{ from: { user: invitee.id }, to: { user: sub }, amount_fen: 500n }],
      }),
    )
    await rental.clock.advance(dayMs)
    await pay()
    expect(await income(inviter)).toBe(50n)
  })

  it('cannot go to oneself: one identity verifies one account', async () => {
    const { inviter, invitee } = await invited()
    const { kysely } = rental.deps.database
    await kysely.deleteFrom('real_names').where('user_id', '=', inviter.id).execute()
    const named = await kysely.selectFrom('real_names').selectAll().where('user_id', '=', invitee.id).executeTakeFirstOrThrow()
    await expect(
      kysely
        .insertInto('real_names')
        .values({ ...named, user_id: inviter.id })
        .execute(),
    ).rejects.toThrow()
  })

  it('add up by month and friend to what was paid, for the inviter and for nobody else', async () => {
    const { inviter, invitee } = await invited()
    for (const amountFen of [1000n, 2500n]) {
      await use(invitee.id, amountFen)
      await rental.clock.advance(32 * dayMs)
      await pay()
    }
    const months = (await inviter.call(invitation.months)).data
    expect(months.map(({ invitee_id: id, reward }) => [id, reward])).toEqual([
      [invitee.id, '2.50'],
      [invitee.id, '1.00'],
    ])
    expect(new Set(months.map(({ month }) => month)).size).toBe(2)
    expect((await invitee.call(invitation.months)).data).toEqual([])
  })

  it('say day by day what they sum, to the inviter and to nobody else', async () => {
    const { inviter, invitee } = await invited()
    await use(invitee.id, 1234n)
    await rental.clock.advance(dayMs)
    await use(invitee.id, 66n)
    await rental.clock.advance(dayMs)
    await pay()
    const { data } = await inviter.call(invitation.rewards, { query: { invitee_id: invitee.id, order: 'asc' } })
    expect(data.map(({ usage, total, reward }) => [usage, total, reward])).toEqual([
      ['12.34', '12.34', '1.23'],
      ['0.66', '13.00', '0.07'],
    ])
    const [shown] = (await inviter.call(invitation.invitees)).data
    expect(shown).toMatchObject({ spent: '13.00', reward: '1.30', phone: expect.stringMatching(/^\d{3}\*{4}\d{4}$/) })
    const sum = data.reduce((fen, { reward }) => fen + parseYuanToFen(reward), 0n)
    expect((await inviter.call(invitation.get)).data).toMatchObject({ reward: formatFenAsYuan(sum), invitees: 1, verified: 1 })
    expect((await invitee.call(invitation.rewards, { query: { invitee_id: invitee.id } })).data).toEqual([])
  })
})

describe('product §6 An own code', () => {
  it('is refused to who registers from the session it belongs to', async () => {
    const { user, token } = await rental.signUp()
    const { data } = await rental.call(invitation.get, {}, { token })
    const phone = '13712345678'
    const captcha = await rental.askCode(phone, 'register', { ip: '10.7.0.1' })
    const body = { phone, captcha, password: user.password, invite_code: data.invite_code }
    const refused = await rental.call(auth.register, { body }, { token, ip: '10.7.0.1' })
    expect([refused.code, refused.errors?.invite_code]).toEqual([
      resultCodes.self_invitation.code,
      [resultCodes.self_invitation.message],
    ])
    expect((await rental.call(auth.register, { body }, { ip: '10.7.0.1' })).status).toBe(200)
  })
})

import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { toShanghaiMonth } from '#contract/day.ts'
import { formatFenAsYuan, parseYuanToFen } from '#contract/money.ts'
import { subAccounts } from '#contract/sub-accounts.ts'
import { withdrawals } from '#contract/withdrawals.ts'
import { payRewards } from '#server/domains/accounts/invitations/rewards.service.ts'
import { computeMonthSpan } from '#server/domains/money/creator-income/months.policy.ts'
import { payCreators } from '#server/domains/money/creator-income/pay-creators.service.ts'
import { getWithdrawable } from '#server/domains/money/withdrawals/withdrawable.service.ts'
import { getCashTotals, getWalletBalances } from '#server/ledger/ledger.ts'
import { createInstanceMoneyHelper, hourMs, msPerDay } from '#tests/support/instance-money.ts'
import { buildSimulatedHost } from '#tests/support/market.ts'
import { rechargeBySandbox, runMetering } from '#tests/support/metering.ts'
import { stepUpSession } from '#tests/support/payments.ts'
import type { Person } from '#tests/support/people.ts'
import { addPricedImage, type PricedImage } from '#tests/support/priced-images.ts'
import { pickRunSeed } from '#tests/support/random.ts'
import { getRandomRuns } from '#tests/support/random-runs.ts'
import { createRentalPlatform, type RentalPlatform } from '#tests/support/rental.ts'
import { addSubAccount } from '#tests/support/sub-accounts.ts'

let rental: RentalPlatform
beforeAll(async () => {
  rental = await createRentalPlatform({ hosts: [buildSimulatedHost('host-1', 'RTX 4090', 256)] })
})
afterAll(() => rental.close())

const db = () => rental.deps.database.kysely
const sum = (amounts: readonly bigint[]) => amounts.reduce((total, fen) => total + fen, 0n)

/** Somebody who earns: the inviter of the others, and the creator of images, who may be the same. */
interface Gang {
  inviter: Person
  creator: Person
  spenders: { person: Person; id: string; instance_id: string }[]
  images: (PricedImage & { fen: bigint })[]
}

async function gang(same: boolean): Promise<Gang> {
  const money = createInstanceMoneyHelper(rental)
  const [inviter, other, ...people] = await rental.addPeople(4, { balance: '0.00' })
  const creator = same ? inviter! : other!
  const ids = people.map(({ id }) => id)
  await db().updateTable('users').set({ invited_by: inviter!.id }).where('id', 'in', ids).execute()
  const images = []
  for (const fen of [37, 1000]) images.push({ ...(await addPricedImage(rental, creator, fen)), fen: BigInt(fen) })
  const spenders = []
  for (const person of people) {
    await rechargeBySandbox(rental, person, '3.00')
    const instanceId = await rental.rent(person)
    await money.rest(person, instanceId)
    spenders.push({ person, id: person.id, instance_id: instanceId })
  }
  // A sub-account runs an instance of its own with what its master sets aside.
  const [master] = spenders
  const id = await addSubAccount(rental, master!.id)
  spenders.push({ person: master!.person, id, instance_id: master!.instance_id })
  return { inviter: inviter!, creator, spenders, images }
}

/** What has come out, or may come out now, of what the gang paid in. */
async function profitOf({ inviter, creator, spenders }: Gang): Promise<bigint> {
  const people = [...new Map([inviter, creator, ...spenders.map(({ person }) => person)].map((one) => [one.id, one])).values()]
  const now = rental.clock.now()
  const each = await Promise.all(
    people.map(async ({ id }) => {
      const {
        recharge = 0n,
        withdraw_hold: withdrawHold = 0n,
        withdraw_return: withdrawReturn = 0n,
      } = await getCashTotals(db(), id)
      const { income, income_frozen: incomeFrozen } = await getWalletBalances(db(), id)
      const { fen } = await getWithdrawable(db(), id, 1, now)
      return income + incomeFrozen + fen - withdrawHold - withdrawReturn - recharge
    }),
  )
  return sum(each)
}

async function jobs(): Promise<void> {
  await payCreators(rental.deps)
  await payRewards(rental.deps)
}

async function endMonth(): Promise<void> {
  const { to } = computeMonthSpan(toShanghaiMonth(rental.clock.now()))
  await rental.clock.advance(to.getTime() - rental.clock.now().getTime() + 2.5 * hourMs)
  await jobs()
}

async function withdrawAll(person: Person): Promise<void> {
  const { data } = await person.call(withdrawals.quote, { query: { type: '1' } })
  if (parseYuanToFen(data.withdrawable) === 0n) return
  await stepUpSession(rental, person)
  await person.call(withdrawals.create, { body: { type: 1, amount: data.withdrawable } })
}

const who = fc.nat(2)
const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('use' as const),
      who,
      image: fc.nat(2),
      seconds: fc.integer({ min: 1, max: 9000 }),
      cheap: fc.boolean(),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('pay' as const), who, fen: fc.integer({ min: 1, max: 3000 }) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('aside' as const), fen: fc.integer({ min: 1, max: 900 }) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('withdraw' as const), who }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('day' as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('month' as const) }) },
)
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

async function take(gang: Gang, one: Step): Promise<void> {
  if (one.do === 'month') return endMonth()
  if (one.do === 'day') {
    await rental.clock.advance(msPerDay)
    return jobs()
  }
  const [master] = gang.spenders
  if (one.do === 'aside') {
    const params = { id: gang.spenders[2]!.id }
    await master!.person.call(subAccounts.allocate, { params, body: { amount: formatFenAsYuan(BigInt(one.fen)) } })
    return
  }
  const { person, id, instance_id: instanceId } = gang.spenders[one.who]!
  if (one.do === 'pay') return rechargeBySandbox(rental, person, formatFenAsYuan(BigInt(one.fen)))
  if (one.do === 'withdraw') return withdrawAll(person)
  // However it came to run: no gate is asked, so that more may be owed than the platform ever lets anybody owe.
  const gpuMicro = one.cheap ? 10_000n : 2_280_000n
  await runMetering(rental, { id: instanceId, user_id: id, image: gang.images[one.image], gpu_micro: gpuMicro }, [one.seconds])
}

const lives = getRandomRuns('ATTACKERS_RUNS', 4)

describe('product §5 Money out never exceeds money in', () => {
  it(`for any colluding accounts, through ${lives} lives: what can be withdrawn is at most what was paid in`, async () => {
    await fc.assert(
      fc.asyncProperty(fc.boolean(), fc.array(step, { minLength: 20, maxLength: 30 }), async (same, steps) => {
        const own = await gang(same)
        for (const one of [...steps, { do: 'month' as const }]) {
          await take(own, one)
          expect(await profitOf(own)).toBeLessThanOrEqual(0n)
        }
        // Everything that is owed is paid, and everything that is earned comes.
        for (const { person } of own.spenders) {
          const { cash } = await rental.walletOf(person)
          if (cash.startsWith('-')) await rechargeBySandbox(rental, person, cash.slice(1))
        }
        await rental.clock.advance(msPerDay)
        await endMonth()
        expect(await profitOf(own)).toBeLessThanOrEqual(0n)
        expect(await rental.audit()).toEqual([])
      }),
      { numRuns: lives, seed: pickRunSeed('ATTACKERS'), endOnFailure: true },
    )
  })

  it('where accounts use twice of what they paid: the half that is owed is nobody’s income', async () => {
    const own = await gang(false)
    for (const { person, id, instance_id: instanceId } of own.spenders.slice(0, 2)) {
      await rechargeBySandbox(rental, person, '10.00')
      await runMetering(rental, { id: instanceId, user_id: id, image: own.images[1], gpu_micro: 880_000n }, [3600, 3600])
    }
    await rental.clock.advance(msPerDay)
    await endMonth()
    const { income } = await getWalletBalances(db(), own.creator.id)
    expect([income > 1_500n, income < 2_100n]).toEqual([true, true])
    expect(await profitOf(own)).toBeLessThan(0n)
    expect(await rental.audit()).toEqual([])
  })

  it('where the inviter is the creator: the share of his image earns him no reward', async () => {
    const own = await gang(true)
    const [{ person, id, instance_id: instanceId }] = own.spenders as [Gang['spenders'][number]]
    await rechargeBySandbox(rental, person, '300.00')
    const before = (await getWalletBalances(db(), own.inviter.id)).income
    await runMetering(rental, { id: instanceId, user_id: id, image: own.images[1], gpu_micro: 880_000n }, [86_400])
    await rental.clock.advance(msPerDay)
    await endMonth()
    const { income } = await getWalletBalances(db(), own.inviter.id)
    // The image is passed on; of the rest there is nothing, as the image is his own.
    expect(income - before).toBeGreaterThanOrEqual(24_000n)
    expect(income - before).toBeLessThan(24_100n)
    expect(await profitOf(own)).toBeLessThan(0n)
  })
})

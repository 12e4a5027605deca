import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { limits } from '#contract/limits.ts'
import { orders } from '#contract/orders.ts'
import { queue } from '#contract/queue.ts'
import { stockAlerts } from '#contract/stock-alerts.ts'
import { wallet } from '#contract/wallet.ts'
import { buildPeriodicJobs, type Job } from '#server/jobs/jobs.ts'
import { startJobs } from '#server/jobs/runner.ts'
import { testRegionId } from '#tests/support/market.ts'
import type { Person } from '#tests/support/people.ts'
import { createRentalPlatform, type RentalPlatform } from '#tests/support/rental.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const jobs = buildPeriodicJobs(() => testRegionId)
const jobOf = (name: string): Job => jobs.find((job) => job.name === name)!

let rental: RentalPlatform
let person: Person
beforeAll(async () => {
  rental = await createRentalPlatform()
  person = await rental.addPerson({ balance: '1000.00' })
})
afterAll(() => rental.close())

const now = () => rental.clock.now().getTime()
/** Milliseconds from now until a job has something to do that ran a moment ago; 0 is at once, null is not in sight. */
async function dueIn(name: string): Promise<number | null> {
  const due = await jobOf(name).nextDue!(rental.deps, rental.clock.now())
  return due && Math.max(0, due.getTime() - now())
}

describe('A job says when it is next due', () => {
  const told = jobs.filter(({ name, nextDue }) => nextDue && name !== 'books-audit').map(({ name }) => name)

  it.each(told)('%s: not in sight while there is nothing for it', async (name) => {
    expect(await dueIn(name)).toBeNull()
  })

  it('books-audit: at once where there was none, then an hour after the last', async () => {
    expect(await dueIn('books-audit')).toBe(0)
    await jobOf('books-audit').run(rental.deps)
    expect(await dueIn('books-audit')).toBe(hour)
  })

  it('observe, usage and charge: as soon as something runs, and when its hour is over', async () => {
    const id = await rental.rent(person)
    expect([await dueIn('observe'), await dueIn('usage')]).toEqual([0, 0])
    const started = Date.parse((await rental.show(person, id)).started_at!)
    expect(await dueIn('charge')).toBe(started + hour - now())
    await rental.tick(hour)
    expect(await dueIn('charge')).toBe(started + 2 * hour - now())
    await rental.releaseAll(person)
    expect([await dueIn('observe'), await dueIn('usage'), await dueIn('charge')]).toEqual([null, null, null])
  })

  it('enforce: when a balance falls to its line, when it is used up, and when the grace is over', async () => {
    const balance = 60
    const poor = await rental.addPerson({ balance: balance.toFixed(2) })
    await rental.rent(poor)
    await rental.tick(minute)
    const fenMs = hour / 228
    const lastsMs = balance * 100 * fenMs
    const lineMs = lastsMs - Math.max(limits.lowBalanceFen * fenMs, limits.lowBalanceHours * hour)
    const within = async (expectedMs: number) => expect(Math.abs((await dueIn('enforce'))! - expectedMs)).toBeLessThan(3 * fenMs)
    await within(lineMs - minute)
    await rental.tick(lineMs)
    await within(lastsMs - lineMs - minute)
    await rental.tick(lastsMs - lineMs)
    expect(await dueIn('enforce')).toBeGreaterThan(limits.arrearsGraceSeconds * 1000 - 2 * minute)
    expect(await dueIn('enforce')).toBeLessThanOrEqual(limits.arrearsGraceSeconds * 1000)
    await rental.recharge(poor.id, '100.00')
    expect(await dueIn('enforce')).toBe(0)
    await rental.releaseAll(poor)
  })

  it('enforce: before a package ends as often as its owner is told, and when it ends', async () => {
    const id = await rental.rent(person, { charge_rule: 'day' })
    const ends = Date.parse((await rental.show(person, id)).expire_at!)
    expect(await dueIn('enforce')).toBe(ends - 6 * hour - now())
    await rental.tick(ends - 6 * hour - now())
    expect(await dueIn('enforce')).toBe(4 * hour)
    await rental.tick(4 * hour)
    expect(await dueIn('enforce')).toBe(2 * hour)
    await rental.tick(2 * hour - 1)
    expect(await dueIn('enforce')).toBe(1)
    await rental.clock.advance(1)
    expect(await dueIn('enforce')).toBe(0)
    await rental.tick(minute)
    await rental.releaseAll(person)
    expect(await dueIn('enforce')).toBeNull()
  })

  it('what goes by dates: when the clock is trusted again after an outage, and not before', async () => {
    await rental.rent(person, { charge_rule: 'day' })
    await rental.clock.advance(2 * day)
    await jobOf('clock').run(rental.deps)
    expect([await dueIn('enforce'), await dueIn('vouchers')]).toEqual([10 * minute, 10 * minute])
    await rental.tick(11 * minute)
    await rental.releaseAll(person)
  })

  it('orders and recharges: when what was not paid is to be closed or asked about', async () => {
    const { data: quote } = await rental.quote(person, { charge_rule: 'day' })
    await person.call(orders.save, { body: { quote: quote.token } })
    expect(await dueIn('orders')).toBe(limits.orderPendingSeconds * 1000)
    await person.call(wallet.recharge, { body: { amount: '10', channel: 'alipay' } })
    expect(await dueIn('recharges')).toBeLessThanOrEqual(minute)
  })

  it('queue and stock-alerts: as long as somebody waits', async () => {
    const body = { form: rental.formOf({ gpu_num: 8, model: 'L40S' }), max_price_hour: null }
    const others = await rental.rent(person, { gpu_num: 4, model: 'L40S' })
    const form = { ...body.form, gpu_num: 4 }
    expect((await person.call(queue.create, { body: { ...body, form } })).status).toBe(200)
    expect((await person.call(stockAlerts.create, { body: { product_id: form.product_id, gpu_num: 4 } })).status).toBe(200)
    expect([await dueIn('queue'), await dueIn('stock-alerts')]).toEqual([0, 0])
    await rental.act(person, others, 'shutdown')
  })
})

describe('The runner of an idle platform', () => {
  it('writes leases less than once in ten seconds, and none of them more often than that', async () => {
    const idle = await createRentalPlatform()
    const { kysely } = idle.deps.database
    const runner = await startJobs(idle.deps, jobs, 'w1')
    const written: { name: string; at: number }[] = []
    let before = new Map<string, number>()
    const minutes = 12
    for (let second = 0; second < minutes * 60; second += 1) {
      await idle.clock.advance(1_000)
      const rows = await kysely.selectFrom('leases').select(['name', 'until']).execute()
      for (const { name, until } of rows) if (before.get(name) !== until.getTime()) written.push({ name, at: second })
      before = new Map(rows.map(({ name, until }) => [name, until.getTime()]))
    }
    await runner.stop()
    await idle.close()
    const later = written.filter(({ at }) => at > 30)
    expect(later.length).toBeGreaterThan(0)
    expect(later.length).toBeLessThan(minutes * 6)
    for (const name of new Set(later.map((lease) => lease.name))) {
      const moments = later.filter((lease) => lease.name === name).map(({ at }) => at)
      for (const [nth, at] of moments.slice(1).entries()) expect(at - moments[nth]!, name).toBeGreaterThan(10)
    }
  })
})

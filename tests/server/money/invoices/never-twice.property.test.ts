import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { invoices } from '#contract/invoices.ts'
import { getOverInvoicedFen } from '#server/domains/money/invoices/invoices.service.ts'
import type { Person } from '#tests/support/people.ts'
import { pickRunSeed } from '#tests/support/random.ts'
import { createSpendingPlatform, oneDayMs, type SpendingPlatform } from './spending-platform.ts'

const runs = Number(process.env.INVOICE_RUNS ?? 5)

const yuan = fc.integer({ min: 1, max: 40_00 }).map(BigInt)
const Step = fc.oneof(
  fc.record({ do: fc.constant('buy' as const), fen: yuan }),
  fc.record({ do: fc.constant('use' as const), fen: yuan }),
  fc.record({ do: fc.constant('refund' as const), nth: fc.nat(9), percent: fc.integer({ min: 1, max: 100 }) }),
  fc.record({ do: fc.constant('wait' as const), days: fc.integer({ min: 1, max: 9 }) }),
  fc.record({ do: fc.constant('ask' as const), every: fc.integer({ min: 1, max: 3 }) }),
  fc.record({
    do: fc.constantFrom('approve', 'reject', 'withdraw', 'flush', 'approve_flush', 'decline_flush'),
    nth: fc.nat(9),
  }),
  fc.record({ do: fc.constant('work' as const) }),
)
type Step = typeof Step extends fc.Arbitrary<infer S> ? S : never

interface Spent {
  paid: bigint
  back: bigint
}
interface Made {
  state: string
  items: Map<string, bigint>
}
/** What should be true, in a few maps: what was spent on each item, and what each invoice took. */
class Model {
  spent = new Map<string, Spent>()
  invoices = new Map<string, Made>()
  live = () => [...this.invoices.values()].filter(({ state }) => !['rejected', 'withdrawn', 'flushed'].includes(state))
  net = (item: string) => {
    const { paid, back } = this.spent.get(item) ?? { paid: 0n, back: 0n }
    return paid - back
  }
  invoiced = () =>
    this.live()
      .flatMap(({ items }) => [...items.values()])
      .reduce((sum, fen) => sum + fen, 0n)
  beyond = () =>
    this.live()
      .flatMap(({ items }) => [...items])
      .reduce((sum, [item, fen]) => sum + (fen > this.net(item) ? fen - this.net(item) : 0n), 0n)
  /** What an item has beside its invoice: when that was asked for, another invoice went beyond its own and took the room. */
  left_out = () =>
    this.live()
      .flatMap(({ items }) => [...items])
      .reduce((sum, [item, fen]) => sum + (fen < this.net(item) ? this.net(item) - fen : 0n), 0n)
  consumed = () => [...this.spent.keys()].reduce((sum, item) => sum + this.net(item), 0n)
}

let platform: SpendingPlatform
beforeAll(async () => {
  platform = await createSpendingPlatform()
})
afterAll(() => platform.close())

const fenOf = (amount: string) => BigInt(Math.round(Number(amount) * 100))

async function take(model: Model, person: Person, step: Step): Promise<void> {
  if (step.do === 'buy') {
    const id = await platform.buy(person, step.fen)
    model.spent.set(`order:${id}`, { paid: step.fen, back: 0n })
  } else if (step.do === 'use') {
    await platform.use(person, step.fen)
    const day = new Date(platform.clock.now().getTime() + 8 * 3_600_000).toISOString().slice(0, 10)
    const item = `usage:${person.id}:${day}`
    model.spent.set(item, { paid: step.fen + (model.spent.get(item)?.paid ?? 0n), back: 0n })
  } else if (step.do === 'refund') {
    const orders = [...model.spent].filter(([item, { paid, back }]) => item.startsWith('order:') && paid > back)
    const found = orders[step.nth % Math.max(1, orders.length)]
    if (!found) return
    const fen = ((found[1].paid - found[1].back) * BigInt(step.percent) + 99n) / 100n
    await platform.refund(found[0].slice('order:'.length), fen)
    found[1].back += fen
  } else if (step.do === 'wait') await platform.clock.advance(step.days * oneDayMs)
  else if (step.do === 'ask') await ask(model, person, step.every)
  else if (step.do === 'work') await platform.work()
  else if ('nth' in step) {
    const id = [...model.invoices.keys()][step.nth % Math.max(1, model.invoices.size)]
    if (id) await move(person, id, step.do)
  }
}

async function ask(model: Model, person: Person, every: number): Promise<void> {
  const ready = (await platform.show(person)).items.filter((item) => item.ready)
  const chosen = ready.filter((_, i) => i % every === 0)
  if (chosen.length === 0) return
  const reply = await platform.ask(person, { item_ids: chosen.map(({ id }) => id) })
  if (reply.status === 422) return
  for (const { id } of chosen) for (const made of model.live()) expect(made.items.has(id)).toBe(false)
  const items = new Map(chosen.map(({ id, amount }) => [id, fenOf(amount)]))
  model.invoices.set(reply.data.id, { state: 'pending', items })
  expect(fenOf(reply.data.amount)).toBe([...items.values()].reduce((sum, fen) => sum + fen, 0n))
}

const move = async (person: Person, id: string, step: string) => {
  const params = { id }
  if (step === 'withdraw') await person.call(invoices.withdraw, { params })
  else if (step === 'flush') await person.call(invoices.flush, { params, body: { reason: '抬头有误' } })
  else
    await platform.decide(step as 'approve', id, step === 'approve' || step === 'approve_flush' ? {} : { reason: '不符合要求' })
}

describe('product §5 Invoiced ≤ consumed − refunded', () => {
  it(`in any order of spending, refunds, requests and decisions (${runs} × 35)`, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(Step, { minLength: 25, maxLength: 35 }), async (steps) => {
        const person = await platform.addPerson({ balance: '5000.00' })
        const model = new Model()
        for (const step of steps) {
          await take(model, person, step)
          // states are the platform's word; what follows from them is the model's
          const { data: listed } = await person.call(invoices.list, { query: { page_size: 100 } })
          for (const { id, state } of listed) model.invoices.get(id)!.state = state
          const shown = await platform.show(person)
          const [invoiced, beyond] = [model.invoiced(), model.beyond()]
          expect(invoiced - beyond <= model.consumed()).toBe(true)
          expect(fenOf(shown.invoiced)).toBe(invoiced)
          expect(fenOf(shown.beyond)).toBe(beyond)
          expect(await getOverInvoicedFen(platform.deps.database.kysely, person.id)).toBe(beyond)
          const sums = [shown.consumed, shown.refunded, shown.invoiced, shown.beyond, shown.uncovered, shown.ready, shown.waiting]
          const [consumed, refunded, taken, over, uncovered, ready, waiting] = sums.map(fenOf)
          expect(consumed! - refunded! - uncovered!).toBe(taken! - over! + ready! + waiting!)
          expect(fenOf(shown.consumed) - fenOf(shown.refunded)).toBe(model.consumed())
          if (beyond === 0n) expect(uncovered).toBe(model.left_out())
        }
        expect(await platform.auditInvoices()).toEqual([])
      }),
      { numRuns: runs, seed: pickRunSeed('INVOICES'), endOnFailure: true },
    )
  }, 600_000)
})

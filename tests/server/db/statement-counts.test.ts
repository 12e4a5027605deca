import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { instanceStatusCodes } from '#contract/instance-actions.ts'
import { orders } from '#contract/orders.ts'
import { wallet } from '#contract/wallet.ts'
import { receivePayment } from '#server/domains/money/wallet/receive-payment.service.ts'
import { startDueSteps } from '#server/domains/rentals/reconcile/reconcile.service.ts'
import { newId } from '#server/lib/ids.ts'
import { createLlmPlatform, type LlmPlatform } from '#tests/support/llm.ts'
import type { Person } from '#tests/support/people.ts'
import { createRentalPlatform, type RentalPlatform } from '#tests/support/rental.ts'
import { createStatementLog, type StatementLog } from '#tests/support/statement-log.ts'
import { finishSteps } from '#tests/support/worker.ts'

/** Statements of each, with those that begin and end its transactions (docs/decisions/087). A figure may fall; it rises by decision. */
const most = { order: 12, order_by_hour: 11, boot: 19, run: 18, stop: 16, stop_package: 11, recharge: 12, model_call: 18 }

const within = (statements: readonly string[], max: number) =>
  expect(statements.length, statements.join('\n')).toBeLessThanOrEqual(max)

describe('statements of what people wait for', () => {
  let log: StatementLog
  let rental: RentalPlatform
  let person: Person
  beforeAll(async () => {
    log = await createStatementLog()
    rental = await createRentalPlatform({ database: log.database })
    person = await rental.addPerson({ balance: '1000.00' })
  })
  afterAll(() => rental.close())

  const keyed = () => ({ headers: { 'idempotency-key': newId('tests') } })
  const place = async (quote: string) => {
    const { status, raw } = await person.call(orders.create, { body: { quote } }, keyed())
    if (status !== 200) throw new Error(raw)
  }
  /** One step of the reconciler for everything that is due. */
  const step = () => log.during(() => finishSteps(startDueSteps(rental.deps, 'worker', 8)))

  it.each([
    ['day', most.order],
    ['hour', most.order_by_hour],
  ] as const)('an order by the %s', async (rule, max) => {
    const { data } = await rental.quote(person, { charge_rule: rule })
    within(await log.during(() => place(data.token)), max)
  })

  it('a boot: the step that starts it, and the step that finds it running', async () => {
    await rental.tick(60_000) // what was ordered before runs
    const { instance_id: id } = (await rental.order(person)).data
    within(await step(), most.boot)
    await rental.clock.advance(60_000)
    within(await step(), most.run)
    expect((await rental.show(person, id!)).status).toBe(instanceStatusCodes.running)
  })

  it.each([
    ['hour', most.stop],
    ['day', most.stop_package],
  ] as const)('a stop of what is paid by the %s, with what it settles', async (rule, max) => {
    const id = await rental.rent(person, { charge_rule: rule })
    for (let minutes = 0; minutes < 10; minutes += 2) {
      await rental.clock.advance(120_000)
      await rental.observe()
    }
    await rental.show(person, id) // the session is checked anew after some seconds
    within(await log.during(() => rental.act(person, id, 'shutdown', keyed())), max)
    expect((await rental.show(person, id)).status).toBe(instanceStatusCodes.shutting_down)
  })

  it('a payment that arrives', async () => {
    const { data } = await person.call(wallet.recharge, { body: { amount: '12.50', channel: 'alipay' } })
    const tradeNo = data.pay_url!.split('/').at(-1)!
    const notice = rental.deps.sandbox.payment!.notice({ trade_no: tradeNo, amount_fen: 1250n })
    within(await log.during(() => receivePayment(rental.deps, 'alipay', notice)), most.recharge)
  })

  it('a repeated order is answered from its key in four', async () => {
    const { data } = await rental.quote(person, { charge_rule: 'day' })
    const key = keyed()
    const send = () => person.call(orders.create, { body: { quote: data.token } }, key)
    const first = await send()
    const again: unknown[] = []
    within(await log.during(async () => void again.push((await send()).data)), 4)
    expect(again).toEqual([first.data])
  })
})

describe('statements of a call of a large model', () => {
  let log: StatementLog
  let llm: LlmPlatform
  beforeAll(async () => {
    log = await createStatementLog()
    llm = await createLlmPlatform({ database: log.database })
  })
  afterAll(() => llm.close())

  it('with its reservation and its settlement', async () => {
    const person = await llm.addUser({ balance: '100.00' })
    const client = llm.client((await llm.addKey(person)).secret)
    const ask = () => client.chat.completions.create({ model: 'echo', messages: [{ role: 'user', content: '你好'.repeat(900) }] })
    const before = await llm.cashOf(person.id)
    // The check whether the call is settled is one statement, or several while it is not.
    const sent = await log.during(async () => {
      await ask()
      await llm.settled()
    })
    const isOfTest = (sql: string) => sql === 'select "id" from "llm_calls" where "ended_at" is null'
    within(
      sent.filter((sql) => !isOfTest(sql)),
      most.model_call,
    )
    expect(await llm.cashOf(person.id)).toBeLessThan(before)
  })
})

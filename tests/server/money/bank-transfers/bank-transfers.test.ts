import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { bankTransfers } from '#contract/bank-transfers.ts'
import { resultCodes } from '#contract/codes.ts'
import { notifications } from '#contract/notifications.ts'
import { operatorBankTransfers } from '#contract/operator/bank-transfers.ts'
import { wallet } from '#contract/wallet.ts'
import { auditBooks } from '#server/ledger/audit.ts'
import { submitTransferProof } from '#tests/support/payments.ts'
import { addPerson, type Person } from '#tests/support/people.ts'
import { createTestPlatform, type TestPlatform } from '#tests/support/platform.ts'

let platform: TestPlatform
let finance: Person
let other: Person
beforeAll(async () => {
  platform = await createTestPlatform()
  other = await addPerson(platform, { role: 'operator_finance' })
})
// What one has confirmed alone counts for the rest of the day.
beforeEach(async () => {
  finance = await addPerson(platform, { role: 'operator_finance' })
})
afterAll(() => platform.close())

let numbers = 0
const reference = () => `BANK${String(++numbers).padStart(8, '0')}`
const newcomer = () => addPerson(platform, { balance: '0.00' })
const submit = async (person: Person, amount = '500.00') => (await submitTransferProof(person, amount)).data.id
const confirm = (by: Person, id: string, bankReference = reference(), headers?: Record<string, string>) =>
  by.call(
    operatorBankTransfers.confirm,
    { params: { id }, body: { bank_reference: bankReference } },
    { ...(headers && { headers }) },
  )
const reject = (by: Person, id: string) =>
  by.call(operatorBankTransfers.reject, { params: { id }, body: { reason: '银行流水里没有这笔款' } })
const show = async (person: Person, id: string) => (await person.call(bankTransfers.get, { params: { id } })).data
const walletOf = async (person: Person) => (await person.call(wallet.get)).data

describe('product §5 Bank transfer', () => {
  it('has a remark code of its own for each account', async () => {
    const [one, two] = [await newcomer(), await newcomer()]
    const codeOf = async (person: Person) => (await person.call(wallet.recharge_ways)).data.bank?.remark_code
    expect(await codeOf(one)).toMatch(/^ZS[A-Z2-9]{6}$/)
    expect(await codeOf(one)).not.toBe(await codeOf(two))
  })

  it('is credited once finance has seen it in the bank, and counts as recharged', async () => {
    const person = await newcomer()
    const id = await submit(person)
    expect(await show(person, id)).toMatchObject({ status: 'pending', amount: '500.00' })
    expect((await walletOf(person)).cash).toBe('0.00')
    expect((await confirm(finance, id)).data).toMatchObject({ status: 'credited', decided_by: { id: finance.id } })
    expect(await show(person, id)).toMatchObject({ status: 'credited' })
    expect(await walletOf(person)).toMatchObject({ cash: '500.00', recharged: '500.00' })
    expect((await person.call(notifications.list)).data[0]!.title).toBe('充值 500.00 元已到账')
  })

  it('confirmed by fifty calls at once, with one key or none, is credited once', async () => {
    const person = await newcomer()
    const id = await submit(person)
    const number = reference()
    const calls = Array.from({ length: 50 }, (_, i) =>
      confirm(finance, id, number, i < 25 ? { 'idempotency-key': 'the-same-key' } : undefined),
    )
    await Promise.all(calls)
    expect((await walletOf(person)).cash).toBe('500.00')
  })

  it.each(['1000.01', '100000.01'])('of %s takes two people, who must read the same number', async (amount) => {
    const person = await newcomer()
    const id = await submit(person, amount)
    const number = reference()
    expect((await confirm(finance, id, number)).data).toMatchObject({ status: 'confirmed', own: true })
    expect(await show(person, id)).toMatchObject({ status: 'pending' })
    expect((await confirm(finance, id, number)).code).toBe(resultCodes.second_reviewer.code)
    expect((await confirm(other, id)).errors).toHaveProperty('bank_reference')
    expect((await walletOf(person)).cash).toBe('0.00')
    expect((await confirm(other, id, number)).data.status).toBe('credited')
    expect((await walletOf(person)).cash).toBe(amount)
  })

  it('of exactly 1,000 takes one', async () => {
    const person = await newcomer()
    expect((await confirm(finance, await submit(person, '1000'))).data.status).toBe('credited')
  })

  it('is not credited by one person even where the table is written by hand', async () => {
    const id = await submit(await newcomer(), '100000.01')
    const credited = { status: 'credited', bank_reference: reference(), decided_by: finance.id, decided_at: platform.clock.now() }
    const write = platform.deps.database.kysely.updateTable('bank_transfers').set(credited).where('id', '=', id).execute()
    await expect(write).rejects.toMatchObject({ code: '23514' })
  })

  it('under a number that was used before is refused at the field', async () => {
    const number = reference()
    const [first, second] = [await submit(await newcomer()), await submit(await newcomer())]
    await confirm(finance, first, number)
    const reply = await confirm(finance, second, number)
    expect([reply.code, reply.errors]).toEqual([
      resultCodes.bank_reference_taken.code,
      { bank_reference: [resultCodes.bank_reference_taken.message] },
    ])
    const both = [await submit(await newcomer()), await submit(await newcomer())]
    const shared = reference()
    const replies = await Promise.all(both.map((id) => confirm(finance, id, shared)))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  it('rejected tells why, credits nothing and is over', async () => {
    const person = await newcomer()
    const id = await submit(person)
    await reject(finance, id)
    expect(await show(person, id)).toMatchObject({ status: 'rejected', reason: '银行流水里没有这笔款' })
    expect((await confirm(finance, id)).code).toBe(resultCodes.review_closed.code)
    expect((await walletOf(person)).cash).toBe('0.00')
    const [told] = (await person.call(notifications.list)).data
    expect(told!.content).toContain('银行流水里没有这笔款')
  })

  it('is never decided by whoever sent it', async () => {
    const id = await submit(finance)
    expect((await confirm(finance, id)).code).toBe(resultCodes.own_review.code)
    expect((await reject(finance, id)).code).toBe(resultCodes.own_review.code)
  })

  it('shows its proof to its owner and to finance, drawn anew, and to nobody else', async () => {
    const person = await newcomer()
    const id = await submit(person)
    const seen = async (by: Person, endpoint: typeof bankTransfers.proof) =>
      platform.fetchFile(endpoint, { params: { id } }, await by.token())
    const own = await seen(person, bankTransfers.proof)
    expect([own.status, own.type, own.bytes.subarray(8, 12).toString()]).toEqual([200, 'image/webp', 'WEBP'])
    expect((await seen(finance, operatorBankTransfers.proof)).status).toBe(200)
    expect((await seen(await newcomer(), bankTransfers.proof)).status).toBe(404)
    const support = await addPerson(platform, { role: 'operator_support' })
    expect((await seen(support, operatorBankTransfers.proof)).status).toBe(403)
  })

  it('needs a picture and a payer, and waits five times at most', async () => {
    const person = await newcomer()
    const file = { bytes: Buffer.from('no picture'), name: 'proof.png' }
    const reply = await person.call(bankTransfers.create, { body: { amount: '1', payer_name: '张三' } }, { file })
    expect(reply.errors).toHaveProperty('file')
    expect((await person.call(bankTransfers.create, { body: { amount: '1', payer_name: ' ' } })).errors).toHaveProperty(
      'payer_name',
    )
    for (let i = 0; i < 5; i += 1) await submit(person, '1')
    expect((await submitTransferProof(person, '1')).code).toBe(resultCodes.bank_transfer_limit.code)
  })

  it('sent twice with one key is one', async () => {
    const person = await newcomer()
    const headers = { 'idempotency-key': 'transfer-1' }
    const replies = await Promise.all(Array.from({ length: 10 }, () => submitTransferProof(person, '8.00', { headers })))
    expect(new Set(replies.map(({ data }) => data.id)).size).toBe(1)
    expect((await person.call(bankTransfers.list)).total).toBe(1)
  })

  it('leaves the books right', async () => expect(await auditBooks(platform.deps.database.kysely)).toEqual([]))
})

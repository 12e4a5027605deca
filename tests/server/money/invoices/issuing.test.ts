import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { resultCodes } from '#contract/codes.ts'
import { invoices } from '#contract/invoices.ts'
import { operatorInvoices } from '#contract/operator/invoices.ts'
import type { InvoiceIssuer } from '#server/ports/invoice-issuer.ts'
import { smallPdf } from '#tests/support/payments.ts'
import type { Person } from '#tests/support/people.ts'
import { parsePdf } from './pdf-text.ts'
import { companyTitle, createSpendingPlatform, oneDayMs, type SpendingPlatform } from './spending-platform.ts'

let platform: SpendingPlatform
let sandbox: InvoiceIssuer
beforeAll(async () => {
  platform = await createSpendingPlatform()
  sandbox = platform.deps.invoice_issuer!
})
afterAll(() => platform.close())

async function spender(orders = 1): Promise<Person> {
  const person = await platform.addPerson({ balance: '1000.00' })
  for (let nth = 0; nth < orders; nth += 1) await platform.buy(person, 26904n)
  await platform.clock.advance(14 * oneDayMs)
  return person
}

/** Puts another issuer in the place of the sandbox while `work` runs. */
async function withIssuer(issuer: Partial<InvoiceIssuer>, work: () => Promise<void>): Promise<void> {
  platform.deps.invoice_issuer = { ...sandbox, ...issuer }
  await work().finally(() => {
    platform.deps.invoice_issuer = sandbox
  })
}
const inbox = (to: string) => platform.deps.sandbox.mail!.inbox().filter((mail) => mail.to === to && mail.attachments?.length)

describe('An invoice is decided by another than who asked for it', () => {
  it('whatever the step', async () => {
    const own = await platform.addPerson({ role: 'operator_finance', balance: '1000.00' })
    await platform.buy(own, 26904n)
    await platform.clock.advance(14 * oneDayMs)
    const { id } = (await platform.ask(own)).data
    const replies = [
      await own.call(operatorInvoices.approve, { params: { id }, body: {} }),
      await own.call(
        operatorInvoices.issue_by_hand,
        { params: { id }, body: { number: '26112000000000009999', issued_on: '2026-11-16' } },
        { file: { bytes: smallPdf } },
      ),
      await own.call(operatorInvoices.reject, { params: { id }, body: { reason: '不再需要' } }),
    ]
    expect(replies.map(({ status, code }) => [status, code])).toEqual(Array(3).fill([403, resultCodes.own_review.code]))
    expect((await platform.get(own, id)).state).toBe('pending')
    expect((await platform.decide('reject', id, { reason: '不再需要' })).status).toBe(200)
  })
})

describe('Issuing is a row that a worker picks up', () => {
  it('asks under the same id until it is answered, and issues once whatever happens in between', async () => {
    const person = await spender()
    const { id } = (await platform.ask(person)).data
    await platform.decide('approve', id)
    const asked: string[] = []
    const numbers = new Set<string>()
    const issue: InvoiceIssuer['issue'] = async (order) => {
      asked.push(`${order.request_id} ${order.at.toISOString()}`)
      const answer = await sandbox.issue(order)
      if ('number' in answer) numbers.add(answer.number)
      // the provider has issued it, and the answer is lost
      if (asked.length < 3) throw new Error('connection reset')
      return answer
    }
    await withIssuer({ issue }, async () => {
      for (let round = 0; round < 4; round += 1) {
        await platform.work()
        await platform.clock.advance(120_000)
      }
    })
    expect(new Set(asked).size).toBe(1)
    expect(asked).toHaveLength(3)
    expect(numbers.size).toBe(1)
    const { state, number, events } = await platform.get(person, id)
    expect([state, number]).toEqual(['issued', [...numbers][0]])
    expect(events.filter((event) => event.state === 'issued')).toHaveLength(1)
  })

  it('is done by one of two workers that run at once', async () => {
    const person = await spender()
    const email = await platform.addEmail(person)
    const { id } = (await platform.ask(person, { emails: [email] })).data
    await platform.decide('approve', id)
    let calls = 0
    const issue: InvoiceIssuer['issue'] = (order) => {
      calls += 1
      return sandbox.issue(order)
    }
    await withIssuer({ issue }, async () => {
      await Promise.all([platform.work(), platform.work(), platform.work()])
    })
    expect(calls).toBe(1)
    expect(inbox(email)).toHaveLength(1)
    expect((await platform.get(person, id)).mails).toMatchObject([{ email, state: 'sent' }])
  })

  it('ends in 驳回 when the issuer will not issue, and the amount is free again', async () => {
    const person = await spender()
    const { id } = (await platform.ask(person)).data
    await platform.decide('approve', id)
    await withIssuer({ issue: async () => ({ refused: '购买方税号已注销' }) }, platform.work)
    expect(await platform.get(person, id)).toMatchObject({ state: 'rejected', reason: '购买方税号已注销' })
    expect((await platform.show(person)).ready).toBe('269.04')
  })

  it('gives a red invoice that is refused back to an operator', async () => {
    const person = await spender()
    const id = await platform.issued(person)
    await person.call(invoices.flush, { params: { id }, body: { reason: '抬头有误' } })
    await platform.decide('approve_flush', id)
    await withIssuer({ issueRed: async () => ({ refused: '购买方尚未确认' }) }, platform.work)
    const { data } = await platform.finance.call(operatorInvoices.get, { params: { id } })
    expect(data).toMatchObject({ state: 'flushing', flush_approved: false })
    expect(data.events.at(-1)).toMatchObject({ actor: 'system', note: '购买方尚未确认' })
    await platform.decide('approve_flush', id)
    await platform.work()
    expect((await platform.get(person, id)).state).toBe('flushed')
  })

  it('sends a mail again until it goes, and says when it does not', async () => {
    const person = await spender()
    const email = await platform.addEmail(person)
    const mail = platform.deps.mail!
    const send = mail.send
    mail.send = async () => {
      throw new Error('mailbox down')
    }
    const id = await platform.issued(person, { emails: [email] })
    expect((await platform.get(person, id)).mails[0]?.state).toBe('waiting')
    for (let hour = 0; hour < 8; hour += 1) {
      await platform.clock.advance(3_600_000)
      await platform.work()
    }
    expect((await platform.get(person, id)).mails[0]?.state).toBe('failed')
    mail.send = send
    await person.call(invoices.resend, { params: { id }, body: { emails: [email] } })
    await platform.work()
    expect((await platform.get(person, id)).mails.map(({ state }) => state)).toEqual(['failed', 'sent'])
    expect(inbox(email)[0]).toMatchObject({ attachments: [{ type: 'application/pdf' }] })
  })
})

describe('The PDF', () => {
  it('says number, parties, amount in figures and capitals, and that it is a sample', async () => {
    const person = await spender()
    const id = await platform.issued(person, { remark: '课题 2026-11' })
    const { number } = await platform.get(person, id)
    const file = await platform.fetchFile(invoices.pdf, { params: { id } }, await person.token())
    const { text, pages } = parsePdf(file.bytes)
    for (const part of [
      number!,
      companyTitle.name,
      companyTitle.tax_number,
      '¥269.04',
      '贰佰陆拾玖圆零肆分',
      '沙箱样张',
      '电子发票（普通发票）',
      '课题 2026-11',
    ])
      expect(text.replaceAll(' ', '')).toContain(part.replaceAll(' ', ''))
    expect(pages).toBe(1)
    // ¥269.04 with 6 % tax in it: 253.81 + 15.23
    expect(text).toContain('253.81')
    expect(text).toContain('15.23')
  })

  it('draws every character it shows, Chinese as well', async () => {
    const person = await spender()
    const id = await platform.issued(person)
    const file = await platform.fetchFile(invoices.pdf, { params: { id } }, await person.token())
    const { fonts } = parsePdf(file.bytes)
    const letters = fonts.flatMap(({ letters: own, font }) =>
      [...own].map(([glyph, letter]) => ({ letter, points: font.getGlyph(glyph)._decode()?.points?.length ?? 0 })),
    )
    expect(letters.filter(({ letter }) => /\p{Script=Han}/u.test(letter)).length).toBeGreaterThan(40)
    expect(letters.filter(({ letter, points }) => letter.trim() !== '' && letter !== '\0' && points < 3)).toEqual([])
  })

  it('is the same bytes each time, and lists many items on pages of their own', async () => {
    const person = await platform.addPerson({ balance: '100.00' })
    for (let nth = 0; nth < 30; nth += 1) await platform.buy(person, 101n)
    await platform.clock.advance(14 * oneDayMs)
    const id = await platform.issued(person)
    const fetch = async () => (await platform.fetchFile(invoices.pdf, { params: { id } }, await person.token())).bytes
    const [first, second] = [await fetch(), await fetch()]
    expect(first.equals(second)).toBe(true)
    const { text, pages } = parsePdf(first)
    expect(pages).toBe(3)
    expect(text).toContain('30 个订单，见明细')
    expect(text.match(/1\.01/g)).toHaveLength(30)
  })

  it('is for its owner and finance only, once there is a number', async () => {
    const person = await spender()
    const { id } = (await platform.ask(person)).data
    expect((await person.call(invoices.pdf, { params: { id } })).code).toBe(resultCodes.invoice_state.code)
    await platform.decide('approve', id)
    await platform.work()
    const stranger = await platform.addPerson()
    expect((await stranger.call(invoices.pdf, { params: { id } })).status).toBe(404)
    const support = await platform.addPerson({ role: 'operator_support' })
    expect((await support.call(operatorInvoices.pdf, { params: { id } })).status).toBe(403)
    const { bytes } = await platform.fetchFile(operatorInvoices.pdf, { params: { id } }, await platform.finance.token())
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
  })
})

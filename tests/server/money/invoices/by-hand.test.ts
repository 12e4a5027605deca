import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { resultCodes } from '#contract/codes.ts'
import { toShanghaiDay } from '#contract/day.ts'
import { invoices } from '#contract/invoices.ts'
import { limits } from '#contract/limits.ts'
import { notifications } from '#contract/notifications.ts'
import { operatorAudit } from '#contract/operator/audit.ts'
import { operatorInvoices } from '#contract/operator/invoices.ts'
import type { TestCallOptions } from '#tests/support/calls.ts'
import { smallPdf } from '#tests/support/payments.ts'
import type { Person } from '#tests/support/people.ts'
import { parsePdf } from './pdf-text.ts'
import { createSpendingPlatform, oneDayMs, type SpendingPlatform } from './spending-platform.ts'

let platform: SpendingPlatform
beforeAll(async () => {
  platform = await createSpendingPlatform()
  platform.deps.invoice_issuer = undefined
})
afterAll(() => platform.close())

let made = 0
const nextNumber = () => `2611${String(++made).padStart(16, '0')}`
const pdfSaying = (text: string) => Buffer.concat([Buffer.from(`%PDF-1.7\n% ${text}\n`), smallPdf])

/** Somebody whose invoice waits to be issued by hand. */
async function asker(emails = 0): Promise<{ person: Person; id: string; emails: string[] }> {
  const person = await platform.addPerson({ balance: '1000.00' })
  await platform.buy(person, 26904n)
  await platform.clock.advance(14 * oneDayMs)
  const added: string[] = []
  for (let nth = 0; nth < emails; nth += 1) added.push(await platform.addEmail(person))
  return { person, id: (await platform.ask(person, { emails: added })).data.id, emails: added }
}
const download = async (person: Person, id: string) => platform.fetchFile(invoices.pdf, { params: { id } }, await person.token())
const today = () => toShanghaiDay(platform.clock.now())
const replace = (id: string, bytes: Buffer, body: Partial<{ number: string; issued_on: string; reason: string }> = {}) =>
  platform.finance.call(
    operatorInvoices.replace_file,
    { params: { id }, body: { number: nextNumber(), issued_on: today(), reason: '上传了别人的发票', ...body } },
    { file: { bytes } },
  )
const mailed = (to: string) =>
  platform.deps.sandbox
    .mail!.inbox()
    .filter((mail) => mail.to === to && mail.attachments?.length)
    .map(({ text, attachments }) => ({ text, bytes: attachments![0]!.bytes }))

describe('product §2 INVOICE=manual', () => {
  it('passes nothing on to a service that is not there: finance registers what it issued elsewhere', async () => {
    const { person, id } = await asker()
    const refused = await platform.decide('approve', id)
    expect([refused.status, refused.code]).toEqual([409, resultCodes.invoice_state.code])
    expect(refused.message).toContain('登记手工开具')
    const number = nextNumber()
    const issued = await platform.issueByHand(id, number)
    expect(issued.data).toMatchObject({ state: 'issued', sandbox: false, by_hand: true, original: true, number })
    expect(toShanghaiDay(new Date(issued.data.issued_at!))).toBe(today())
    expect((await person.call(invoices.list, {})).data[0]).toMatchObject({ id, number, original: true })
  })
})

describe('What was issued with the tax authority is what its owner gets', () => {
  it('to the byte, as a file to save, which nothing keeps or guesses about', async () => {
    const { person, id } = await asker()
    const original = pdfSaying('原件')
    const number = nextNumber()
    await platform.issueByHand(id, number, { bytes: original })
    const file = await download(person, id)
    expect(file).toMatchObject({ status: 200, type: 'application/pdf', file_name: `发票-${number}.pdf` })
    expect(file.bytes.equals(original)).toBe(true)
    const reply = await platform.app.inject({
      url: `/api/v1/invoice/${id}/pdf`,
      headers: { authorization: `Bearer ${await person.token()}` },
    })
    expect(reply.headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' })
    expect(reply.headers['content-disposition']).toMatch(/^attachment;/)
  })

  it('by mail once to each address, and in a notification', async () => {
    const { person, id, emails } = await asker(2)
    const original = pdfSaying('寄出的原件')
    await platform.issueByHand(id, nextNumber(), { bytes: original })
    for (let round = 0; round < 3; round += 1) await Promise.all([platform.work(), platform.work()])
    for (const email of emails) {
      const mails = mailed(email)
      expect(mails.map(({ bytes }) => original.equals(bytes))).toEqual([true])
      expect(mails[0]!.text).toContain('发票见附件')
    }
    expect((await platform.get(person, id)).mails.map(({ state }) => state)).toEqual(['sent', 'sent'])
    const { data } = await person.call(notifications.list, {})
    expect(data.filter(({ title }) => title.includes('发票已开具'))).toHaveLength(1)
  })

  it('and nobody else: neither a stranger nor an operator of another duty', async () => {
    const { id } = await asker()
    await platform.issueByHand(id, nextNumber())
    const stranger = await platform.addPerson()
    expect((await stranger.call(invoices.pdf, { params: { id } })).status).toBe(404)
    const support = await platform.addPerson({ role: 'operator_support' })
    expect((await support.call(operatorInvoices.pdf, { params: { id } })).status).toBe(403)
    const { bytes } = await platform.fetchFile(operatorInvoices.pdf, { params: { id } }, await platform.finance.token())
    expect(bytes.equals(smallPdf)).toBe(true)
  })

  it('is said to be taken back once it is', async () => {
    const { person, id } = await asker()
    await platform.issueByHand(id, nextNumber())
    await person.call(invoices.flush, { params: { id }, body: { reason: '抬头有误' } })
    const flushed = await platform.decide('approve_flush', id, { number: nextNumber() })
    expect(flushed.data).toMatchObject({ state: 'flushed', original: false })
    expect(parsePdf((await download(person, id)).bytes).text).toContain('已红冲')
  })
})

describe('An uploaded invoice', () => {
  it.each<[string, TestCallOptions['file'], string, string]>([
    [
      'a text file named .pdf',
      { bytes: Buffer.from('发票'), name: '发票.pdf', type: 'application/pdf' },
      'invoice_file_refused',
      '请上传税务局开具的 PDF 格式发票',
    ],
    [
      'a page that holds a PDF',
      { bytes: Buffer.concat([Buffer.from('<html>'), smallPdf]) },
      'invoice_file_refused',
      '请上传税务局开具的 PDF 格式发票',
    ],
    ['half a file', { bytes: smallPdf.subarray(0, 20) }, 'invoice_file_refused', 'PDF 不完整，请重新下载后上传'],
    [
      'more than it may have',
      { bytes: Buffer.concat([smallPdf, Buffer.alloc(limits.invoiceFileMaxBytes)]) },
      'too_large',
      '文件不能超过 5 MB',
    ],
    ['nothing', { bytes: Buffer.alloc(0) }, 'invalid', '请选择文件'],
  ])('refuses %s', async (_, file, code, message) => {
    const { person, id } = await asker()
    const refused = await platform.issueByHand(id, nextNumber(), file)
    expect([refused.code, refused.errors]).toEqual([resultCodes[code as 'invalid'].code, { file: [message] }])
    expect((await platform.get(person, id)).state).toBe('pending')
  })

  it('refuses a day that has not come, and one before it was asked for', async () => {
    const { id } = await asker()
    const issue = (issuedOn: string) =>
      platform.finance.call(
        operatorInvoices.issue_by_hand,
        { params: { id }, body: { number: nextNumber(), issued_on: issuedOn } },
        { file: { bytes: smallPdf } },
      )
    const day = (days: number) => toShanghaiDay(new Date(platform.clock.now().getTime() + days * oneDayMs))
    expect((await issue(day(1))).errors).toEqual({ issued_on: ['开票日期不能晚于今天'] })
    expect((await issue(day(-1))).errors).toEqual({ issued_on: ['开票日期不能早于申请日期'] })
    expect((await issue('2026-02-30')).errors).toEqual({ issued_on: ['请选择日期'] })
  })

  it('refuses a number that two enter at once for the second of them, at its field', async () => {
    const [one, other] = [await asker(), await asker()]
    const number = nextNumber()
    const replies = await Promise.all([platform.issueByHand(one.id, number), platform.issueByHand(other.id, number)])
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(replies.find(({ status }) => status === 409)!.errors).toEqual({ number: ['这个发票号码已经登记'] })
  })
})

describe('A wrong upload is replaced', () => {
  it('with a reason that the owner reads, and mailed again', async () => {
    const { person, id, emails } = await asker(1)
    await platform.issueByHand(id, nextNumber(), { bytes: pdfSaying('别人的') })
    await platform.work()
    const right = pdfSaying('自己的')
    const number = nextNumber()
    expect((await replace(id, right, { reason: '' })).errors).toEqual({ reason: ['请写明原因'] })
    expect((await replace(id, right, { number })).data).toMatchObject({ state: 'issued', number, original: true })
    await platform.work()
    expect((await download(person, id)).bytes.equals(right)).toBe(true)
    const mails = mailed(emails[0]!)
    expect(mails.map(({ bytes }) => right.equals(bytes)).sort()).toEqual([false, true])
    expect(mails.find(({ bytes }) => right.equals(bytes))!.text).toContain('之前收到的不再使用')
    expect((await platform.get(person, id)).events.at(-1)).toMatchObject({ state: 'issued', note: '上传了别人的发票' })
    const told = (await person.call(notifications.list, {})).data.filter(({ title }) => title.includes('发票已更正'))
    expect(told.map(({ content }) => content)).toEqual([expect.stringContaining('原因：上传了别人的发票')])
  })

  it('is mailed once where the first was still to go', async () => {
    const { id, emails } = await asker(1)
    await platform.issueByHand(id, nextNumber(), { bytes: pdfSaying('错的') })
    const right = pdfSaying('对的')
    await replace(id, right)
    await platform.work()
    expect(mailed(emails[0]!).map(({ bytes }) => right.equals(bytes))).toEqual([true])
  })

  it('leaves who did it, why, and what both files were in the audit log', async () => {
    const { id } = await asker()
    const number = nextNumber()
    await platform.issueByHand(id, number)
    await replace(id, pdfSaying('对的'))
    const admin = await platform.addPerson({ role: 'operator_admin' })
    const { data } = await admin.call(operatorAudit.history, { params: { id } })
    const [last, first] = data
    expect(last).toMatchObject({
      actor: { id: platform.finance.id },
      endpoint: 'operator_invoices.replace_file',
      before: { number, file: first!.after!.file },
      after: { note: '上传了别人的发票', file: expect.any(String) },
    })
    expect(last!.after!.file).not.toBe(last!.before!.file)
  })

  it('keeps the number of another for that one', async () => {
    const [one, other] = [await asker(), await asker()]
    const number = nextNumber()
    await platform.issueByHand(one.id, number)
    await platform.issueByHand(other.id, nextNumber())
    expect((await replace(other.id, smallPdf, { number })).errors).toEqual({ number: ['这个发票号码已经登记'] })
    expect((await replace(one.id, pdfSaying('同一个号码'), { number })).status).toBe(200)
  })

  it('is refused for what is not issued, and for what a service issued', async () => {
    const { id } = await asker()
    expect((await replace(id, smallPdf)).code).toBe(resultCodes.invoice_state.code)
    const { kysely } = platform.deps.database
    await platform.issueByHand(id, nextNumber())
    await kysely.updateTable('invoices').set({ by_hand: false }).where('id', '=', id).execute()
    const refused = await replace(id, smallPdf)
    expect([refused.code, refused.message]).toEqual([resultCodes.invoice_state.code, '这张发票由开票服务开具，不能更换'])
  })
})

describe('An invoice that an older node registered by its number alone', () => {
  it('is shown as the platform sets it, and says so by mail, until finance adds the file', async () => {
    const { person, id, emails } = await asker(1)
    const number = nextNumber()
    await platform.issueByHand(id, number)
    await platform.deps.database.kysely.deleteFrom('invoice_files').where('invoice_id', '=', id).execute()
    await platform.work()
    expect(await platform.get(person, id)).toMatchObject({ number, original: false })
    expect(parsePdf((await download(person, id)).bytes).text).toContain('开票信息单')
    expect(mailed(emails[0]!)[0]!.text).toContain('附件是开票信息单，发票原件见税务数字账户。')
    await replace(id, smallPdf, { number, reason: '补传原件' })
    expect(await platform.get(person, id)).toMatchObject({ number, original: true })
    expect((await download(person, id)).bytes.equals(smallPdf)).toBe(true)
  })
})

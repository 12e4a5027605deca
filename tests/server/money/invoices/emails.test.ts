import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { resultCodes } from '#contract/codes.ts'
import { invoiceEmails } from '#contract/invoice-emails.ts'
import { invoiceTitles } from '#contract/invoice-titles.ts'
import { limits } from '#contract/limits.ts'
import { addPerson, type Person } from '#tests/support/people.ts'
import { createTestPlatform, type TestPlatform } from '#tests/support/platform.ts'

let platform: TestPlatform
beforeAll(async () => {
  platform = await createTestPlatform()
})
afterAll(() => platform.close())

const codeTo = (email: string) => /\d{6}/.exec(platform.deps.sandbox.mail!.inbox().find(({ to }) => to === email)!.text)![0]
const add = (person: Person, email: string) => person.call(invoiceEmails.create, { body: { email } })
const verify = (person: Person, id: string, code: string) => person.call(invoiceEmails.verify, { params: { id }, body: { code } })
const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

describe('product §5 Receiving addresses', () => {
  it('count once the code that was mailed to them is given back; the first is the default', async () => {
    const person = await addPerson(platform)
    const { data } = await add(person, 'First@Example.cn')
    expect(data).toMatchObject({ email: 'first@example.cn', verified: false, is_default: false })
    const refused = await verify(person, data.id, wrong(codeTo('first@example.cn')))
    expect([refused.status, refused.errors]).toEqual([422, { code: [resultCodes.invoice_email_code.message] }])
    expect((await verify(person, data.id, codeTo('first@example.cn'))).data).toMatchObject({ verified: true, is_default: true })
    const second = (await add(person, 'second@example.cn')).data.id
    expect((await person.call(invoiceEmails.set_default, { params: { id: second } })).code).toBe(
      resultCodes.invoice_email_unverified.code,
    )
    await verify(person, second, codeTo('second@example.cn'))
    await person.call(invoiceEmails.set_default, { params: { id: second } })
    const { data: listed } = await person.call(invoiceEmails.list)
    expect(listed.map(({ email, is_default: isDefault }) => [email, isDefault])).toEqual([
      ['second@example.cn', true],
      ['first@example.cn', false],
    ])
  })

  it('burn a code after five wrong tries, or ten minutes', async () => {
    const person = await addPerson(platform)
    const { id } = (await add(person, 'tries@example.cn')).data
    const code = codeTo('tries@example.cn')
    for (let nth = 0; nth < 5; nth += 1) await verify(person, id, wrong(code))
    expect((await verify(person, id, code)).code).toBe(resultCodes.invoice_email_code.code)
    expect((await person.call(invoiceEmails.send_code, { params: { id } })).code).toBe(resultCodes.captcha_too_soon.code)
    await platform.clock.advance(60_000)
    await person.call(invoiceEmails.send_code, { params: { id } })
    await platform.clock.advance(600_000)
    expect((await verify(person, id, codeTo('tries@example.cn'))).code).toBe(resultCodes.invoice_email_code.code)
    await person.call(invoiceEmails.send_code, { params: { id } })
    expect((await verify(person, id, codeTo('tries@example.cn'))).status).toBe(200)
  })

  it('are five at most, also when six are added at once', async () => {
    const person = await addPerson(platform)
    const replies = await Promise.all(Array.from({ length: 6 }, (_, nth) => add(person, `many-${nth}@example.cn`)))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 409])
    const { id } = (await person.call(invoiceEmails.list)).data[0]!
    await person.call(invoiceEmails.remove, { params: { id } })
    expect((await add(person, 'one-more@example.cn')).status).toBe(200)
  })

  it('get ten codes a day, whoever asks for them', async () => {
    const email = 'stranger@example.cn'
    for (let nth = 0; nth < limits.emailCodesPerDay; nth += 1) {
      expect((await add(await addPerson(platform), email)).status).toBe(200)
      await platform.clock.advance(60_000)
    }
    const refused = await add(await addPerson(platform), email)
    expect([refused.status, refused.code]).toEqual([429, resultCodes.too_many_requests.code])
  })

  it('never show a code in the log', () => {
    const codesSent = platform.deps.sandbox.mail!.inbox().map(({ text }) => /\d{6}/.exec(text)![0])
    for (const code of codesSent) expect(platform.logs.join('\n')).not.toContain(code)
  })
})

describe('product §5 Titles', () => {
  const personTitle = { holder: 'person', name: '张三' } as const
  it('have one default, which the first becomes by itself', async () => {
    const person = await addPerson(platform)
    const first = (await person.call(invoiceTitles.create, { body: personTitle })).data
    const second = (await person.call(invoiceTitles.create, { body: { holder: 'person', name: '李四', is_default: true } })).data
    expect([first.is_default, second.is_default]).toEqual([true, true])
    await person.call(invoiceTitles.set_default, { params: { id: first.id } })
    const { data } = await person.call(invoiceTitles.list)
    expect(data.filter(({ is_default: isDefault }) => isDefault).map(({ id }) => id)).toEqual([first.id])
    const kept = await person.call(invoiceTitles.update, {
      params: { id: first.id },
      body: { ...personTitle, is_default: false },
    })
    expect(kept.data.is_default).toBe(true)
  })

  it('are kept once, and a change may not make two alike', async () => {
    const person = await addPerson(platform)
    await person.call(invoiceTitles.create, { body: personTitle })
    const again = await person.call(invoiceTitles.create, { body: personTitle })
    expect([again.status, again.errors]).toEqual([409, { name: ['已有相同名称和税号的抬头'] }])
    const other = (await person.call(invoiceTitles.create, { body: { holder: 'person', name: '李四' } })).data
    const changed = await person.call(invoiceTitles.update, { params: { id: other.id }, body: personTitle })
    expect(changed.errors).toEqual({ name: ['已有相同名称和税号的抬头'] })
  })

  it('of a company that becomes a person forget what only companies have', async () => {
    const person = await addPerson(platform)
    const company = {
      holder: 'company',
      name: '星海',
      tax_number: '91350100M000100Y43',
      address: '北京',
      phone: '010-62345678',
      bank: '招商银行',
      bank_account: '110900000000001',
    } as const
    const { id, special_ready: specialReady } = (await person.call(invoiceTitles.create, { body: company })).data
    expect(specialReady).toBe(true)
    const changed = await person.call(invoiceTitles.update, { params: { id }, body: personTitle })
    expect(changed.data).toMatchObject({ address: '', bank_account: '', special_ready: false })
  })
})

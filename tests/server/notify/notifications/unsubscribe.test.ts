import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { notificationPreferences as preferences, unsubscribePath } from '#contract/notification-preferences.ts'
import type { NotificationClass } from '#contract/notifications.ts'
import { reportProviderTroubles } from '#server/domains/accounts/users/administrator-alarms.service.ts'
import { notifyUser } from '#server/domains/notify/notifications/notifications.service.ts'
import { sendNotices } from '#server/domains/notify/notifications/send-deliveries.service.ts'
import { inTransaction } from '#server/tx.ts'
import type { Person } from '#tests/support/people.ts'
import { createRentalPlatform, type RentalPlatform } from '#tests/support/rental.ts'

let rental: RentalPlatform
beforeAll(async () => {
  rental = await createRentalPlatform()
})
afterAll(() => rental.close())

const mailTo = (address: string) => rental.deps.sandbox.mail!.inbox().filter(({ to }) => to === address)

/** A person with a verified address. */
async function addReader(email: string): Promise<Person> {
  const person = await rental.addPerson()
  await person.call(preferences.send_email_code, { body: { email } })
  await person.call(preferences.verify_email, { body: { code: /验证码 (\d{6})/.exec(mailTo(email)[0]!.text)![1]! } })
  return person
}
async function tell(person: Person, of: NotificationClass): Promise<void> {
  await inTransaction(rental.deps, (tx) => notifyUser(tx, { user_id: person.id, class: of, title: '有事', content: '内容' }))
  await sendNotices(rental.deps, reportProviderTroubles)
}
/** The last notice, beside which others tell that the address is verified. */
const findNotice = (address: string) => mailTo(address).find(({ subject }) => subject.endsWith('有事'))!
/** The address of the header, as a path. */
const readOneClick = (address: string) => new URL(findNotice(address).unsubscribe!).pathname
const isOn = async (person: Person, of: NotificationClass) =>
  (await person.call(preferences.get)).data.rules.find((rule) => rule.class === of && rule.channel === 'email')?.enabled

describe('decision 108 Unsubscribing from mails', () => {
  it('is offered by notices, to programs and to people, and not by codes', async () => {
    const person = await addReader('offer@example.cn')
    expect(mailTo('offer@example.cn').at(-1)).toMatchObject({ html: expect.stringMatching(/\d{6}/) })
    expect(mailTo('offer@example.cn').at(-1)!.unsubscribe).toBeUndefined()
    await tell(person, 'expiry')
    const notice = findNotice('offer@example.cn')
    const page = new RegExp(`${unsubscribePath}\\?token=expiry\\.`)
    expect(notice.text).toMatch(page)
    expect(notice.html).toMatch(page)
    expect(notice.unsubscribe).toMatch(/\/api\/v1\/unsubscribe\/expiry\./)
  })

  it.each([
    ['a form', 'application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click'],
    [
      'parts',
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n',
    ],
  ])('is one post of a mail program, as %s, for the class of the mail and no other', async (kind, type, payload) => {
    const address = `${kind.replace(' ', '-')}@example.cn`
    const person = await addReader(address)
    await tell(person, 'expiry')
    const url = readOneClick(address)
    const post = () => rental.app.inject({ method: 'POST', url, headers: { 'content-type': type }, payload })
    expect((await post()).json()).toMatchObject({ success: true, data: { class: 'expiry' } })
    expect((await post()).statusCode).toBe(200)
    expect([await isOn(person, 'expiry'), await isOn(person, 'balance')]).toEqual([false, true])
    const before = mailTo(address).length
    await tell(person, 'expiry')
    expect(mailTo(address)).toHaveLength(before)
    await tell(person, 'balance')
    expect(mailTo(address)).toHaveLength(before + 1)
  })

  it('does not happen by opening the address, which leads to a page', async () => {
    const person = await addReader('scanner@example.cn')
    await tell(person, 'expiry')
    const url = readOneClick('scanner@example.cn')
    const reply = await rental.app.inject({ method: 'GET', url })
    expect(reply.statusCode).toBe(302)
    expect(reply.headers.location).toContain(`${unsubscribePath}?token=expiry.`)
    expect(await isOn(person, 'expiry')).toBe(true)
  })

  it('takes no token that we did not sign, for this user and this class', async () => {
    const person = await addReader('forged@example.cn')
    await tell(person, 'expiry')
    const [of, user, signature] = readOneClick('forged@example.cn').split('/').at(-1)!.split('.')
    const other = await rental.addPerson()
    const forged = [
      `balance.${user}.${signature}`,
      `${of}.${other.id}.${signature}`,
      `${of}.${user}.`,
      `${of}.${user}.${signature}.x`,
      'x',
    ]
    for (const token of forged) expect((await rental.call(preferences.unsubscribe, { params: { token } })).status).toBe(404)
    expect(await isOn(person, 'expiry')).toBe(true)
  })

  it('is not repeated without end', async () => {
    const person = await addReader('often@example.cn')
    await tell(person, 'expiry')
    const url = readOneClick('often@example.cn')
    const statuses: number[] = []
    for (let n = 0; n < 31; n += 1) statuses.push((await rental.app.inject({ method: 'POST', url })).statusCode)
    expect(statuses.filter((status) => status !== 200)).toEqual([429])
  })
})

import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { resultCodes } from '#contract/codes.ts'
import { limits } from '#contract/limits.ts'
import { notificationPreferences as preferences, webhookHeaders } from '#contract/notification-preferences.ts'
import { type NotificationClass, notifications } from '#contract/notifications.ts'
import { reportProviderTroubles } from '#server/domains/accounts/users/administrator-alarms.service.ts'
import { notifyUser } from '#server/domains/notify/notifications/notifications.service.ts'
import { sendNotices } from '#server/domains/notify/notifications/send-deliveries.service.ts'
import { inTransaction } from '#server/tx.ts'
import { dumpDatabase } from '#tests/support/dump.ts'
import type { Person } from '#tests/support/people.ts'
import { createRecordingWebhooks } from '#tests/support/recording-webhooks.ts'
import { createRentalPlatform, type RentalPlatform } from '#tests/support/rental.ts'

const hooks = createRecordingWebhooks()
let rental: RentalPlatform
beforeAll(async () => {
  rental = await createRentalPlatform()
  rental.deps.webhooks = hooks
})
afterAll(() => rental.close())
beforeEach(() => {
  hooks.calls = []
  hooks.answer = { status: 200 }
})

const url = 'https://example.cn/hook'
const tell = (person: Person, of: NotificationClass, title = '有事') =>
  inTransaction(rental.deps, (tx) => notifyUser(tx, { user_id: person.id, class: of, title, content: '内容' }))
const send = () => sendNotices(rental.deps, reportProviderTroubles)
const sms = async (person: Person) => {
  const { phone } = await rental.deps.database.kysely
    .selectFrom('users')
    .select('phone')
    .where('id', '=', person.id)
    .executeTakeFirstOrThrow()
  return rental.deps.sandbox.sms!.inbox().filter((message) => message.phone === phone)
}
const mailTo = (address: string) => rental.deps.sandbox.mail!.inbox().filter(({ to }) => to === address)
const log = async (person: Person) => (await person.call(preferences.deliveries)).data
const choose = (person: Person, of: NotificationClass, channel: 'site' | 'sms' | 'email' | 'webhook', enabled: boolean) =>
  person.call(preferences.set, { body: { class: of, channel, enabled } })

async function verify(person: Person, email: string): Promise<void> {
  await person.call(preferences.send_email_code, { body: { email } })
  const code = /验证码 (\d{6})/.exec(mailTo(email)[0]!.text)![1]!
  await person.call(preferences.verify_email, { body: { code } })
}
const withHook = async () => {
  const person = await rental.addPerson()
  const { data } = await person.call(preferences.set_webhook, { body: { url } })
  await send()
  hooks.calls = []
  return { person, secret: data.secret }
}

describe('product §6 Preferences', () => {
  it.each(['system', 'arrears', 'release'] as const)('never mute %s on the site', async (of) => {
    const person = await rental.addPerson()
    expect((await choose(person, of, 'site', false)).code).toBe(resultCodes.notice_fixed.code)
    const { rules } = (await person.call(preferences.get)).data
    expect(rules.find((rule) => rule.class === of && rule.channel === 'site')).toMatchObject({ enabled: true, fixed: true })
  })

  it('muted on the site keeps the message, which is then no news', async () => {
    const person = await rental.addPerson()
    await choose(person, 'balance', 'site', false)
    await tell(person, 'balance')
    expect((await person.call(notifications.unreaded_count)).data.count).toBe(0)
    expect((await person.call(notifications.list)).data).toMatchObject([{ read: true }])
  })

  it('of somebody else stay as they are', async () => {
    const [person, other] = await rental.addPeople(2)
    await choose(person!, 'arrears', 'sms', false)
    const { rules } = (await other!.call(preferences.get)).data
    expect(rules.find((rule) => rule.class === 'arrears' && rule.channel === 'sms')?.enabled).toBe(true)
  })
})

describe('product §6 Text messages', () => {
  it('go out by default for what costs data, by template, and for nothing that has none', async () => {
    const person = await rental.addPerson()
    for (const of of ['arrears', 'balance', 'system', 'activity'] as const) await tell(person, of, `有关${of}`)
    await send()
    expect((await sms(person)).map(({ type, text }) => [type, text])).toEqual([
      ['arrears', '欠费提醒：有关arrears，请登录控制台处理。'],
    ])
    expect((await choose(person, 'system', 'sms', true)).code).toBe(resultCodes.notice_fixed.code)
  })

  it('never go to a number that starts with 2', async () => {
    const person = await rental.addPerson()
    const phone = `2${person.id.replace(/\D/g, '').padEnd(10, '7').slice(0, 10)}`
    await rental.deps.database.kysely.updateTable('users').set({ phone }).where('id', '=', person.id).execute()
    await tell(person, 'arrears')
    await send()
    expect(await sms(person)).toEqual([])
    expect(await log(person)).toEqual([])
    expect((await person.call(preferences.get)).data.sms.available).toBe(false)
  })

  it(`are ${limits.noticeSmsPerDay} a day at most, and the log says what was left out`, async () => {
    const person = await rental.addPerson()
    for (let n = 0; n < limits.noticeSmsPerDay + 3; n += 1) await tell(person, 'arrears', `第 ${n} 条`)
    await send()
    expect(await sms(person)).toHaveLength(limits.noticeSmsPerDay)
    expect((await log(person)).filter(({ state }) => state === 'dropped')).toHaveLength(3)
    await rental.clock.advance(86_400_001)
    await tell(person, 'arrears')
    await send()
    expect(await sms(person)).toHaveLength(limits.noticeSmsPerDay + 1)
  })
})

describe('product §6 E-mail', () => {
  it('goes to an address that was verified by its code, and to no other', async () => {
    const person = await rental.addPerson()
    await person.call(preferences.send_email_code, { body: { email: 'one@example.cn' } })
    await tell(person, 'system')
    await send()
    expect(mailTo('one@example.cn')).toHaveLength(1)
    await rental.clock.advance(61_000)
    await verify(person, 'two@example.cn')
    await tell(person, 'review', '审核通过')
    await send()
    expect(mailTo('one@example.cn')).toHaveLength(1)
    const notice = { subject: expect.stringContaining('审核通过'), key: expect.any(String) }
    expect(mailTo('two@example.cn')).toContainEqual(expect.objectContaining(notice))
    expect((await person.call(preferences.get)).data.email).toEqual({ address: 'two@example.cn', pending: null })
  })

  it('takes a code once, not when it is old, and not after five wrong ones', async () => {
    const person = await rental.addPerson()
    const email = 'guess@example.cn'
    await person.call(preferences.send_email_code, { body: { email } })
    const code = /验证码 (\d{6})/.exec(mailTo(email)[0]!.text)![1]!
    const wrong = code === '000000' ? '000001' : '000000'
    const guesses = await Promise.all(
      Array.from({ length: 10 }, () => person.call(preferences.verify_email, { body: { code: wrong } })),
    )
    expect(new Set(guesses.map((reply) => reply.code))).toEqual(new Set([resultCodes.email_code_wrong.code]))
    expect((await person.call(preferences.verify_email, { body: { code } })).code).toBe(resultCodes.email_code_wrong.code)
    await rental.clock.advance(61_000)
    await verify(person, email)
    expect((await person.call(preferences.verify_email, { body: { code } })).code).toBe(resultCodes.email_code_wrong.code)
    await rental.clock.advance(61_000)
    await person.call(preferences.send_email_code, { body: { email: 'late@example.cn' } })
    const late = /验证码 (\d{6})/.exec(mailTo('late@example.cn')[0]!.text)![1]!
    await rental.clock.advance(limits.emailCodeSeconds * 1000 + 1)
    expect((await person.call(preferences.verify_email, { body: { code: late } })).code).toBe(resultCodes.email_code_wrong.code)
  })

  it('of activities waits to be asked for', async () => {
    const person = await rental.addPerson()
    await verify(person, 'quiet@example.cn')
    const before = mailTo('quiet@example.cn').length
    await tell(person, 'activity')
    await send()
    const welcome = mailTo('quiet@example.cn').length
    await choose(person, 'activity', 'email', true)
    await tell(person, 'activity', '新活动')
    await send()
    expect([welcome - before, mailTo('quiet@example.cn').length - welcome]).toEqual([1, 1])
  })

  it('is not asked for without end', async () => {
    const person = await rental.addPerson()
    const ask = () => person.call(preferences.send_email_code, { body: { email: 'spam@example.cn' } })
    expect([(await ask()).status, (await ask()).status]).toEqual([200, 429])
  })
})

describe('product §6 Webhooks', () => {
  it('carry a signature anybody with the secret can check', async () => {
    const { person, secret } = await withHook()
    await tell(person, 'expiry', '套餐将到期')
    await send()
    const [call] = hooks.calls
    const { [webhookHeaders.timestamp]: at, [webhookHeaders.signature]: signature, [webhookHeaders.id]: id } = call!.headers
    expect(signature).toBe(`sha256=${createHmac('sha256', secret).update(`${at}.${call!.body}`).digest('hex')}`)
    expect(Number(at)).toBe(Math.floor(rental.clock.now().getTime() / 1000))
    expect(JSON.parse(call!.body)).toMatchObject({
      id,
      type: 'notification',
      notification: { class: 'expiry', title: '套餐将到期' },
    })
    expect(call!.url).toBe(url)
  })

  it('tell the secret once and keep it sealed', async () => {
    const { person, secret } = await withHook()
    expect((await person.call(preferences.get)).raw).not.toContain(secret)
    expect(await dumpDatabase(rental.deps.database)).not.toContain(secret)
    expect(rental.logs.join('\n')).not.toContain(secret)
  })

  it('are tried again ever later with the same id, then lie in the log as failed until somebody tries again', async () => {
    const { person } = await withHook()
    hooks.answer = { status: 503 }
    await tell(person, 'expiry')
    for (let hours = 0; hours < 12; hours += 1) {
      await send()
      await rental.clock.advance(3_600_000)
    }
    expect(hooks.calls).toHaveLength(limits.noticeTriesMax)
    expect(new Set(hooks.calls.map(({ headers }) => headers[webhookHeaders.id])).size).toBe(1)
    const find = async () => (await log(person)).find(({ title }) => title === '有事')
    const dead = await find()
    expect(dead).toMatchObject({ state: 'dead', error: '对方答复 HTTP 503', next_try_at: null })
    hooks.answer = { status: 204 }
    expect((await person.call(preferences.retry, { params: { id: dead!.id } })).status).toBe(200)
    await send()
    expect(await find()).toMatchObject({ id: dead!.id, state: 'sent' })
    expect((await person.call(preferences.retry, { params: { id: dead!.id } })).code).toBe(resultCodes.delivery_not_failed.code)
  })

  it('reach their reader though a worker died after it had sent and before it said so', async () => {
    const { person } = await withHook()
    await tell(person, 'expiry')
    await new Promise<void>((sent) => {
      const webhooks = { post: () => new Promise<never>(() => sent()) }
      void sendNotices({ ...rental.deps, webhooks }, reportProviderTroubles)
    })
    await send()
    expect(hooks.calls).toHaveLength(0)
    await rental.clock.advance(120_001)
    await send()
    expect(hooks.calls).toHaveLength(1)
    expect((await log(person)).find(({ title }) => title === '有事')).toMatchObject({ state: 'sent', tries: 2 })
  })

  it('of one message are sent once however many workers look', async () => {
    const { person } = await withHook()
    await tell(person, 'expiry')
    await Promise.all(Array.from({ length: 5 }, send))
    expect(hooks.calls).toHaveLength(1)
  })

  it('say at once whether a test arrived, and why not', async () => {
    const { person } = await withHook()
    await rental.clock.advance(1_000) // what was sent before is older
    expect((await person.call(preferences.test_webhook)).data).toMatchObject({ delivered: true, status: 200, error: null })
    hooks.answer = { failure: 'address' }
    const { data } = await person.call(preferences.test_webhook)
    expect(data).toMatchObject({ delivered: false, status: null, error: '地址不在公网上，没有发送' })
    expect(
      (await log(person))
        .slice(0, 2)
        .map(({ state }) => state)
        .sort(),
    ).toEqual(['dead', 'sent'])
    const nobody = await rental.addPerson()
    expect((await nobody.call(preferences.test_webhook)).code).toBe(resultCodes.webhook_missing.code)
  })

  it.each([
    ['http://example.cn/', '请输入 https 开头的地址'],
    ['ftp://example.cn/', '请输入 https 开头的地址'],
    ['example.cn', '请输入 https 开头的地址'],
    ['https://me:secret@example.cn/', '地址里不能带用户名和密码'],
    ['', '请输入地址'],
  ])('refuse %s at the field', async (address, message) => {
    const person = await rental.addPerson()
    const reply = await person.call(preferences.set_webhook, { body: { url: address } })
    expect([reply.status, reply.errors?.url?.[0]]).toEqual([400, message])
  })
})

describe('requirements §7 A deletion', () => {
  it('is taken back for a short while, by its owner alone', async () => {
    const [person, other] = await rental.addPeople(2)
    await tell(person!, 'system')
    const ids = (await person!.call(notifications.list)).data.map(({ id }) => id)
    await person!.call(notifications.remove, { body: { ids } })
    expect((await other!.call(notifications.restore, { body: { ids } })).data.count).toBe(0)
    expect((await person!.call(notifications.restore, { body: { ids } })).data.count).toBe(1)
    expect((await person!.call(notifications.list)).total).toBe(1)
    await person!.call(notifications.remove, { body: { ids } })
    await rental.clock.advance(limits.notificationRestoreSeconds * 1000 + 1)
    expect((await person!.call(notifications.restore, { body: { ids } })).data.count).toBe(0)
  })
})

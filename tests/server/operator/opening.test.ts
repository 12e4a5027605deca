import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { resultCodes } from '#contract/codes.ts'
import { type OpeningStep, openingSteps, operatorOpening } from '#contract/operator/opening.ts'
import { readServerConfig } from '#server/config/config.ts'
import { readOpeningFacts } from '#server/domains/operator/opening.policy.ts'
import { SmsUnsentError } from '#server/ports/sms.ts'
import { plainDeployment } from '#tests/support/plain-deployment.ts'
import { createTestPlatform, type TestPlatform } from '#tests/support/platform.ts'
import { createRentalPlatform } from '#tests/support/rental.ts'

let platform: TestPlatform
let admin: Awaited<ReturnType<TestPlatform['signUp']>>
let sms: TestPlatform['deps']['sms']
let mail: TestPlatform['deps']['mail']
beforeAll(async () => {
  platform = await createTestPlatform()
  ;({ sms, mail } = platform.deps)
  admin = await platform.signUp({ role: 'operator_admin' })
})
afterEach(() => Object.assign(platform.deps, { sms, mail }))
afterAll(() => platform.close())

const loadSteps = async () => new Map((await admin.call(operatorOpening.get)).data.map((row) => [row.step, row]))
const trouble = {
  provider: '阿里云短信',
  kind: 'setup',
  code: 'isv.AMOUNT_NOT_ENOUGH',
  reading: '余额不足，请充值',
  effect: '',
  request_id: 'r-1',
} as const
const noFacts = {
  administrators: 1,
  paid_at: null,
  regions: 0,
  hosts_registered: 0,
  hosts_ready: 0,
  images: 0,
  products: 0,
  products_priced: 0,
  products_on_sale: 0,
  products_to_have: 0,
}

describe('decision 110 The way to the first paid hour', () => {
  it('is the same steps in the same order, none of them done on an empty sandbox', async () => {
    const steps = await loadSteps()
    expect([...steps.keys()]).toEqual(Object.keys(openingSteps))
    expect([...steps.values()].map(({ state }) => state)).toEqual(Object.keys(openingSteps).map(() => 'todo'))
  })

  it('is done by what is in the platform, not by anybody who says so', async () => {
    const rental = await createRentalPlatform()
    const { call } = await rental.addPerson({ role: 'operator_admin' })
    await rental.addPerson({ role: 'operator_admin' })
    const read = async () => new Map((await call(operatorOpening.get)).data.map(({ step, state }) => [step, state]))
    const stocked: OpeningStep[] = ['administrators', 'region', 'host', 'image', 'product', 'sale']
    expect(stocked.map((step) => [step, 'done'])).toEqual([...(await read())].filter(([step]) => stocked.includes(step)))
    await rental.deps.database.kysely.updateTable('products').set({ on_sale: false }).execute()
    expect((await read()).get('sale')).toBe('todo')
    await rental.deps.database.kysely
      .updateTable('hosts')
      .set({ drained_at: rental.clock.now(), drain_reason: '换电源' })
      .execute()
    expect((await read()).get('host')).toBe('todo')
    await rental.close()
  })

  it('may leave a step out, and take it up again; one that is done is done all the same', async () => {
    expect((await admin.call(operatorOpening.skip, { body: { step: 'brand' } })).data[0]).toMatchObject({ state: 'skipped' })
    expect((await loadSteps()).get('brand')?.state).toBe('skipped')
    expect((await admin.call(operatorOpening.resume, { body: { step: 'brand' } })).data[0]).toMatchObject({ state: 'todo' })
    await admin.call(operatorOpening.skip, { body: { step: 'administrators' } })
    await platform.signUp({ role: 'operator_admin' })
    expect((await loadSteps()).get('administrators')?.state).toBe('done')
  })

  it.each([
    [
      { ...plainDeployment, NODE_ENV: 'test', PAYMENT: 'bank' },
      { sms: true, mail: true, identity: true, payment: true },
    ],
    [{ ICP_NUMBER: '京ICP备12345678号' }, { brand: true, sms: false, mail: false, identity: false, payment: false }],
  ])('takes the plain forms of a pilot, and no sandbox: %#', (env, expected) => {
    const read = readOpeningFacts(readServerConfig(env), noFacts, new Map())
    const done = Object.keys(expected).map((step) => [step, read[step as OpeningStep].done])
    expect(Object.fromEntries(done)).toEqual(expected)
  })

  it('takes a real service for done once it has been tried', () => {
    const settings = {
      brand: '智算',
      icp_number: null,
      adapters: { sms: 'aliyun', mail: 'smtp', identity: 'aliyun', payment: 'providers' },
    }
    const read = (tests: [string, boolean][], paidAt: Date | null) => {
      const {
        sms: message,
        mail: letter,
        payment,
      } = readOpeningFacts(settings as never, { ...noFacts, paid_at: paidAt }, new Map(tests))
      return [message.done, letter.done, payment.done]
    }
    expect(read([], null)).toEqual([false, false, false])
    expect(
      read(
        [
          ['sms', false],
          ['mail', false],
        ],
        null,
      ),
    ).toEqual([false, false, false])
    expect(
      read(
        [
          ['sms', true],
          ['mail', true],
        ],
        new Date(),
      ),
    ).toEqual([true, true, true])
  })
})

describe('decision 110 Trying a provider', () => {
  it('sends a code that opens nothing to the own phone, which the answer does not name in full', async () => {
    const { data, raw } = await admin.call(operatorOpening.test_sms)
    expect(data.find(({ step }) => step === 'sms')?.test).toMatchObject({
      ok: true,
      answer: expect.stringContaining('已发往 138****'),
    })
    expect(raw).not.toContain(admin.user.phone)
    expect(platform.smsCode(admin.user.phone)).toMatch(/^\d{6}$/)
    const rows = await platform.deps.database.kysely
      .selectFrom('captchas')
      .select('id')
      .where('captcha_type', '=', 'step_up')
      .execute()
    expect(rows).toEqual([])
  })

  it('says what the provider said and how to mend it, also of the one of two that was passed over', async () => {
    platform.deps.sms = { ...sms, send: () => Promise.reject(new SmsUnsentError(false, [trouble])) }
    const refused = (await admin.call(operatorOpening.test_sms)).data.find(({ step }) => step === 'sms')
    expect(refused?.test).toMatchObject({ ok: false, answer: '阿里云短信（isv.AMOUNT_NOT_ENOUGH）：余额不足，请充值' })
    platform.deps.sms = { ...sms, send: () => Promise.reject(new TypeError(`not to ${admin.user.phone}`)) }
    const broken = (await admin.call(operatorOpening.test_sms)).data.find(({ step }) => step === 'sms')
    expect(broken?.test).toMatchObject({ ok: false, answer: '没有发出，原因在日志里' })
    const line = platform.logs.find((one) => one.includes('a test message could not be sent'))
    expect(line).toContain('TypeError')
    expect(line).not.toContain(admin.user.phone)
    platform.deps.sms = { ...sms, send: async () => ({ troubles: [trouble], taken: null }) }
    const passed = (await admin.call(operatorOpening.test_sms)).data.find(({ step }) => step === 'sms')
    expect(passed?.test).toMatchObject({ ok: false, answer: expect.stringContaining('已发往') })
  })

  it('sends a mail, and says of a mail server that refuses what to look at', async () => {
    const body = { email: 'ops@example.cn' }
    const sent = (await admin.call(operatorOpening.test_mail, { body })).data.find(({ step }) => step === 'mail')
    expect(sent?.test).toMatchObject({ ok: true })
    const failure = Object.assign(new Error('535 secret words of the server'), { code: 'EAUTH' })
    platform.deps.mail = { sandbox: false, send: () => Promise.reject(failure) }
    const { data, raw } = await admin.call(operatorOpening.test_mail, { body })
    expect(data.find(({ step }) => step === 'mail')?.test).toMatchObject({
      ok: false,
      answer: expect.stringContaining('用户名或密码'),
    })
    expect(raw).not.toContain('secret words')
    delete platform.deps.mail
    expect(await admin.call(operatorOpening.test_mail, { body })).toMatchObject({ status: 409, code: resultCodes.mail_off.code })
    expect((await loadSteps()).get('mail')?.testable).toBe(false)
  })

  it('is for administrators, ten times an hour, and stands in the audit log', async () => {
    const finance = await platform.signUp({ role: 'operator_finance' })
    expect((await finance.call(operatorOpening.test_sms)).status).toBe(403)
    const other = await platform.signUp({ role: 'operator_admin' })
    for (let n = 0; n < 10; n += 1) expect((await other.call(operatorOpening.test_sms)).status).toBe(200)
    expect(await other.call(operatorOpening.test_sms)).toMatchObject({ status: 429, message: '每小时最多测试 10 次，请稍后再试' })
    const rows = await platform.deps.database.kysely
      .selectFrom('audit_log')
      .select('target_id')
      .where('user_id', '=', other.user.id)
      .where('target_id', '=', 'sms')
      .execute()
    expect(rows).toHaveLength(10)
  })
})

import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { notifications } from '#contract/notifications.ts'
import { operatorIdentities } from '#contract/operator/identities.ts'
import { users } from '#contract/users.ts'
import { systemClock } from '#server/adapters/clock.system.ts'
import { createAliyunIdentity } from '#server/adapters/identity.aliyun.ts'
import { createTencentIdentity } from '#server/adapters/identity.tencent.ts'
import { createAdapters } from '#server/compose.ts'
import { readServerConfig } from '#server/config/config.ts'
import type { Clock } from '#server/ports/clock.ts'
import { IdentityUncheckedError } from '#server/ports/identity.ts'
import { startFakeClouds } from '#tests/support/fake-clouds.ts'
import { HeldClock } from '#tests/support/held-clock.ts'
import { plainDeployment } from '#tests/support/plain-deployment.ts'
import { createTestPlatform, type TestPlatform } from '#tests/support/platform.ts'

type Fake = Awaited<ReturnType<typeof startFakeClouds>>
type Cloud = 'aliyun' | 'tencent'

const number = '11010519491231002X'
const other = '110105194912310038'
const clouds = ['aliyun', 'tencent'] as const
const deployment = {
  ...plainDeployment,
  PUBLIC_ORIGIN: 'https://gpu.example.cn',
  SECRET_KEY: Buffer.alloc(48, 'k').toString('base64'),
  TRUST_PROXY: '127.0.0.1',
}

let fake: Fake
beforeEach(async () => {
  fake = await startFakeClouds(systemClock)
})
afterEach(() => fake.close())

const configOf = (cloud: Cloud) => readServerConfig({ ...deployment, ...fake.environment, IDENTITY: cloud })
function authorityOf(cloud: Cloud, clock: Clock = systemClock) {
  const settings = configOf(cloud).identity!
  return settings.provider === 'aliyun' ? createAliyunIdentity(settings, clock) : createTencentIdentity(settings, clock)
}
const troubleOf = async (asked: Promise<unknown>) => {
  const error = await asked.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(IdentityUncheckedError)
  return (error as IdentityUncheckedError).trouble
}

describe.each(clouds)('decision 103 Identities are checked by %s', (cloud) => {
  it('tells a match from a mismatch and from a person it has no record of', async () => {
    const identity = authorityOf(cloud)
    expect(identity.sandbox).toBe(false)
    expect(await identity.check({ name: '张三', id_number: number })).toBe('match')
    expect(await identity.check({ name: '张三', id_number: other })).toBe('mismatch')
    expect(await identity.check({ name: '上官查无', id_number: number })).toBe('no_record')
  })

  it.each(['hang', 'down', 'lost'])('takes a line that is %s for an outage, and names nobody', async (fault) => {
    fake.faults[cloud] = fault
    const identity = authorityOf(cloud)
    const trouble = await troubleOf(identity.check({ name: '张三', id_number: number }))
    expect(trouble).toMatchObject({ kind: 'outage', code: 'no_answer' })
  })

  it('is refused by name when a variable is missing', () => {
    const { TENCENT_IDENTITY_SECRET_KEY: _, ALIYUN_IDENTITY_ACCESS_KEY_SECRET: __, ...rest } = fake.environment
    const missing = { aliyun: 'ALIYUN_IDENTITY_ACCESS_KEY_SECRET', tencent: 'TENCENT_IDENTITY_SECRET_KEY' }[cloud]
    expect(() => readServerConfig({ ...deployment, ...rest, IDENTITY: cloud })).toThrow(`IDENTITY=${cloud} 还缺 ${missing}`)
  })

  it('says that the clock is wrong', async () => {
    const identity = authorityOf(cloud, new HeldClock(new Date(Date.now() - 3_600_000)))
    const trouble = await troubleOf(identity.check({ name: '张三', id_number: number }))
    expect(trouble).toMatchObject({ kind: 'setup', reading: '服务器的时钟不准，请校时' })
  })
})

describe('decision 103 What a cloud answers about itself', () => {
  it.each([
    ['aliyun', '402', 'setup'],
    ['aliyun', '500', 'outage'],
    ['aliyun', 'Throttling.User', 'outage'],
    ['aliyun', 'Something.New', 'setup'],
    ['tencent', '-4', 'outage'],
    ['tencent', 'ResourceUnavailable.InArrears', 'setup'],
    ['tencent', 'AuthFailure.SecretIdNotFound', 'setup'],
    ['tencent', 'RequestLimitExceeded', 'outage'],
  ] as const)('of %s, %s is for the operators: %s', async (cloud, code, kind) => {
    fake.faults[cloud] = code
    const identity = authorityOf(cloud)
    const trouble = await troubleOf(identity.check({ name: '张三', id_number: number }))
    expect(trouble).toMatchObject({ kind, code })
    expect(JSON.stringify(trouble)).not.toMatch(/张三|11010519491231002X/)
  })
})

describe('decision 103 A real deployment with an authority', () => {
  let platform: TestPlatform
  beforeEach(async () => {
    platform = await createTestPlatform()
    await fake.close()
    fake = await startFakeClouds(platform.clock)
    const { keys, clock } = platform.deps
    const { identity } = await createAdapters(configOf('aliyun'), { clock, keys, installation_id: 'zhisuan', say: () => {} })
    platform.deps.identity = identity
  })
  afterEach(() => platform.close())

  it('verifies whom it knows, and leaves to a reviewer whom it does not know or cannot be asked about', async () => {
    const admin = await platform.signUp({ role: 'operator_admin' })
    const verify = async (name: string) => {
      const person = await platform.signUp()
      return person.call(users.verify_real_name, { body: { name, id_number: number, consent: true } })
    }
    expect((await verify('张三')).data).toMatchObject({ passed: 'T', review: null })
    expect((await verify('上官查无')).data).toMatchObject({ passed: 'F', review: { status: 'pending' } })
    fake.faults.aliyun = '402'
    expect((await verify('张三')).data).toMatchObject({ passed: 'F', review: { status: 'pending' } })
    expect((await verify('张三')).data.review?.status).toBe('pending')
    expect((await admin.call(operatorIdentities.list, { query: { status: 'pending' } })).total).toBe(3)
    const told = (await admin.call(notifications.list, { query: {} })).data.filter(({ title }) => title.includes('实名核验'))
    expect(told).toMatchObject([{ title: '阿里云实名核验没有接受请求：402', content: expect.stringContaining('改由人工审核') }])
    expect(platform.logs.join('\n')).not.toMatch(/张三|上官查无|11010519491231002X/)
  })
})

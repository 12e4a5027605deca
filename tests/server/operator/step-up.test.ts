import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isOperatorAccess } from '#contract/access.ts'
import { auth } from '#contract/auth.ts'
import { codes } from '#contract/codes.ts'
import { all_endpoints } from '#contract/index.ts'
import { limits } from '#contract/limits.ts'
import { operator_bank_transfers } from '#contract/operator/bank-transfers.ts'
import { operator_changes } from '#contract/operator/changes.ts'
import { operator_users } from '#contract/operator/users.ts'
import { step_up } from '#contract/step-up.ts'
import { type TestPlatform, testPlatform } from '#tests/support/platform.ts'

const required = { status: 403, code: codes.step_up_required.code, message: '请先验证身份，再继续操作' }
const unproved = { unproved: true } as const
const guarded = all_endpoints.filter(({ endpoint }) => endpoint.step_up && isOperatorAccess(endpoint.access))

let platform: TestPlatform
beforeAll(async () => {
  platform = await testPlatform()
})
afterAll(() => platform.close())

const anAdmin = () => platform.signUp({ role: 'operator_admin' })

describe('product §2 Step-up of operators', () => {
  it('is asked for by each call that says so, before anything is read of it', async () => {
    const { call } = await anAdmin()
    expect(guarded.length).toBeGreaterThan(30)
    for (const { name, endpoint } of guarded)
      expect(await call(endpoint, { params: { id: 'none' } }, unproved), name).toMatchObject(required)
  })

  it('is not what tells a stranger from an operator: who may not call hears that', async () => {
    const { call } = await platform.signUp()
    for (const { name, endpoint } of guarded)
      expect(await call(endpoint, { params: { id: 'none' } }), name).toMatchObject({ status: 403, code: codes.forbidden.code })
  })

  it('changes nothing where it is refused', async () => {
    const { call } = await anAdmin()
    const { user } = await platform.signUp()
    const sent = { params: { id: user.id }, body: { reason: '涉嫌挖矿' } }
    expect(await call(operator_users.freeze, sent, unproved)).toMatchObject(required)
    expect((await call(operator_users.get, { params: { id: user.id } })).data.frozen_at).toBeNull()
  })

  it('is given once for a morning of decisions: ten minutes, at this session and at no other', async () => {
    const { call, user } = await anAdmin()
    const again = await platform.call(auth.login, { body: { phone: user.phone, password: user.password } }, { ip: user.ip })
    const decide = (token?: string) =>
      call(operator_changes.approve, { params: { id: 'none' } }, { ...unproved, ...(token && { token }) })
    expect(await decide()).toMatchObject(required)
    await call(step_up.prove, { body: { password: user.password } })
    for (let n = 0; n < 20; n += 1) {
      expect((await decide()).code).toBe(codes.not_found.code)
      await platform.clock.advance((limits.step_up_seconds / 20) * 1000)
    }
    expect(await decide(again.data.access)).toMatchObject(required)
    await platform.clock.advance(1000)
    expect(await decide()).toMatchObject(required)
  })

  it('is asked for again by the repeat of a call that went through: its answer is no key either', async () => {
    const { call } = await anAdmin()
    const options = { headers: { 'idempotency-key': 'one-intent' } }
    const sent = { params: { id: 'none' }, body: { bank_reference: 'B1' } }
    expect((await call(operator_bank_transfers.confirm, sent, options)).code).toBe(codes.not_found.code)
    await platform.clock.advance((limits.step_up_seconds + 1) * 1000)
    expect(await call(operator_bank_transfers.confirm, sent, { ...options, ...unproved })).toMatchObject(required)
  })
})

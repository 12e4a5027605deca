import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isOperatorAccess } from '#contract/access.ts'
import { auth } from '#contract/auth.ts'
import { resultCodes } from '#contract/codes.ts'
import { allEndpoints } from '#contract/index.ts'
import { limits } from '#contract/limits.ts'
import { operatorBankTransfers } from '#contract/operator/bank-transfers.ts'
import { operatorChanges } from '#contract/operator/changes.ts'
import { operatorUsers } from '#contract/operator/users.ts'
import { stepUp } from '#contract/step-up.ts'
import { createTestPlatform, type TestPlatform } from '#tests/support/platform.ts'

const required = { status: 403, code: resultCodes.step_up_required.code, message: '请先验证身份，再继续操作' }
const unproved = { unproved: true } as const
const guarded = allEndpoints.filter(({ endpoint }) => endpoint.stepUp && isOperatorAccess(endpoint.access))

let platform: TestPlatform
beforeAll(async () => {
  platform = await createTestPlatform()
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
      expect(await call(endpoint, { params: { id: 'none' } }), name).toMatchObject({
        status: 403,
        code: resultCodes.forbidden.code,
      })
  })

  it('changes nothing where it is refused', async () => {
    const { call } = await anAdmin()
    const { user } = await platform.signUp()
    const sent = { params: { id: user.id }, body: { reason: '涉嫌挖矿' } }
    expect(await call(operatorUsers.freeze, sent, unproved)).toMatchObject(required)
    expect((await call(operatorUsers.get, { params: { id: user.id } })).data.frozen_at).toBeNull()
  })

  it('is given once for a morning of decisions: ten minutes, at this session and at no other', async () => {
    const { call, user } = await anAdmin()
    const again = await platform.call(auth.login, { body: { phone: user.phone, password: user.password } }, { ip: user.ip })
    const decide = (token?: string) =>
      call(operatorChanges.approve, { params: { id: 'none' } }, { ...unproved, ...(token && { token }) })
    expect(await decide()).toMatchObject(required)
    await call(stepUp.prove, { body: { password: user.password } })
    for (let n = 0; n < 20; n += 1) {
      expect((await decide()).code).toBe(resultCodes.not_found.code)
      await platform.clock.advance((limits.stepUpSeconds / 20) * 1000)
    }
    expect(await decide(again.data.access)).toMatchObject(required)
    await platform.clock.advance(1000)
    expect(await decide()).toMatchObject(required)
  })

  it('is asked for again by the repeat of a call that went through: its answer is no key either', async () => {
    const { call } = await anAdmin()
    const options = { headers: { 'idempotency-key': 'one-intent' } }
    const sent = { params: { id: 'none' }, body: { bank_reference: 'B1' } }
    expect((await call(operatorBankTransfers.confirm, sent, options)).code).toBe(resultCodes.not_found.code)
    await platform.clock.advance((limits.stepUpSeconds + 1) * 1000)
    expect(await call(operatorBankTransfers.confirm, sent, { ...options, ...unproved })).toMatchObject(required)
  })
})

import { describe, expect, it } from 'vitest'
import { resultCodes, successCode } from '#contract/codes.ts'

const all = Object.entries(resultCodes)
/** How far a scanned code is: nothing has gone wrong. */
const statesOfAPoll = ['wechat_not_bound', 'wechat_waiting', 'wechat_scanned', 'wechat_declined']

describe('product §2 Result codes', () => {
  it('are eight digits of a known family, each used once', () => {
    for (const [name, { code }] of all) expect(code, name).toMatch(/^00[1-69]\d{5}$/)
    expect(new Set(all.map(([, { code }]) => code)).size).toBe(all.length)
  })

  it('keep the codes the spec names', () => {
    expect(successCode).toBe('0')
    expect(resultCodes.wechat_not_bound.code).toBe('00100011')
    expect(resultCodes.phone_not_registered).toMatchObject({ code: '00100000', message: '手机号未注册，请先注册后使用' })
    expect(resultCodes.no_free_gpu.code).toBe('00200011')
    expect(resultCodes.signed_out).toMatchObject({ http: 401, message: '登录已失效，请重新登录' })
    expect(resultCodes.wechat_not_bound.message).toBe('该微信尚未绑定智算中心账号')
  })

  it('each say one Chinese sentence and carry an honest status', () => {
    for (const [name, { message, http }] of all) {
      expect(message, name).toMatch(/^\p{Script=Han}/u)
      expect(message, name).not.toMatch(/[。\n]$/)
      if (!statesOfAPoll.includes(name)) expect(http, name).toBeGreaterThanOrEqual(400)
      expect([200, 400, 401, 403, 404, 408, 409, 413, 415, 422, 429, 500, 503, 507], name).toContain(http)
    }
  })

  it('send a client to refresh its token for one reason only', () =>
    expect(all.filter(([, { http }]) => http === 401).map(([name]) => name)).toEqual(['signed_out']))
})

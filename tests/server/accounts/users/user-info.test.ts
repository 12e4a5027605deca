import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { users } from '#contract/users.ts'
import { createTestPlatform, type TestPlatform } from '#tests/support/platform.ts'
import { listStreamMessages } from '#tests/support/stream-messages.ts'

let platform: TestPlatform
beforeAll(async () => {
  platform = await createTestPlatform()
})
afterAll(() => platform.close())

const absent = { status: 404, code: '00900404', message: '内容不存在或已被删除' }

describe('§3 User info', () => {
  it('shows the balance in yuan and masks the phone', async () => {
    const { user, call } = await platform.signUp({ balance: '269.04', is_tencent: true })
    const { data, raw } = await call(users.get, { params: { id: user.id } })
    expect(data).toMatchObject({ id: user.id, total_amount: '269.04', is_tencent: true, is_creator: false, account_type: 'main' })
    expect(data.phone).toBe(user.phone.replace(/^(...)....(....)$/, '$1****$2'))
    expect(raw).not.toContain(user.phone)
  })

  it.each(['user', 'operator_admin'] as const)('is the own only, for a %s too: any other does not exist', async (role) => {
    const stranger = await platform.signUp()
    const { call } = await platform.signUp({ role })
    const [notMine, nobody] = [
      await call(users.get, { params: { id: stranger.user.id } }),
      await call(users.get, { params: { id: 'user-none' } }),
    ]
    expect(notMine).toMatchObject(absent)
    expect(nobody.raw).toBe(notMine.raw)
    const body = { nickname: '不是我' }
    expect(await call(users.update, { params: { id: stranger.user.id }, body })).toMatchObject(absent)
    expect((await stranger.call(users.get, { params: { id: stranger.user.id } })).data.nickname).toMatch(/^用户_/)
  })

  it('needs a session', async () => {
    const { user } = await platform.signUp()
    expect(await platform.call(users.get, { params: { id: user.id } })).toMatchObject({ status: 401, code: '00100401' })
  })
})

describe('product §6 Nickname', () => {
  it('changes, and tells the other tabs', async () => {
    const { user, call } = await platform.signUp()
    const renamed = await call(users.update, { params: { id: user.id }, body: { nickname: '  炼丹师  ' } })
    expect(renamed).toMatchObject({ code: '0', message: '昵称已修改', data: { id: user.id, nickname: '炼丹师' } })
    expect(await listStreamMessages(platform, user.id)).toContainEqual({ type: 'change', resource: 'user', id: user.id })
  })

  it.each([
    ['', '请输入昵称'],
    ['   ', '请输入昵称'],
    ['长'.repeat(21), '昵称最多 20 个字'],
    ['隐\u200b形', '昵称不能包含控制字符'],
  ])('is refused as %j', async (nickname, message) => {
    const { user, call } = await platform.signUp()
    expect(await call(users.update, { params: { id: user.id }, body: { nickname } })).toMatchObject({
      status: 400,
      errors: { nickname: [message] },
    })
  })

  it('is all that changes, whatever else the body carries', async () => {
    const { user, call } = await platform.signUp()
    const body = { nickname: '新名', role: 'operator_admin', is_tencent: true, total_amount: '9.00', phone: '13000000000' }
    await call(users.update, { params: { id: user.id }, body })
    expect((await call(users.get, { params: { id: user.id } })).data).toMatchObject({
      role: 'user',
      is_tencent: false,
      total_amount: '0.00',
    })
  })
})

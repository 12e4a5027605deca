import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accountSecurity } from '#contract/account-security.ts'
import { auth } from '#contract/auth.ts'
import { limits } from '#contract/limits.ts'
import { notifications } from '#contract/notifications.ts'
import { users } from '#contract/users.ts'
import { createTestPlatform, type TestPlatform } from '#tests/support/platform.ts'

let platform: TestPlatform
beforeAll(async () => {
  platform = await createTestPlatform()
})
afterAll(() => platform.close())

const seconds = (n: number) => platform.clock.advance(n * 1000)
const refreshWith = (refresh: string) => platform.call(auth.refresh, { body: { refresh } })
const signedOut = { status: 401, code: '00100401', message: '登录已失效，请重新登录' }
const whoAmI = (id: string, token: string) => platform.call(users.get, { params: { id } }, { token })

describe('product §2 Refresh tokens', () => {
  it('change into the next pair at each use', async () => {
    const { user, refresh } = await platform.signUp()
    await seconds(limits.accessTokenSeconds)
    const next = (await refreshWith(refresh)).data
    expect(next.refresh).not.toBe(refresh)
    expect((await whoAmI(user.id, next.access)).code).toBe('0')
    expect((await refreshWith(next.refresh)).code).toBe('0')
  })

  it('give fifty parallel calls one successor', async () => {
    const { refresh } = await platform.signUp()
    const replies = await Promise.all(Array.from({ length: 50 }, () => refreshWith(refresh)))
    expect(replies.map(({ status }) => status)).toEqual(Array.from({ length: 50 }, () => 200))
    const successors = new Set(replies.map(({ data }) => data.refresh))
    expect(successors.size).toBe(1)
    expect((await refreshWith([...successors][0]!)).code).toBe('0')
  })

  it('give the same successor for ten seconds, so that a lost answer costs nothing', async () => {
    const { refresh } = await platform.signUp()
    const first = (await refreshWith(refresh)).data.refresh
    await seconds(limits.refreshGraceSeconds)
    expect((await refreshWith(refresh)).data.refresh).toBe(first)
    await refreshWith(first)
    expect((await refreshWith(first)).code, 'the successor has its own grace').toBe('0')
  })

  it('end the whole session when one is used again later, and tell the user once', async () => {
    const { user, token, refresh } = await platform.signUp()
    const other = (await platform.call(auth.login, { body: { phone: user.phone, password: user.password } })).data
    const thief = (await refreshWith(refresh)).data
    await seconds(limits.refreshGraceSeconds + 0.001)
    const replies = await Promise.all(Array.from({ length: 5 }, () => refreshWith(refresh)))
    for (const reply of replies) expect(reply).toMatchObject(signedOut)
    expect(await refreshWith(thief.refresh)).toMatchObject(signedOut)
    expect(await whoAmI(user.id, token)).toMatchObject(signedOut)
    expect(await whoAmI(user.id, thief.access)).toMatchObject(signedOut)
    const told = (await platform.call(notifications.list, {}, { token: other.access })).data.filter(
      ({ title }) => title === '登录凭据异常',
    )
    expect(told).toMatchObject([{ class: 'system', content: expect.stringMatching(/^检测到登录凭据被重复使用/) }])
    expect((await refreshWith(other.refresh)).code, 'other sessions stay').toBe('0')
  })

  it('live thirty days from their issue', async () => {
    const { refresh } = await platform.signUp()
    await seconds(limits.refreshTokenDays * 86_400 - 1)
    const next = (await refreshWith(refresh)).data.refresh
    await seconds(limits.refreshTokenDays * 86_400)
    expect(await refreshWith(next)).toMatchObject(signedOut)
  })

  it('end with their session, ninety days after signing in however often they are used, and say so', async () => {
    const { user, refresh } = await platform.signUp()
    let last = { refresh, access: '' }
    const month = limits.refreshTokenDays - 1
    for (let day = month; day < limits.sessionDays; day += month) {
      await seconds(month * 86_400)
      last = (await refreshWith(last.refresh)).data
    }
    await seconds((limits.sessionDays % month) * 86_400 - 60)
    last = (await refreshWith(last.refresh)).data
    const sessions = (await platform.call(accountSecurity.sessions, {}, { token: last.access })).data
    expect(sessions).toMatchObject([{ current: true, ends_at: new Date(platform.clock.now().getTime() + 60_000).toISOString() }])
    expect((await whoAmI(user.id, last.access)).code).toBe('0')
    await seconds(60)
    expect(await whoAmI(user.id, last.access), 'its access token does not outlive it').toMatchObject(signedOut)
    const ended = { status: 403, code: '00100402', message: '登录已到期，请重新登录' }
    expect(await refreshWith(last.refresh)).toMatchObject(ended)
    const rows = platform.deps.database.kysely.selectFrom('sessions').select(['revoked_because']).where('user_id', '=', user.id)
    expect(await rows.execute(), 'for terminals and ports').toEqual([{ revoked_because: 'ended' }])
    expect(await refreshWith(last.refresh)).toMatchObject(signedOut)
  })

  it('of operators end half a day after signing in', async () => {
    const { user, refresh } = await platform.signUp({ role: 'operator_finance' })
    await seconds(limits.operatorSessionHours * 3600 - 1)
    const next = (await refreshWith(refresh)).data
    expect((await whoAmI(user.id, next.access)).code).toBe('0')
    await seconds(1)
    expect(await whoAmI(user.id, next.access)).toMatchObject(signedOut)
    expect((await refreshWith(next.refresh)).message).toBe('登录已到期，请重新登录')
  })

  it('are refused when unknown, or of a frozen account', async () => {
    expect(await refreshWith('x')).toMatchObject(signedOut)
    const { user, token, refresh } = await platform.signUp()
    expect(await refreshWith(token.slice(-43))).toMatchObject(signedOut)
    await platform.deps.database.kysely
      .updateTable('users')
      .set({ frozen_at: platform.clock.now() })
      .where('id', '=', user.id)
      .execute()
    expect(await refreshWith(refresh)).toMatchObject(signedOut)
  })

  it('are stored as hashes only', async () => {
    const { refresh } = await platform.signUp()
    const next = (await refreshWith(refresh)).data.refresh
    const rows = JSON.stringify(await platform.deps.database.kysely.selectFrom('refresh_tokens').selectAll().execute())
    expect(rows).not.toContain(refresh)
    expect(rows).not.toContain(next)
  })
})

describe('§4 Access tokens', () => {
  it('end after fifteen minutes', async () => {
    const { user, token } = await platform.signUp()
    await seconds(limits.accessTokenSeconds - 1)
    expect((await whoAmI(user.id, token)).code).toBe('0')
    await seconds(1)
    expect(await whoAmI(user.id, token)).toMatchObject(signedOut)
  })
})

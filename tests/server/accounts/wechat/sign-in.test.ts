import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { auth } from '#contract/auth.ts'
import { resultCodes } from '#contract/codes.ts'
import { notifications } from '#contract/notifications.ts'
import { users } from '#contract/users.ts'
import { sandboxWechat, wechat } from '#contract/wechat.ts'
import { createTestPlatform, type TestPlatform } from '#tests/support/platform.ts'
import { stepUpByPassword } from '#tests/support/step-up.ts'
import { createWechatHelper, parseReplyTicket, parseScene } from '#tests/support/wechat.ts'

let platform: TestPlatform
let world: ReturnType<typeof createWechatHelper>
const [lin, bei, man, yu] = ['sandbox-wechat-1', 'sandbox-wechat-2', 'sandbox-wechat-3', 'sandbox-wechat-4'] as const
beforeAll(async () => {
  platform = await createTestPlatform()
  world = createWechatHelper(platform)
})
afterAll(() => platform.close())

const free = (openId: string) =>
  platform.deps.database.kysely.deleteFrom('wechat_bindings').where('open_id', '=', openId).execute()
/** An account that this WeChat belongs to. */
async function owner(openId: string) {
  await free(openId)
  const person = await platform.signUp()
  await platform.deps.database.kysely
    .insertInto('wechat_bindings')
    .values({ open_id: openId, user_id: person.user.id, bound_at: platform.clock.now() })
    .execute()
  return person
}
const said = (name: keyof typeof resultCodes) => ({
  status: resultCodes[name].http,
  code: resultCodes[name].code,
  message: resultCodes[name].message,
})
const sendBind = (phone: string, sceneStr: string | undefined, ip = '10.41.0.1') =>
  platform.call(auth.send_captcha, { body: { phone, captcha_type: 'wechat_bind', scene_str: sceneStr } }, world.from({ ip }))
const bindCode = async (phone: string, sceneStr: string | undefined, ip?: string) => {
  expect((await sendBind(phone, sceneStr, ip)).code).toBe('0')
  return platform.smsCode(phone)
}

describe('§4 WeChat: a QR is fetched and the scan status is polled', () => {
  it('waits for the scan, then for the tap, then signs in with code 0', async () => {
    const { user } = await owner(lin)
    const { scene_str: sceneStr, qrcode_url: qrcodeUrl } = await world.ask()
    expect(await world.poll(sceneStr)).toMatchObject(said('wechat_waiting'))
    const reply = await world.scan(qrcodeUrl, lin)
    expect(await world.poll(sceneStr)).toMatchObject(said('wechat_scanned'))
    await world.tap(parseReplyTicket(reply))
    const done = await world.poll(sceneStr)
    expect(done).toMatchObject({ status: 200, code: '0', message: '登录成功', data: { userId: user.id } })
    const info = await platform.call(users.get, { params: { id: user.id } }, { token: done.data!.access })
    expect(info.data.id).toBe(user.id)
  })

  it('check_login_status answers the same', async () => {
    const { scene_str: sceneStr } = await world.ask()
    const reply = await platform.call(wechat.check_login_status, { query: { scene_str: sceneStr } }, world.from())
    expect(reply).toMatchObject(said('wechat_waiting'))
  })

  it('account_type wechat signs in by a confirmed scene', async () => {
    const { user } = await owner(lin)
    const sceneStr = await world.confirmed(lin)
    const body = { account_type: 'wechat' as const, scene_str: sceneStr }
    expect((await platform.call(auth.login, { body }, world.from())).data.userId).toBe(user.id)
  })

  it('shows the code as a picture of this site, for as long as it can be scanned', async () => {
    const { qrcode_url: qrcodeUrl } = await world.ask()
    const picture = await platform.app.inject(qrcodeUrl)
    expect([picture.statusCode, picture.headers['content-type'], picture.headers['cache-control']]).toEqual([
      200,
      'image/svg+xml',
      'no-store',
    ])
    expect(picture.body).toMatch(/^<svg[^>]* viewBox="0 0 \d+ \d+"/)
    await world.seconds(300)
    for (const path of [qrcodeUrl, `${qrcodeUrl}x`, qrcodeUrl.replace(/[^/]+$/, '%00')])
      expect((await platform.app.inject(path)).statusCode, path).toBe(404)
  })

  it('gives twenty codes a minute to one address', async () => {
    const from = world.from({ ip: '10.42.0.1' })
    for (let n = 0; n < 20; n++) expect((await platform.call(wechat.qrcode, {}, from)).status).toBe(200)
    expect(await platform.call(wechat.qrcode, {}, from)).toMatchObject({ status: 429, retry_after: 60 })
  })
})

describe('S17 Signing in by QR code', () => {
  it('names a scene by 256 random bits, of which the code shows only the hash', async () => {
    const codesSeen = await Promise.all(Array.from({ length: 20 }, () => world.ask()))
    const all = codesSeen.flatMap(({ scene_str: sceneStr, qrcode_url: qrcodeUrl }) => [sceneStr, parseScene(qrcodeUrl)])
    for (const name of all) expect(name).toMatch(/^[\w-]{43}$/)
    expect(new Set(all).size).toBe(40)
  })

  it('lets nobody in who only saw the code, nor another browser', async () => {
    await owner(lin)
    const { scene_str: sceneStr, qrcode_url: qrcodeUrl } = await world.ask()
    await world.tap(parseReplyTicket(await world.scan(qrcodeUrl, lin)))
    expect(await world.poll(parseScene(qrcodeUrl))).toMatchObject(said('wechat_expired'))
    expect(await world.poll(sceneStr, { headers: { 'user-agent': 'another' } })).toMatchObject(said('wechat_expired'))
    expect((await world.poll(sceneStr)).code).toBe('0')
  })

  it('ends after five minutes without a scan', async () => {
    const { scene_str: sceneStr, qrcode_url: qrcodeUrl, expires_at: expiresAt } = await world.ask()
    expect(Date.parse(expiresAt) - platform.clock.now().getTime()).toBe(300_000)
    await world.seconds(299)
    expect(await world.poll(sceneStr)).toMatchObject(said('wechat_waiting'))
    await world.seconds(1)
    expect(await world.poll(sceneStr)).toMatchObject(said('wechat_expired'))
    expect(await world.scan(qrcodeUrl, lin)).toContain('已过期')
  })

  it('is redeemed once, however many ask at the same moment', async () => {
    await owner(lin)
    const sceneStr = await world.confirmed(lin)
    const replies = await Promise.all(Array.from({ length: 8 }, () => world.poll(sceneStr)))
    expect(replies.filter(({ code }) => code === '0')).toHaveLength(1)
    expect(await world.poll(sceneStr)).toMatchObject(said('wechat_expired'))
  })

  it('signs in after the tap only, and never after a refusal', async () => {
    await owner(lin)
    const { scene_str: sceneStr, qrcode_url: qrcodeUrl } = await world.ask()
    const ticket = parseReplyTicket(await world.scan(qrcodeUrl, lin))
    expect((await world.tap(ticket, false)).data.state).toBe('declined')
    expect(await world.poll(sceneStr)).toMatchObject(said('wechat_declined'))
    expect(await world.tap(ticket)).toMatchObject(said('wechat_expired'))
    expect(await world.poll(sceneStr)).toMatchObject(said('wechat_declined'))
    expect(await world.scan(qrcodeUrl, lin)).toContain('已取消')
  })

  it('shows on the phone whose browser it is and which account it gets', async () => {
    const { user } = await owner(lin)
    const asked = await world.ask({ ip: '10.43.0.9' })
    const reply = await world.scan(asked.qrcode_url, lin)
    expect(reply).toContain('Chrome · Windows，IP 10.43.0.9')
    const { data } = await platform.call(wechat.get_confirmation, { query: { ticket: parseReplyTicket(reply) } })
    expect(data).toEqual({
      state: 'scanned',
      purpose: 'login',
      device: 'Chrome · Windows',
      ip: '10.43.0.9',
      asked_at: platform.clock.now().toISOString(),
      account: `${user.phone.slice(0, 3)}****${user.phone.slice(-4)}`,
    })
  })

  it('takes no ticket that was not given out', async () => {
    const { qrcode_url: qrcodeUrl } = await world.ask()
    const scene = parseScene(qrcodeUrl)
    const early = await platform.call(wechat.get_confirmation, { query: { ticket: `${scene}.x` } })
    await world.scan(qrcodeUrl, lin)
    const forged = await world.tap(`${scene}.${'A'.repeat(43)}`)
    for (const reply of [early, forged]) expect(reply).toMatchObject(said('not_found'))
  })

  it('belongs to the WeChat that scanned first', async () => {
    const { scene_str: sceneStr, qrcode_url: qrcodeUrl } = await world.ask()
    await owner(lin)
    await owner(bei)
    const reply = await world.scan(qrcodeUrl, lin)
    expect(await world.scan(qrcodeUrl, bei)).toContain('已被使用')
    await world.tap(parseReplyTicket(reply))
    const { data } = await world.poll(sceneStr)
    const people = (await platform.call(sandboxWechat.identities)).data
    expect(people.find(({ open_id: openId }) => openId === lin)?.account).not.toBeNull()
    expect(data).not.toBeNull()
  })

  it('lets no frozen account in', async () => {
    const { user } = await owner(yu)
    const sceneStr = await world.confirmed(yu)
    await platform.deps.database.kysely
      .updateTable('users')
      .set({ frozen_at: platform.clock.now() })
      .where('id', '=', user.id)
      .execute()
    expect(await world.poll(sceneStr)).toMatchObject(said('account_frozen'))
    await free(yu)
  })
})

describe('§8 Code 00100011', () => {
  it('says 该微信尚未绑定智算中心账号, and keeps the scene for binding', async () => {
    await free(man)
    const sceneStr = await world.confirmed(man)
    expect(await world.poll(sceneStr)).toMatchObject({ status: 200, code: '00100011', message: '该微信尚未绑定智算中心账号' })
    await world.seconds(899)
    expect(await world.poll(sceneStr)).toMatchObject({ code: '00100011' })
    await world.seconds(1)
    expect(await world.poll(sceneStr)).toMatchObject(said('wechat_expired'))
  })
})

describe('§7 wechat-bind', () => {
  it.each(['POST login', 'POST wechat/bind_phone'])('%s binds the phone’s account and signs in', async (way) => {
    await free(man)
    const { user, call } = await platform.signUp()
    await world.seconds(60)
    const sceneStr = await world.confirmed(man)
    const captcha = await bindCode(user.phone, sceneStr)
    const form = { phone: user.phone, captcha, scene_str: sceneStr }
    const reply =
      way === 'POST login'
        ? await platform.call(auth.login, { body: { account_type: 'wechat-bind', ...form } }, world.from())
        : await platform.call(wechat.bind_phone, { body: form }, world.from())
    expect(reply.data.userId).toBe(user.id)
    const notes = (await call(notifications.list)).data
    expect(notes.map(({ title }) => title)).toContain('微信已绑定')
    expect((await world.poll(await world.confirmed(man))).data?.userId, 'and from now on by scanning').toBe(user.id)
  })

  it('wants the right code, and says so at the field', async () => {
    await free(man)
    const { user } = await platform.signUp()
    await world.seconds(60)
    const sceneStr = await world.confirmed(man)
    const right = await bindCode(user.phone, sceneStr)
    const body = {
      account_type: 'wechat-bind' as const,
      phone: user.phone,
      captcha: right === '000000' ? '1' : '000000',
      scene_str: sceneStr,
    }
    expect(await platform.call(auth.login, { body }, world.from())).toMatchObject({ errors: { captcha: ['验证码错误或已过期'] } })
    const done = await platform.call(auth.login, { body: { ...body, captcha: right } }, world.from())
    expect(done.data.userId).toBe(user.id)
  })

  it('binds one WeChat to one account, and one account to one WeChat', async () => {
    await owner(bei)
    const { user } = await owner(man)
    await free(yu)
    await world.seconds(60)
    const own = await world.confirmed(yu)
    const body = {
      account_type: 'wechat-bind' as const,
      phone: user.phone,
      captcha: await bindCode(user.phone, own),
      scene_str: own,
    }
    expect(await platform.call(auth.login, { body }, world.from())).toMatchObject(said('wechat_bound'))
    const other = await stepUpByPassword(await platform.signUp())
    const taken = await world.confirmed(bei, { token: other.token })
    expect(await other.call(wechat.bind_wechat, { body: { scene_str: taken } }, world.from())).toMatchObject(said('wechat_taken'))
  })
})

describe('§8 SMS code 00100000 in wechat-bind', () => {
  it('warns 手机号未注册，请先注册后使用, which can register at once with the scene', async () => {
    await free(yu)
    const sceneStr = await world.confirmed(yu)
    const [phone, ip] = ['13600000101', '10.44.0.1']
    expect(await sendBind(phone, sceneStr, ip)).toMatchObject({
      status: 404,
      code: '00100000',
      message: '手机号未注册，请先注册后使用',
    })
    const captcha = await platform.askCode(phone, 'register', { ip })
    const body = { phone, captcha, password: 'Gpu#2026rent', scene_str: sceneStr }
    const { id } = (await platform.call(auth.register, { body }, world.from({ ip }))).data
    expect((await world.poll(await world.confirmed(yu))).data?.userId).toBe(id)
  })

  it('§7 is answered to phone and captcha_type alone, as hard limited as check_phone; the code binds nothing without a scan', async () => {
    const [ip, { user }] = ['10.44.0.5', await platform.signUp()]
    await world.seconds(60)
    expect(await sendBind('13600000104', undefined, ip)).toMatchObject(said('phone_not_registered'))
    const captcha = await bindCode(user.phone, undefined, ip)
    const body = { account_type: 'wechat-bind' as const, phone: user.phone, captcha }
    expect(await platform.call(auth.login, { body }, world.from({ ip }))).toMatchObject({
      status: 400,
      errors: { scene_str: ['请先用微信扫码'] },
    })
    for (let n = 0; n < 8; n++) await platform.call(auth.check_phone, { params: { phone: '13600000104' } }, world.from({ ip }))
    expect(await sendBind('13600000104', undefined, ip)).toMatchObject(said('too_many_requests'))
  })

  it('is refused with a scene that nobody has confirmed', async () => {
    const { scene_str: sceneStr, qrcode_url: qrcodeUrl } = await world.ask()
    expect(await sendBind('13600000102', sceneStr)).toMatchObject(said('wechat_waiting'))
    await world.scan(qrcodeUrl, yu)
    expect(await sendBind('13600000102', sceneStr)).toMatchObject(said('wechat_scanned'))
  })

  it('is answered three times a scene', async () => {
    const sceneStr = await world.confirmed(yu)
    for (let n = 0; n < 3; n++) expect((await sendBind(`1360000020${n}`, sceneStr, '10.44.0.3')).code).toBe('00100000')
    expect(await sendBind('13600000209', sceneStr, '10.44.0.3')).toMatchObject({
      code: resultCodes.wechat_expired.code,
      message: '这个二维码获取验证码的次数已用完，请刷新二维码后重新扫码',
    })
  })
})

describe('§7 register with scene_str', () => {
  it('opens no account when the scene is past its time, and spends no code', async () => {
    await free(yu)
    const sceneStr = await world.confirmed(yu)
    await world.seconds(900)
    const [phone, ip] = ['13600000103', '10.44.0.4']
    const captcha = await platform.askCode(phone, 'register', { ip })
    const body = { phone, captcha, password: 'Gpu#2026rent' }
    const late = await platform.call(auth.register, { body: { ...body, scene_str: sceneStr } }, world.from({ ip }))
    expect(late).toMatchObject(said('wechat_expired'))
    expect((await platform.call(auth.register, { body }, world.from({ ip }))).code).toBe('0')
  })
})

describe('§7 bind_wechat and unbind_wechat', () => {
  it('binds to who asked for the code, after the tap, without signing anybody in', async () => {
    await free(yu)
    const { call, token, user } = await stepUpByPassword(await platform.signUp())
    const asked = await world.ask({ token })
    const reply = await world.scan(asked.qrcode_url, yu)
    const { data } = await platform.call(wechat.get_confirmation, { query: { ticket: parseReplyTicket(reply) } })
    expect(data).toMatchObject({ purpose: 'bind', account: `${user.phone.slice(0, 3)}****${user.phone.slice(-4)}` })
    const bind = () => call(wechat.bind_wechat, { body: { scene_str: asked.scene_str } }, world.from())
    expect(await bind()).toMatchObject(said('wechat_scanned'))
    await world.tap(parseReplyTicket(reply))
    expect((await world.poll(asked.scene_str, { token })).data).toBeNull()
    expect(await world.poll(asked.scene_str), 'not for a visitor').toMatchObject(said('wechat_expired'))
    const stranger = await stepUpByPassword(await platform.signUp())
    const stolen = stranger.call(wechat.bind_wechat, { body: { scene_str: asked.scene_str } }, world.from())
    expect(await stolen).toMatchObject(said('wechat_expired'))
    expect(await bind()).toMatchObject({ code: '0', message: '微信已绑定' })
    expect(await bind()).toMatchObject(said('wechat_expired'))
    expect((await world.poll(await world.confirmed(yu))).data?.userId).toBe(user.id)
  })

  it('a code that is to bind signs in by no way', async () => {
    await free(man)
    const { token, user } = await platform.signUp()
    const sceneStr = await world.confirmed(man, { token })
    const byScene = { account_type: 'wechat' as const, scene_str: sceneStr }
    expect(await platform.call(auth.login, { body: byScene }, world.from())).toMatchObject(said('wechat_expired'))
    const bind = { phone: user.phone, captcha: '123456', scene_str: sceneStr }
    expect(await platform.call(wechat.bind_phone, { body: bind }, world.from())).toMatchObject(said('wechat_expired'))
  })

  it('unbinds once; scanning no longer signs in', async () => {
    const { call } = await stepUpByPassword(await owner(yu))
    expect(await call(wechat.unbind_wechat)).toMatchObject({ code: '0', message: '微信已解绑' })
    expect(await call(wechat.unbind_wechat)).toMatchObject(said('wechat_unbound'))
    expect(await world.poll(await world.confirmed(yu))).toMatchObject(said('wechat_not_bound'))
  })
})

describe('product §2 Sandbox: the phone with WeChat', () => {
  it('follows the account at the first scan, and says what it is bound to', async () => {
    const fresh = await createTestPlatform()
    try {
      const phones = createWechatHelper(fresh)
      const read = async () =>
        (await fresh.call(sandboxWechat.identities)).data.map(({ subscribed, account }) => [subscribed, account])
      expect(await read()).toEqual([
        [true, null],
        [false, null],
        [false, null],
        [false, null],
      ])
      const follow = await fresh.call(sandboxWechat.send, { body: { open_id: bei } })
      expect(follow.data.reply).toBe('欢迎关注智算中心。在网页上扫码即可登录。')
      const { qrcode_url: qrcodeUrl } = await phones.ask()
      expect(await phones.scan(qrcodeUrl, man)).toContain('查看并确认登录')
      expect((await read()).map(([subscribed]) => subscribed)).toEqual([true, true, true, false])
      expect(await fresh.call(sandboxWechat.send, { body: { open_id: 'nobody' } })).toMatchObject({ status: 404 })
    } finally {
      await fresh.close()
    }
  })
})

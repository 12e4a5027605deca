import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { resultCodes } from '#contract/codes.ts'
import { paymentNoticePaths } from '#contract/payment-notices.ts'
import { wallet } from '#contract/wallet.ts'
import { checkRecharges } from '#server/domains/money/wallet/check-recharges.service.ts'
import { auditBooks } from '#server/ledger/audit.ts'
import { startFakeAlipay } from '#tests/support/fake-alipay.ts'
import { startFakeWechatPay } from '#tests/support/fake-wechat-pay.ts'
import { HeldClock } from '#tests/support/held-clock.ts'
import { addPerson, type Person } from '#tests/support/people.ts'
import type { TestPlatform } from '#tests/support/platform.ts'
import { createProviderPlatform, type ProviderPlatform } from '#tests/support/provider-platform.ts'

const clock = new HeldClock()
let providers: ProviderPlatform
let ali: ProviderPlatform['ali']
let wechat: ProviderPlatform['wechat']
let platform: TestPlatform
beforeAll(async () => {
  providers = await createProviderPlatform(clock)
  ;({ ali, wechat, platform } = providers)
})
afterAll(() => providers.close())
afterEach(() => {
  for (const { faults } of [ali, wechat]) Object.assign(faults, { down: false, lost: false, forged: false })
  wechat.faults.stale = false
})

const channels = ['alipay', 'wechat'] as const
type Channel = (typeof channels)[number]

const newcomer = () => addPerson(platform, { balance: '0.00' })
async function begin(person: Person, channel: Channel, amount = '12.50') {
  const { data } = await person.call(wallet.recharge, { body: { amount, channel } })
  const row = await platform.deps.database.kysely
    .selectFrom('recharges')
    .select('trade_no')
    .where('id', '=', data.id)
    .executeTakeFirstOrThrow()
  return { ...data, trade_no: row.trade_no }
}
const show = async (person: Person, id: string) => (await person.call(wallet.get_recharge, { params: { id } })).data
const cashOf = async (person: Person) => (await person.call(wallet.get)).data.cash
const payAt = (channel: Channel, tradeNo: string) => (channel === 'alipay' ? ali : wechat).pay(tradeNo)
const faultsOf = (channel: Channel) => (channel === 'alipay' ? ali : wechat).faults

interface Posted {
  headers?: Record<string, string>
  body: string
}
const form = { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' }
const noticeOf = (channel: Channel, tradeNo: string): Posted =>
  channel === 'alipay' ? { headers: form, body: ali.noticeOf(tradeNo) } : wechat.noticeOf(tradeNo)
const post = (channel: Channel, { headers = {}, body }: Posted) =>
  platform.app.inject({ method: 'POST', url: paymentNoticePaths[channel], headers, payload: body })
const taken = { alipay: { statusCode: 200, body: 'success' }, wechat: { statusCode: 204, body: '' } }

describe.each(channels)('product §5 Recharge by %s', (channel) => {
  it('is opened at the provider, signed, and shown with its own code', async () => {
    const recharge = await begin(await newcomer(), channel)
    expect(recharge).toMatchObject({ status: 'pending', pay_way: 'qr' })
    expect(recharge.pay_url).toMatch(channel === 'alipay' ? /^https:\/\/qr\.alipay\.com\// : /^weixin:\/\/wxpay\/bizpayurl/)
    expect(recharge.trade_no).toMatch(/^[a-z0-9]{6,32}$/)
  })

  it.each([
    ['does not answer', 'down'],
    ['answers with a forged signature', 'forged'],
  ] as const)('is refused and writes nothing when the provider %s', async (_, fault) => {
    const person = await newcomer()
    faultsOf(channel)[fault] = true
    const reply = await person.call(wallet.recharge, { body: { amount: '1', channel } })
    expect([reply.status, reply.code]).toEqual([503, resultCodes.payment_unavailable.code])
    expect((await person.call(wallet.recharges)).total).toBe(0)
  })

  it('is credited once for fifty notices at once, and told so each time', async () => {
    const person = await newcomer()
    const { id, trade_no: tradeNo } = await begin(person, channel)
    payAt(channel, tradeNo)
    const notice = noticeOf(channel, tradeNo)
    const replies = await Promise.all(Array.from({ length: 50 }, () => post(channel, notice)))
    for (const reply of replies) expect(reply).toMatchObject(taken[channel])
    expect(await show(person, id)).toMatchObject({ status: 'paid' })
    expect(await cashOf(person)).toBe('12.50')
    expect((await person.call(wallet.entries)).total).toBe(1)
  })

  it('is found within a minute when the notice never comes', async () => {
    const person = await newcomer()
    const { id, trade_no: tradeNo } = await begin(person, channel)
    for (let second = 0; second < 300; second += 10) {
      await clock.advance(10_000)
      await checkRecharges(platform.deps)
    }
    expect((await show(person, id)).status).toBe('pending')
    payAt(channel, tradeNo)
    for (let second = 0; second < 60 && (await show(person, id)).status === 'pending'; second += 10) {
      await clock.advance(10_000)
      await checkRecharges(platform.deps)
    }
    expect(await show(person, id)).toMatchObject({ status: 'paid' })
    expect(await post(channel, noticeOf(channel, tradeNo))).toMatchObject(taken[channel])
    expect(await cashOf(person)).toBe('12.50')
  })

  it('is closed at the provider before it is closed here, and stays open while that does not answer', async () => {
    const person = await newcomer()
    const { id, trade_no: tradeNo } = await begin(person, channel)
    if (channel === 'alipay') ali.scan(tradeNo)
    faultsOf(channel).down = true
    await clock.advance(1_800_000)
    await checkRecharges(platform.deps)
    expect((await show(person, id)).status).toBe('pending')
    faultsOf(channel).down = false
    await clock.advance(600_000)
    await checkRecharges(platform.deps)
    expect((await show(person, id)).status).toBe('closed')
    const trade = channel === 'alipay' ? ali.trades.get(tradeNo)?.status : wechat.trades.get(tradeNo)?.state
    expect(trade).toBe(channel === 'alipay' ? 'TRADE_CLOSED' : 'CLOSED')
  })

  it('paid in the last moment is credited instead of closed', async () => {
    const person = await newcomer()
    const { id, trade_no: tradeNo } = await begin(person, channel)
    payAt(channel, tradeNo)
    await clock.advance(1_800_000)
    await checkRecharges(platform.deps)
    expect((await show(person, id)).status).toBe('paid')
  })

  it('that was closed is credited all the same when its money arrives', async () => {
    const person = await newcomer()
    const { id, trade_no: tradeNo } = await begin(person, channel)
    await clock.advance(1_800_000)
    await checkRecharges(platform.deps)
    expect((await show(person, id)).status).toBe('closed')
    payAt(channel, tradeNo)
    expect(await post(channel, noticeOf(channel, tradeNo))).toMatchObject(taken[channel])
    expect(await cashOf(person)).toBe('12.50')
  })
})

describe('R07 Notices that are not what they seem', () => {
  it('of Alipay credit nothing and are answered below 500', async () => {
    const person = await newcomer()
    const { trade_no: tradeNo } = await begin(person, 'alipay', '1.00')
    const other = await begin(await newcomer(), 'alipay', '9.00')
    const signed = (before: object) => ali.noticeOf(tradeNo, { before })
    const bodies = [
      '',
      'x',
      '%E0%A4%A=&sign=x',
      ali.noticeOf(tradeNo, { after: { total_amount: '1000.00' } }),
      ali.noticeOf(tradeNo, { after: { sign: 'AAAA' } }),
      ali.noticeOf(tradeNo, { after: { sign: '' } }),
      ali.noticeOf(tradeNo, { after: { out_trade_no: other.trade_no } }),
      signed({ total_amount: '0.01' }),
      signed({ total_amount: '1e3' }),
      signed({ total_amount: '-1.00' }),
      signed({ app_id: '2021000000000002' }),
      signed({ seller_id: '2088000000000002' }),
      signed({ out_trade_no: 'tunknown' }),
      `${ali.noticeOf(tradeNo, { before: { sign_type: 'RSA' } })}&x=1`,
    ]
    for (const body of bodies) {
      const reply = await post('alipay', { headers: form, body })
      expect([body.slice(0, 40), reply.statusCode, reply.body]).toEqual([body.slice(0, 40), 400, 'failure'])
    }
    for (const tradeStatus of ['WAIT_BUYER_PAY', 'TRADE_CLOSED'])
      expect(await post('alipay', { headers: form, body: signed({ trade_status: tradeStatus }) })).toMatchObject(taken.alipay)
    expect(await cashOf(person)).toBe('0.00')
  })

  it('of WeChat Pay credit nothing and are answered below 500', async () => {
    const person = await newcomer()
    const { trade_no: tradeNo } = await begin(person, 'wechat', '1.00')
    const good = wechat.noticeOf(tradeNo)
    const withHeaders = (headers: object): Posted => ({ ...good, headers: { ...good.headers, ...headers } })
    wechat.faults.forged = true
    const forged = wechat.noticeOf(tradeNo)
    wechat.faults.forged = false
    wechat.faults.stale = true
    const stale = wechat.noticeOf(tradeNo)
    wechat.faults.stale = false
    const notices: Posted[] = [
      { body: '' },
      { body: '{', headers: good.headers },
      { body: good.body },
      forged,
      stale,
      { ...good, body: good.body.replace('支付成功', '支付成功了') },
      withHeaders({ 'wechatpay-signature': 'WECHATPAY/SIGNTEST/AAAA' }),
      withHeaders({ 'wechatpay-serial': '9'.repeat(40) }),
      withHeaders({ 'wechatpay-serial': 'PUB_KEY_ID_1' }),
      withHeaders({ 'wechatpay-timestamp': 'now' }),
      wechat.noticeOf(tradeNo, { changed: { amount: { total: 1, currency: 'CNY' } } }),
      wechat.noticeOf(tradeNo, { changed: { amount: { total: 100, currency: 'USD' } } }),
      wechat.noticeOf(tradeNo, { changed: { mchid: '1900000002' } }),
      wechat.noticeOf(tradeNo, { changed: { appid: 'wx0000000000000002' } }),
      wechat.noticeOf(tradeNo, { changed: { out_trade_no: 'tunknown' } }),
    ]
    for (const [i, notice] of notices.entries()) {
      const reply = await post('wechat', notice)
      expect([i, reply.statusCode, reply.json()]).toEqual([i, 400, { code: 'FAIL', message: expect.any(String) }])
    }
    for (const notice of [
      wechat.noticeOf(tradeNo, { event_type: 'REFUND.SUCCESS' }),
      wechat.noticeOf(tradeNo, { changed: { trade_state: 'NOTPAY' } }),
    ])
      expect(await post('wechat', notice)).toMatchObject(taken.wechat)
    expect(await cashOf(person)).toBe('0.00')
  })

  it('larger than any notice are refused unread', async () => {
    for (const channel of channels) expect((await post(channel, { body: 'x'.repeat(70_000) })).statusCode).toBe(413)
  })

  it('leave no key and no signature in the log', () => {
    const log = platform.logs.join('\n')
    for (const secret of ['BEGIN', 'wechatpay-signature', 'sign=']) expect(log).not.toContain(secret)
  })
})

describe('decision 033 WeChat Pay: the keys it signs with', () => {
  it('are fetched anew when a notice names one that is not known, without anybody doing anything', async () => {
    const person = await newcomer()
    const { trade_no: tradeNo } = await begin(person, 'wechat')
    wechat.rotate()
    await clock.advance(60_000)
    wechat.pay(tradeNo)
    expect(await post('wechat', wechat.noticeOf(tradeNo))).toMatchObject(taken.wechat)
    expect(await cashOf(person)).toBe('12.50')
  })

  it('are asked for once a minute at most, however many strangers knock', async () => {
    await clock.advance(60_000)
    const before = wechat.asked.filter((call) => call === 'GET /v3/certificates').length
    const good = wechat.noticeOf('tunknown')
    const forged = { ...good, headers: { ...good.headers, 'wechatpay-serial': '8'.repeat(40) } }
    for (let i = 0; i < 20; i += 1) await post('wechat', forged)
    expect(wechat.asked.filter((call) => call === 'GET /v3/certificates').length - before).toBe(1)
  })

  it('may be the public key of the merchant platform', async () => {
    const own = await startFakeWechatPay(clock, { public_key: true })
    const order = { trade_no: 'tpublickey1', amount_fen: 100n, channel: 'wechat', expires_at: clock.now() } as const
    expect((await own.channel.open(order)).pay_url).toContain('tpublickey1')
    own.pay('tpublickey1')
    expect(await own.channel.read(own.noticeOf('tpublickey1'))).toMatchObject({ trade_no: 'tpublickey1', amount_fen: 100n })
    expect(own.asked).not.toContain('GET /v3/certificates')
    await own.close()
  })
})

describe('Alipay’s page', () => {
  it('is a signed address to open', async () => {
    const own = await startFakeAlipay(clock, 'page')
    const order = { trade_no: 'tpage1', amount_fen: 100n, channel: 'alipay', expires_at: clock.now() } as const
    const { pay_url: payUrl, way } = await own.channel.open(order)
    const fields = new URL(payUrl).searchParams
    expect(way).toBe('page')
    expect(fields.get('method')).toBe('alipay.trade.page.pay')
    expect(JSON.parse(fields.get('biz_content')!)).toMatchObject({
      out_trade_no: 'tpage1',
      total_amount: '1.00',
      product_code: 'FAST_INSTANT_TRADE_PAY',
    })
    await own.close()
  })
})

describe('The books', () => {
  it('are right after all of it', async () => expect(await auditBooks(platform.deps.database.kysely)).toEqual([]))
})

import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createWechatCipher } from '#server/adapters/wechat.cipher.ts'
import { computeWechatSignature, createWechatWire } from '#server/adapters/wechat.wire.ts'
import { formatWechatXml, parseWechatXml } from '#server/adapters/wechat.xml.ts'
import { NotFromWechat } from '#server/ports/wechat.ts'
import { HeldClock } from '#tests/support/held-clock.ts'

const token = 'zhisuan-token'
const clock = new HeldClock()
const wire = createWechatWire({ token, clock })
const now = Math.floor(clock.now().getTime() / 1000)

const signed = (timestamp = String(now), nonce = '1320562132') => ({
  timestamp,
  nonce,
  signature: createHash('sha1').update([token, timestamp, nonce].sort().join('')).digest('hex'),
})

/** As an official account pushes them; ids and times are ours. */
const recorded = {
  'a scan by who does not follow yet': `<xml><ToUserName><![CDATA[gh_7f083739789a]]></ToUserName>
<FromUserName><![CDATA[oia2TjuEGTNoeX76QEjQNrcURxG8]]></FromUserName>
<CreateTime>1395658920</CreateTime>
<MsgType><![CDATA[event]]></MsgType>
<Event><![CDATA[subscribe]]></Event>
<EventKey><![CDATA[qrscene_W2vbZ-1R_x]]></EventKey>
<Ticket><![CDATA[gQG28DoAAAAAAAAAASxodHRwOi8vd2VpeGluLnFxLmNvbS9xL0FuWC1DNmZuVEhvMVp4NDNMRnNRAAIEesLvUQMECAcAAA==]]></Ticket>
</xml>`,
  'a scan by who follows': `<xml>
<ToUserName><![CDATA[gh_7f083739789a]]></ToUserName>
<FromUserName><![CDATA[oia2TjuEGTNoeX76QEjQNrcURxG8]]></FromUserName>
<CreateTime>1395658984</CreateTime>
<MsgType><![CDATA[event]]></MsgType>
<Event><![CDATA[SCAN]]></Event>
<EventKey><![CDATA[W2vbZ-1R_x]]></EventKey>
<Ticket><![CDATA[gQG28DoAAAAAAAAAASxodHRwOi8vd2VpeGluLnFxLmNvbS9xL0FuWC1DNmZuVEhvMVp4NDNMRnNRAAIEesLvUQMECAcAAA==]]></Ticket>
</xml>`,
  'somebody who follows without a scan': `<xml><ToUserName><![CDATA[gh_7f083739789a]]></ToUserName><FromUserName><![CDATA[oia2TjuEGTNoeX76QEjQNrcURxG8]]></FromUserName><CreateTime>1395658999</CreateTime><MsgType><![CDATA[event]]></MsgType><Event><![CDATA[subscribe]]></Event><EventKey><![CDATA[]]></EventKey></xml>`,
  words: `<xml><ToUserName><![CDATA[gh_7f083739789a]]></ToUserName><FromUserName><![CDATA[oia2TjuEGTNoeX76QEjQNrcURxG8]]></FromUserName><CreateTime>1395659021</CreateTime><MsgType><![CDATA[text]]></MsgType><Content><![CDATA[登录 &lt; <b>]]></Content><MsgId>5994165213</MsgId></xml>`,
}
const person = { to: 'gh_7f083739789a', open_id: 'oia2TjuEGTNoeX76QEjQNrcURxG8' }

describe('WeChat’s handshake', () => {
  it('gives the echostr back when sha1 of the sorted token, timestamp and nonce is right', () =>
    expect(wire.handshake({ ...signed(), echostr: '5836258311' })).toBe('5836258311'))

  it.each([
    ['another token', { ...signed(), signature: computeWechatSignature('x', String(now), '1320562132') }],
    ['another nonce', { ...signed(), nonce: '1' }],
    ['no signature', { timestamp: String(now), nonce: '1' }],
    ['a signature twice', { ...signed(), signature: [signed().signature, signed().signature] }],
    ['a signature as long as one, of other characters', { ...signed(), signature: '签'.repeat(40) }],
    ['an old call', signed(String(now - 301))],
    ['a call from the future', signed(String(now + 301))],
    ['nothing', {}],
  ])('refuses %s', (_, query) => expect(() => wire.handshake({ ...query, echostr: 'x' })).toThrow(NotFromWechat))
})

describe('WeChat’s messages', () => {
  it.each([
    ['a scan by who does not follow yet', { is: 'subscribe', scene: 'W2vbZ-1R_x', create_time: 1395658920 }],
    ['a scan by who follows', { is: 'scan', scene: 'W2vbZ-1R_x', create_time: 1395658984 }],
    ['somebody who follows without a scan', { is: 'subscribe', scene: null, create_time: 1395658999 }],
    ['words', { is: 'other', scene: null, create_time: 1395659021 }],
  ] as const)('%s', (name, message) => expect(wire.receive(signed(), recorded[name])).toEqual({ ...person, ...message }))

  it.each([
    ['no XML', 'hello'],
    ['nothing', ''],
    ['half of it', recorded.words.slice(0, 120)],
    ['another document', '<a><b>1</b></a>'],
    ['an entity', `<!DOCTYPE xml [<!ENTITY a "x">]>${recorded.words}`],
    ['a strange sender', recorded.words.replace('oia2TjuEGTNoeX76QEjQNrcURxG8', "' or 1=1")],
    ['a strange time', recorded.words.replace('1395659021', 'now')],
  ])('refuses %s', (_, raw) => expect(() => wire.receive(signed(), raw)).toThrow(NotFromWechat))

  it('refuses what nobody signed', () =>
    expect(() => wire.receive({ ...signed(), signature: 'a'.repeat(40) }, recorded.words)).toThrow(NotFromWechat))

  it('answers with a text to the sender, or with success', () => {
    const message = wire.receive(signed(), recorded.words)
    expect(wire.answer(message, null)).toBe('success')
    expect(parseWechatXml(wire.answer(message, 'a ]]> <b>&amp;'))).toEqual({
      ToUserName: person.open_id,
      FromUserName: person.to,
      CreateTime: String(now),
      MsgType: 'text',
      Content: 'a ]]> <b>&amp;',
    })
  })
})

describe('WeChat’s safe mode', () => {
  // the account of WeChat's own sample code
  const cipher = createWechatCipher('abcdefghijklmnopqrstuvwxyz0123456789ABCDEFG', 'wxb11529c136998cb6')
  const safe = createWechatWire({ token, cipher, clock })
  const seal = (text: string) => {
    const Encrypt = cipher.seal(text)
    const { timestamp, nonce } = signed()
    const query = {
      timestamp,
      nonce,
      encrypt_type: 'aes',
      msg_signature: computeWechatSignature(token, timestamp, nonce, Encrypt),
    }
    return { query, raw: formatWechatXml({ ToUserName: person.to, Encrypt }) }
  }

  it.each([0, 1, 11, 12, 13, 31, 32, 33, 500])('opens what it sealed, %i characters', (length) =>
    expect(cipher.open(cipher.seal('微'.repeat(length)))).toBe('微'.repeat(length)),
  )

  it('reads a sealed message and seals the answer', () => {
    const { query, raw } = seal(recorded['a scan by who follows'])
    const message = safe.receive(query, raw)
    expect(message).toMatchObject({ ...person, is: 'scan', scene: 'W2vbZ-1R_x' })
    const { Encrypt, MsgSignature, TimeStamp, Nonce } = parseWechatXml(safe.answer(message, '好')) as Record<string, string>
    expect(MsgSignature).toBe(computeWechatSignature(token, TimeStamp!, Nonce!, Encrypt!))
    expect(parseWechatXml(cipher.open(Encrypt!)).Content).toBe('好')
  })

  it('takes no message without a seal, with another signature or for another account', () => {
    const { query, raw } = seal(recorded.words)
    expect(() => safe.receive(signed(), recorded.words)).toThrow(NotFromWechat)
    expect(() => safe.receive({ ...query, msg_signature: signed().signature }, raw)).toThrow(NotFromWechat)
    const other = createWechatCipher('abcdefghijklmnopqrstuvwxyz0123456789ABCDEFG', 'wx-another')
    expect(() => other.open(cipher.seal('x'))).toThrow(NotFromWechat)
    expect(() => cipher.open('AAAA')).toThrow(NotFromWechat)
  })
})

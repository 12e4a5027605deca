import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { WechatCipher } from '#server/adapters/wechat.cipher.ts'
import { formatWechatXml, parseWechatXml } from '#server/adapters/wechat.xml.ts'
import type { Clock } from '#server/ports/clock.ts'
import { NotFromWechat, type Wechat, type WechatMessage, type WechatQuery } from '#server/ports/wechat.ts'

/** Older calls may be replays: in plain mode the signature does not cover the body. */
const maxAgeSeconds = 300
const subscribeScenePrefix = 'qrscene_'

const SignedQuery = z.object({
  timestamp: z.string().regex(/^\d{1,12}$/),
  nonce: z.string().max(64),
  signature: z.string().optional(),
  msg_signature: z.string().optional(),
  echostr: z.string().max(256).optional(),
})
const PushedMessage = z.object({
  ToUserName: z.string().max(64),
  FromUserName: z.string().regex(/^[\w-]{1,64}$/),
  CreateTime: z.string().regex(/^\d{1,12}$/),
  MsgType: z.string(),
  Event: z.string().optional(),
  EventKey: z.string().optional(),
})

/** Computes the SHA-1 of the parts, sorted and joined. */
export const computeWechatSignature = (...parts: string[]): string =>
  createHash('sha1').update(parts.sort().join('')).digest('hex')

/** Compares in bytes: strings of equal length may differ in byte length. */
function isSameText(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)]
  return one.length === other.length && timingSafeEqual(one, other)
}

/** Extracts what we need from a message: who scanned which scene, and whether that user subscribed with it. */
function parseMessage(fields: Record<string, unknown>): WechatMessage {
  const { success, data } = PushedMessage.safeParse(fields)
  if (!success) throw new NotFromWechat('no message')
  const event = data.MsgType === 'event' ? data.Event : undefined
  const key = data.EventKey ?? ''
  const message = { to: data.ToUserName, open_id: data.FromUserName, create_time: Number(data.CreateTime) }
  if (event === 'SCAN') return { ...message, is: 'scan', scene: key || null }
  if (event !== 'subscribe') return { ...message, is: 'other', scene: null }
  const scene = key.startsWith(subscribeScenePrefix) ? key.slice(subscribeScenePrefix.length) : null
  return { ...message, is: 'subscribe', scene }
}

interface WireAccount {
  /** The secret token from the account's settings, shared with WeChat. */
  token: string
  /** Set in safe mode, where unencrypted messages are rejected. */
  cipher?: WechatCipher | undefined
  clock: Clock
}

/** Creates the wire protocol by which an official account pushes messages; the sandbox uses it too. */
export function createWechatWire({ token, cipher, clock }: WireAccount): Pick<Wechat, 'handshake' | 'receive' | 'answer'> {
  const seconds = () => Math.floor(clock.now().getTime() / 1000)
  function signed(query: WechatQuery): z.infer<typeof SignedQuery> {
    const { success, data } = SignedQuery.safeParse(query)
    if (!success || Math.abs(seconds() - Number(data.timestamp)) > maxAgeSeconds) throw new NotFromWechat('not signed now')
    return data
  }

  return {
    handshake: (query) => {
      const { timestamp, nonce, signature = '', echostr = '' } = signed(query)
      if (!isSameText(signature, computeWechatSignature(token, timestamp, nonce))) throw new NotFromWechat('signature')
      return echostr
    },
    receive: (query, raw) => {
      const { timestamp, nonce, signature = '', msg_signature: msgSignature = '' } = signed(query)
      const fields = parseWechatXml(raw)
      if (!cipher) {
        if (!isSameText(signature, computeWechatSignature(token, timestamp, nonce))) throw new NotFromWechat('signature')
        return parseMessage(fields)
      }
      const sealed = String(fields.Encrypt ?? '')
      if (!isSameText(msgSignature, computeWechatSignature(token, timestamp, nonce, sealed))) throw new NotFromWechat('signature')
      return parseMessage(parseWechatXml(cipher.open(sealed)))
    },
    answer: ({ to, open_id: openId }, text) => {
      if (text === null) return 'success'
      const fields = { ToUserName: openId, FromUserName: to, CreateTime: seconds(), MsgType: 'text', Content: text }
      const plain = formatWechatXml(fields)
      if (!cipher) return plain
      const [Encrypt, TimeStamp, Nonce] = [cipher.seal(plain), seconds(), randomBytes(8).toString('hex')]
      return formatWechatXml({
        Encrypt,
        MsgSignature: computeWechatSignature(token, String(TimeStamp), Nonce, Encrypt),
        TimeStamp,
        Nonce,
      })
    },
  }
}

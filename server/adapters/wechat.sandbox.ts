import { randomBytes } from 'node:crypto'
import { computeWechatSignature, createWechatWire } from '#server/adapters/wechat.wire.ts'
import { formatWechatXml, parseWechatXml } from '#server/adapters/wechat.xml.ts'
import type { Clock } from '#server/ports/clock.ts'
import type { Wechat, WechatQuery } from '#server/ports/wechat.ts'

export interface SandboxWechat extends Wechat {
  people(): { open_id: string; name: string; subscribed: boolean }[]
  /** Builds WeChat's signed push for a user who scans a code (or, without a scene, follows the account). */
  push(openId: string, scene: string | null): { query: WechatQuery; raw: string } | undefined
  /** Returns the text of a reply; null if there is none. */
  read(answer: string): string | null
}

const personNames = ['林深见鹿', '阿北', '小满', '周末有雨'] as const
const accountId = 'gh_sandbox'

/** A simulated WeChat: four users, with phones at /sandbox/wechat. Messages are signed, so the real receiving code runs. */
export function createSandboxWechat(clock: Clock): SandboxWechat {
  const token = randomBytes(16).toString('hex')
  const people = personNames.map((name, i) => ({ open_id: `sandbox-wechat-${i + 1}`, name, subscribed: i === 0 }))
  let last = 0
  return {
    sandbox: true,
    ...createWechatWire({ token, clock }),
    qrText: async (scene) => `/sandbox/wechat?scene=${scene}`,
    people: () => people,
    push: (openId, scene) => {
      const person = people.find((known) => known.open_id === openId)
      if (!person) return
      const timestamp = Math.floor(clock.now().getTime() / 1000)
      last = Math.max(timestamp, last + 1) // two messages in the same second would count as one
      const nonce = randomBytes(8).toString('hex')
      const event = person.subscribed
        ? { Event: 'SCAN', EventKey: scene ?? '' }
        : { Event: 'subscribe', EventKey: scene === null ? '' : `qrscene_${scene}` }
      person.subscribed = true
      const raw = formatWechatXml({
        ToUserName: accountId,
        FromUserName: openId,
        CreateTime: last,
        MsgType: 'event',
        ...event,
      })
      const signature = computeWechatSignature(token, String(timestamp), nonce)
      return { query: { timestamp: String(timestamp), nonce, signature }, raw }
    },
    read: (answer) => (answer === 'success' ? null : String(parseWechatXml(answer).Content ?? '')),
  }
}

import { expect } from 'vitest'
import { sandboxWechat, wechat } from '#contract/wechat.ts'
import type { TestCallOptions } from '#tests/support/calls.ts'
import type { TestPlatform } from '#tests/support/platform.ts'

const browser = { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/150.0.0.0 Safari/537.36' }

/** The scene of a code, as a phone reads it. */
export const parseScene = (qrcodeUrl: string): string => qrcodeUrl.split('/').at(-1)!
/** The ticket in the link that the official account sends. */
export const parseReplyTicket = (reply: string | null): string =>
  new URL(/href="([^"]+)"/.exec(reply ?? '')![1]!).searchParams.get('ticket')!

let addresses = 0

/** Simulates browsers and phones around one platform. */
export function createWechatHelper({ call, clock }: Pick<TestPlatform, 'call' | 'clock'>) {
  const from = (options: TestCallOptions = {}): TestCallOptions => ({ headers: browser, ...options })
  /** Shows a code in a browser, each from its own client address. */
  const ask = async (options: TestCallOptions = {}) => {
    addresses += 1
    const { data } = await call(wechat.qrcode, {}, from({ ip: `10.40.${addresses >> 8}.${addresses & 255}`, ...options }))
    return data
  }
  const poll = (sceneStr: string, options?: TestCallOptions) =>
    call(wechat.check_scan_status, { query: { scene_str: sceneStr } }, from(options))
  /** Scans with a phone; returns the ticket sent to it. */
  const scan = async (qrcodeUrl: string, openId: string) => {
    const body = { open_id: openId, scene: parseScene(qrcodeUrl) }
    return (await call(sandboxWechat.send, { body })).data.reply
  }
  const tap = (ticket: string, agreed = true) => call(wechat.confirm, { body: { ticket, agreed } })
  /** Returns a code that this WeChat account scanned and confirmed. */
  const confirmed = async (openId: string, options: TestCallOptions = {}) => {
    const { scene_str: sceneStr, qrcode_url: qrcodeUrl } = await ask(options)
    expect((await tap(parseReplyTicket(await scan(qrcodeUrl, openId)))).status).toBe(200)
    return sceneStr
  }
  const seconds = (n: number) => clock.advance(n * 1000)
  return { from, ask, poll, scan, tap, confirmed, seconds }
}

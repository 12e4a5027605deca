import { expect } from 'vitest'
import { sandboxWechat, wechat } from '#contract/wechat.ts'
import type { TestCallOptions } from '#tests/support/calls.ts'
import type { TestPlatform } from '#tests/support/platform.ts'

const browser = { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/150.0.0.0 Safari/537.36' }

/** The scene of a code, as a phone reads it. */
export const parseScene = (qrcodeUrl: string): string => qrcodeUrl.split('/').at(-1)!
/** The ticket in the link the official account answers with. */
export const parseReplyTicket = (reply: string | null): string =>
  new URL(/href="([^"]+)"/.exec(reply ?? '')![1]!).searchParams.get('ticket')!

let addresses = 0

/** Browsers and phones around one platform. */
export function createWechatHelper({ call, clock }: Pick<TestPlatform, 'call' | 'clock'>) {
  const from = (options: TestCallOptions = {}): TestCallOptions => ({ headers: browser, ...options })
  /** A code on a browser's screen, each at an address of its own. */
  const ask = async (options: TestCallOptions = {}) => {
    addresses += 1
    const { data } = await call(wechat.qrcode, {}, from({ ip: `10.40.${addresses >> 8}.${addresses & 255}`, ...options }))
    return data
  }
  const poll = (sceneStr: string, options?: TestCallOptions) =>
    call(wechat.check_scan_status, { query: { scene_str: sceneStr } }, from(options))
  /** A phone scans; the ticket it is sent. */
  const scan = async (qrcodeUrl: string, openId: string) => {
    const body = { open_id: openId, scene: parseScene(qrcodeUrl) }
    return (await call(sandboxWechat.send, { body })).data.reply
  }
  const tap = (ticket: string, agreed = true) => call(wechat.confirm, { body: { ticket, agreed } })
  /** A code that was scanned and confirmed by this WeChat. */
  const confirmed = async (openId: string, options: TestCallOptions = {}) => {
    const { scene_str: sceneStr, qrcode_url: qrcodeUrl } = await ask(options)
    expect((await tap(parseReplyTicket(await scan(qrcodeUrl, openId)))).status).toBe(200)
    return sceneStr
  }
  const seconds = (n: number) => clock.advance(n * 1000)
  return { from, ask, poll, scan, tap, confirmed, seconds }
}

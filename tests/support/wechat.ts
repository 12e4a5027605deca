import { expect } from 'vitest'
import { sandbox_wechat, wechat } from '#contract/wechat.ts'
import type { CallOptions } from '#tests/support/calls.ts'
import type { TestPlatform } from '#tests/support/platform.ts'

const browser = { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/150.0.0.0 Safari/537.36' }

/** The scene of a code, as a phone reads it. */
export const sceneOf = (qrcode_url: string): string => qrcode_url.split('/').at(-1)!
/** The ticket in the link the official account answers with. */
export const ticketIn = (reply: string | null): string =>
  new URL(/href="([^"]+)"/.exec(reply ?? '')![1]!).searchParams.get('ticket')!

let addresses = 0

/** Browsers and phones around one platform. */
export function wechatWorld({ call, clock }: Pick<TestPlatform, 'call' | 'clock'>) {
  const from = (options: CallOptions = {}): CallOptions => ({ headers: browser, ...options })
  /** A code on a browser's screen, each at an address of its own. */
  const ask = async (options: CallOptions = {}) => {
    addresses += 1
    const { data } = await call(wechat.qrcode, {}, from({ ip: `10.40.${addresses >> 8}.${addresses & 255}`, ...options }))
    return data
  }
  const poll = (scene_str: string, options?: CallOptions) =>
    call(wechat.check_scan_status, { query: { scene_str } }, from(options))
  /** A phone scans; the ticket it is sent. */
  const scan = async (qrcode_url: string, open_id: string) => {
    const body = { open_id, scene: sceneOf(qrcode_url) }
    return (await call(sandbox_wechat.send, { body })).data.reply
  }
  const tap = (ticket: string, agreed = true) => call(wechat.confirm, { body: { ticket, agreed } })
  /** A code that was scanned and confirmed by this WeChat. */
  const confirmed = async (open_id: string, options: CallOptions = {}) => {
    const { scene_str, qrcode_url } = await ask(options)
    expect((await tap(ticketIn(await scan(qrcode_url, open_id)))).status).toBe(200)
    return scene_str
  }
  const seconds = (n: number) => clock.advance(n * 1000)
  return { from, ask, poll, scan, tap, confirmed, seconds }
}

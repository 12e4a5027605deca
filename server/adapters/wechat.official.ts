import { z } from 'zod'
import { wechatCipher } from '#server/adapters/wechat.cipher.ts'
import { wechatWire } from '#server/adapters/wechat.wire.ts'
import { singleFlight } from '#server/lib/concurrency.ts'
import type { Clock } from '#server/ports/clock.ts'
import type { Wechat } from '#server/ports/wechat.ts'

export interface OfficialAccount {
  app_id: string
  secret: string
  token: string
  /** EncodingAESKey: set when the account is in safe mode. */
  aes_key: string | undefined
}

interface Reach {
  clock: Clock
  /** Where WeChat's API is; tests have one of their own. */
  api?: string
}

const answer_within_ms = 5_000
/** Renewed this long before WeChat would refuse it. */
const renew_before_ms = 300_000
/** The token is wrong, or it is past its time. */
const stale = new Set([40001, 40014, 42001])

const AccessToken = z.object({ access_token: z.string().min(1), expires_in: z.number() })
const Qrcode = z.object({ url: z.string().min(1) })
const Fault = z.object({ errcode: z.number(), errmsg: z.string().optional() })

class WechatFault extends Error {
  readonly code: number | undefined
  constructor(what: string, code?: number) {
    super(`WeChat: ${what} failed${code === undefined ? '' : ` with ${code}`}`)
    this.code = code
  }
}

/** Asks WeChat; its faults come with status 200 and an `errcode`. Neither the secret nor a token is ever in a message. */
async function ask<T>(what: string, url: URL, body: object, shape: z.ZodType<T>): Promise<T> {
  let answer: unknown
  try {
    const request = { method: 'POST', body: JSON.stringify(body), signal: AbortSignal.timeout(answer_within_ms) }
    answer = await (await fetch(url, request)).json()
  } catch {
    throw new WechatFault(what)
  }
  const fault = Fault.safeParse(answer)
  if (fault.success && fault.data.errcode !== 0) throw new WechatFault(what, fault.data.errcode)
  const { success, data } = shape.safeParse(answer)
  if (!success) throw new WechatFault(what)
  return data
}

/**
 * The one access token of the account, fetched when there is none and shared by who asks at once. `stable_token` gives every
 * node the same one; `renew` has it replaced when WeChat refused exactly this one.
 */
function accessTokens({ app_id, secret }: OfficialAccount, { clock, api }: Required<Reach>) {
  let held: { token: string; until: number } | undefined
  const fetchToken = singleFlight(async (force_refresh: boolean) => {
    const body = { grant_type: 'client_credential', appid: app_id, secret, force_refresh }
    const { access_token, expires_in } = await ask('stable_token', new URL('/cgi-bin/stable_token', api), body, AccessToken)
    held = { token: access_token, until: clock.now().getTime() + expires_in * 1000 - renew_before_ms }
    return access_token
  })
  return {
    get: async () => (held && clock.now().getTime() < held.until ? held.token : fetchToken(false)),
    renew: async (refused: string) => {
      if (held && held.token !== refused) return held.token
      const token = await fetchToken(false)
      return token === refused ? fetchToken(true) : token
    },
  }
}

/** A real official account (a verified service account, which may make QR codes with parameters). */
export function officialAccount(account: OfficialAccount, { clock, api = 'https://api.weixin.qq.com' }: Reach): Wechat {
  const tokens = accessTokens(account, { clock, api })
  const cipher = account.aes_key === undefined ? undefined : wechatCipher(account.aes_key, account.app_id)
  const create = (token: string, body: object) => {
    const url = new URL('/cgi-bin/qrcode/create', api)
    url.searchParams.set('access_token', token)
    return ask('qrcode/create', url, body, Qrcode)
  }
  return {
    sandbox: false,
    ...wechatWire({ token: account.token, cipher, clock }),
    qrText: async (scene_str, seconds) => {
      const body = { expire_seconds: seconds, action_name: 'QR_STR_SCENE', action_info: { scene: { scene_str } } }
      const token = await tokens.get()
      try {
        return (await create(token, body)).url
      } catch (error) {
        if (!(error instanceof WechatFault) || !stale.has(error.code ?? 0)) throw error
        return (await create(await tokens.renew(token), body)).url
      }
    },
  }
}

import { z } from 'zod'
import { createWechatCipher } from '#server/adapters/wechat.cipher.ts'
import { createWechatWire } from '#server/adapters/wechat.wire.ts'
import { withSingleFlight } from '#server/lib/concurrency.ts'
import type { Clock } from '#server/ports/clock.ts'
import type { Wechat } from '#server/ports/wechat.ts'

export interface OfficialAccount {
  app_id: string
  secret: string
  token: string
  /** EncodingAESKey; set if the account uses safe mode. */
  aes_key: string | undefined
}

interface AccountOptions {
  clock: Clock
  /** Address of WeChat's API; tests override it. */
  api?: string
}

const answerTimeoutMs = 5_000
/** Renews the token this long before WeChat rejects it. */
const renewBeforeMs = 300_000
/** WeChat error codes for a wrong or expired token. */
const staleTokenCodes = new Set([40001, 40014, 42001])

const AccessToken = z.object({ access_token: z.string().min(1), expires_in: z.number() })
const Qrcode = z.object({ url: z.string().min(1) })
const FaultAnswer = z.object({ errcode: z.number(), errmsg: z.string().optional() })

class WechatFault extends Error {
  readonly code: number | undefined
  constructor(what: string, code?: number) {
    super(`WeChat: ${what} failed${code === undefined ? '' : ` with ${code}`}`)
    this.code = code
  }
}

/** Calls WeChat; errors come with status 200 and an `errcode`. Error messages never contain the secret or a token. */
async function callWechat<T>(what: string, url: URL, body: object, shape: z.ZodType<T>): Promise<T> {
  let answer: unknown
  try {
    const request = { method: 'POST', body: JSON.stringify(body), signal: AbortSignal.timeout(answerTimeoutMs) }
    answer = await (await fetch(url, request)).json()
  } catch {
    throw new WechatFault(what)
  }
  const fault = FaultAnswer.safeParse(answer)
  if (fault.success && fault.data.errcode !== 0) throw new WechatFault(what, fault.data.errcode)
  const { success, data } = shape.safeParse(answer)
  if (!success) throw new WechatFault(what)
  return data
}

/**
 * Holds the account's access token, fetched on demand and shared by concurrent callers. `stable_token` gives every node the
 * same token; `renew` replaces it when WeChat rejected exactly that one.
 */
function createAccessTokens({ app_id: appId, secret }: OfficialAccount, { clock, api }: Required<AccountOptions>) {
  let held: { token: string; until: number } | undefined
  const fetchToken = withSingleFlight(async (forceRefresh: boolean) => {
    const body = { grant_type: 'client_credential', appid: appId, secret, force_refresh: forceRefresh }
    const { access_token: accessToken, expires_in: expiresIn } = await callWechat(
      'stable_token',
      new URL('/cgi-bin/stable_token', api),
      body,
      AccessToken,
    )
    held = { token: accessToken, until: clock.now().getTime() + expiresIn * 1000 - renewBeforeMs }
    return accessToken
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

/** Creates a real official account (a verified service account, which may create QR codes with parameters). */
export function createOfficialAccount(
  account: OfficialAccount,
  { clock, api = 'https://api.weixin.qq.com' }: AccountOptions,
): Wechat {
  const tokens = createAccessTokens(account, { clock, api })
  const cipher = account.aes_key === undefined ? undefined : createWechatCipher(account.aes_key, account.app_id)
  const create = (token: string, body: object) => {
    const url = new URL('/cgi-bin/qrcode/create', api)
    url.searchParams.set('access_token', token)
    return callWechat('qrcode/create', url, body, Qrcode)
  }
  return {
    sandbox: false,
    ...createWechatWire({ token: account.token, cipher, clock }),
    qrText: async (sceneStr, seconds) => {
      const body = { expire_seconds: seconds, action_name: 'QR_STR_SCENE', action_info: { scene: { scene_str: sceneStr } } }
      const token = await tokens.get()
      try {
        return (await create(token, body)).url
      } catch (error) {
        if (!(error instanceof WechatFault) || !staleTokenCodes.has(error.code ?? 0)) throw error
        return (await create(await tokens.renew(token), body)).url
      }
    },
  }
}

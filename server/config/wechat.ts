import { z } from 'zod'

/** Official account for signing in; all three or none, plus WECHAT_AES_KEY in safe mode. */
export const wechatEnvironment = {
  WECHAT_APP_ID: z.string().optional(),
  WECHAT_APP_SECRET: z.string().optional(),
  WECHAT_TOKEN: z.string().optional(),
  WECHAT_AES_KEY: z
    .string()
    .regex(/^[A-Za-z0-9]{43}$/, '须为公众号后台的 43 位 EncodingAESKey')
    .optional(),
}

export interface WechatSettings {
  app_id: string
  secret: string
  token: string
  aes_key: string | undefined
}

type WechatEnvironment = z.infer<z.ZodObject<typeof wechatEnvironment>> & { PUBLIC_ORIGIN?: string | undefined }

/** Requires a public address, because the phone opens a link of ours to confirm. */
export function buildWechatSettings(e: WechatEnvironment): WechatSettings | undefined {
  const { WECHAT_APP_ID: appId, WECHAT_APP_SECRET: secret, WECHAT_TOKEN: token, WECHAT_AES_KEY: aesKey } = e
  if (!appId && !secret && !token) return
  if (!appId || !secret || !token) throw new Error('配置 WECHAT_APP_ID、WECHAT_APP_SECRET、WECHAT_TOKEN 须一起设置')
  if (!e.PUBLIC_ORIGIN) throw new Error('配置 WECHAT_APP_ID 需要同时设置 PUBLIC_ORIGIN：手机从它打开确认页')
  return { app_id: appId, secret, token, aes_key: aesKey }
}

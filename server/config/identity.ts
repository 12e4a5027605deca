import { z } from 'zod'
import { HttpUrl } from '#server/config/addresses.ts'
import type { IdentitySettings } from '#server/ports/identity.ts'

/** The authority that compares names with ID numbers. */
export const identityEnvironment = {
  ALIYUN_IDENTITY_ACCESS_KEY_ID: z.string().optional(),
  ALIYUN_IDENTITY_ACCESS_KEY_SECRET: z.string().optional(),
  ALIYUN_IDENTITY_ENDPOINT: HttpUrl.default('https://cloudauth.aliyuncs.com'),
  TENCENT_IDENTITY_SECRET_ID: z.string().optional(),
  TENCENT_IDENTITY_SECRET_KEY: z.string().optional(),
  TENCENT_IDENTITY_ENDPOINT: HttpUrl.default('https://faceid.tencentcloudapi.com'),
}

type Environment = z.output<z.ZodObject<typeof identityEnvironment>>

/** Builds the settings of the authority that `IDENTITY` names, if one; throws the names of variables that are missing. */
export function buildIdentitySettings(e: Environment & { IDENTITY?: string | undefined }): IdentitySettings | undefined {
  const missing: string[] = []
  const need = (name: keyof Environment): string => {
    const value = e[name]
    if (!value) missing.push(name)
    return value ?? ''
  }
  const build: Record<string, () => IdentitySettings> = {
    aliyun: () => ({
      provider: 'aliyun',
      endpoint: e.ALIYUN_IDENTITY_ENDPOINT,
      key: {
        access_key_id: need('ALIYUN_IDENTITY_ACCESS_KEY_ID'),
        access_key_secret: need('ALIYUN_IDENTITY_ACCESS_KEY_SECRET'),
      },
    }),
    tencent: () => ({
      provider: 'tencent',
      endpoint: e.TENCENT_IDENTITY_ENDPOINT,
      key: { secret_id: need('TENCENT_IDENTITY_SECRET_ID'), secret_key: need('TENCENT_IDENTITY_SECRET_KEY') },
    }),
  }
  const settings = build[e.IDENTITY ?? '']?.()
  if (missing.length > 0)
    throw new Error(`IDENTITY=${e.IDENTITY} 还缺 ${missing.join('、')}，见 docs/operating/providers.zh-CN.md`)
  return settings
}

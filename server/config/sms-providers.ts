import { z } from 'zod'
import { HttpUrl } from '#server/config/addresses.ts'
import type { SmsProviderSettings, SmsTemplateIds } from '#server/ports/sms.ts'

const lengthMessage = '须为 6 到 200 的整数'

/** Providers of SMS. `…_TEMPLATE_*` are the ids of approved templates: one for all codes, one for each class of notices. */
export const smsProviderEnvironment = {
  ALIYUN_SMS_ACCESS_KEY_ID: z.string().optional(),
  ALIYUN_SMS_ACCESS_KEY_SECRET: z.string().optional(),
  ALIYUN_SMS_SIGN_NAME: z.string().optional(),
  ALIYUN_SMS_TEMPLATE_CODE: z.string().optional(),
  ALIYUN_SMS_TEMPLATE_EXPIRY: z.string().optional(),
  ALIYUN_SMS_TEMPLATE_ARREARS: z.string().optional(),
  ALIYUN_SMS_TEMPLATE_RELEASE: z.string().optional(),
  ALIYUN_SMS_TEMPLATE_BALANCE: z.string().optional(),
  ALIYUN_SMS_ENDPOINT: HttpUrl.default('https://dysmsapi.aliyuncs.com'),
  TENCENT_SMS_SECRET_ID: z.string().optional(),
  TENCENT_SMS_SECRET_KEY: z.string().optional(),
  TENCENT_SMS_SDK_APP_ID: z.string().optional(),
  TENCENT_SMS_SIGN_NAME: z.string().optional(),
  TENCENT_SMS_TEMPLATE_CODE: z.string().optional(),
  TENCENT_SMS_TEMPLATE_EXPIRY: z.string().optional(),
  TENCENT_SMS_TEMPLATE_ARREARS: z.string().optional(),
  TENCENT_SMS_TEMPLATE_RELEASE: z.string().optional(),
  TENCENT_SMS_TEMPLATE_BALANCE: z.string().optional(),
  TENCENT_SMS_REGION: z.string().default('ap-guangzhou'),
  /** Characters of a variable: 12 for an account verified as a person; Tencent Cloud lets companies have more. */
  TENCENT_SMS_VARIABLE_MAX: z.coerce
    .number(lengthMessage)
    .int(lengthMessage)
    .min(6, lengthMessage)
    .max(200, lengthMessage)
    .default(12),
  TENCENT_SMS_ENDPOINT: HttpUrl.default('https://sms.tencentcloudapi.com'),
}

type Environment = z.output<z.ZodObject<typeof smsProviderEnvironment>>

/** Builds the settings of the providers that `SMS` names, in its order; throws the names of all variables that are missing. */
export function buildSmsProviders(e: Environment & { SMS?: string | undefined }): SmsProviderSettings[] {
  const missing: string[] = []
  const need = (name: keyof Environment): string => {
    const value = e[name]
    if (!value) missing.push(name)
    return String(value ?? '')
  }
  const templatesOf = (prefix: 'ALIYUN' | 'TENCENT'): SmsTemplateIds => ({
    code: need(`${prefix}_SMS_TEMPLATE_CODE`),
    expiry: need(`${prefix}_SMS_TEMPLATE_EXPIRY`),
    arrears: need(`${prefix}_SMS_TEMPLATE_ARREARS`),
    release: need(`${prefix}_SMS_TEMPLATE_RELEASE`),
    balance: need(`${prefix}_SMS_TEMPLATE_BALANCE`),
  })
  const build: Record<string, () => SmsProviderSettings> = {
    aliyun: () => ({
      provider: 'aliyun',
      key: { access_key_id: need('ALIYUN_SMS_ACCESS_KEY_ID'), access_key_secret: need('ALIYUN_SMS_ACCESS_KEY_SECRET') },
      sign_name: need('ALIYUN_SMS_SIGN_NAME'),
      templates: templatesOf('ALIYUN'),
      endpoint: e.ALIYUN_SMS_ENDPOINT,
    }),
    tencent: () => ({
      provider: 'tencent',
      key: { secret_id: need('TENCENT_SMS_SECRET_ID'), secret_key: need('TENCENT_SMS_SECRET_KEY') },
      sdk_app_id: need('TENCENT_SMS_SDK_APP_ID'),
      sign_name: need('TENCENT_SMS_SIGN_NAME'),
      region: e.TENCENT_SMS_REGION,
      templates: templatesOf('TENCENT'),
      variable_max: e.TENCENT_SMS_VARIABLE_MAX,
      endpoint: e.TENCENT_SMS_ENDPOINT,
    }),
  }
  const settings = (e.SMS?.split(',') ?? []).flatMap((name) => build[name]?.() ?? [])
  if (missing.length > 0) throw new Error(`SMS=${e.SMS} 还缺 ${missing.join('、')}，见 docs/operating/providers.zh-CN.md`)
  return settings
}

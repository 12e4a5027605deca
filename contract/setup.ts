import { z } from 'zod'
import { AuthTokens } from './auth.ts'
import { endpoint } from './endpoint.ts'
import { Phone, Time } from './scalars.ts'
import { FactorCode } from './second-factor.ts'

/** Operators control everybody's money, so their passwords must be harder to guess than a renter's. */
const OperatorPassword = z
  .string({ error: '请输入密码' })
  .refine(
    (text) => /^\S{12,16}$/.test(text) && /\d/.test(text) && /[A-Za-z]/.test(text) && /[^\dA-Za-z]/.test(text),
    '管理员的密码须为 12-16 位，同时含有数字、字母和符号',
  )
  .meta({ examples: ['Kaishi#2026gpu'] })
export const Administrator = z.object({ phone: Phone, password: OperatorPassword })

/** Page that makes the first administrator, with the token behind `#`, which browsers do not send. */
export const setupPath = '/setup'

const link = { token: z.string().min(1).max(100).meta({ description: '链接里 # 后面的部分' }) }

/** The first administrator, by the one-time link that a node prints at its start (decision 115). */
export const setup = {
  check: endpoint({
    method: 'POST',
    path: '/api/v1/setup/check',
    access: 'public',
    summary: '初始化链接是否有效',
    description: 'Tells until when a one-time setup link is valid; refuses one that is used, expired or unknown.',
    source: 'decided: docs/decisions/115',
    body: z.object(link),
    data: z.object({ expires_at: Time }),
  }),
  begin: endpoint({
    method: 'POST',
    path: '/api/v1/setup/begin',
    access: 'public',
    summary: '检查手机号与密码，取得身份验证器的密钥',
    description:
      'Checks phone and password of the first administrator and makes a secret for an authenticator app; stores nothing.',
    source: 'decided: docs/decisions/115',
    body: z.object({ ...link, ...Administrator.shape }),
    data: z.object({
      secret: z.string().meta({ description: 'Base32，供手动输入' }),
      uri: z.string().meta({ description: 'otpauth 地址，供身份验证器扫描' }),
      enrolment: z.string().meta({ description: '原样交回' }),
    }),
  }),
  finish: endpoint({
    method: 'POST',
    path: '/api/v1/setup/finish',
    access: 'public',
    summary: '建立第一名管理员并登录；返回恢复码',
    description:
      'Creates the first administrator by a code of the new secret, signs in, and returns recovery codes; the link is used up.',
    message: '管理员已建立',
    source: 'decided: docs/decisions/115',
    body: z.object({ ...link, ...Administrator.shape, enrolment: z.string().min(1).max(300), code: FactorCode }),
    data: z.object({
      tokens: AuthTokens,
      recovery_codes: z.array(z.string()).meta({ description: '每个只能用一次，只在此时显示' }),
    }),
  }),
}

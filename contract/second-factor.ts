import { z } from 'zod'
import { AuthTokens } from './auth.ts'
import { endpoint } from './endpoint.ts'
import { Time } from './scalars.ts'

/** Code of an authenticator app, typed with or without a space in the middle. */
export const FactorCode = z
  .string({ error: '请输入动态码' })
  .transform((typed) => typed.replace(/\s/g, ''))
  .refine((code) => /^\d{6}$/.test(code), '动态码为 6 位数字')
  .meta({ examples: ['123456'] })

/** Recovery code: sixteen letters and digits; case, spaces and dashes do not matter. */
export const RecoveryCode = z
  .string({ error: '请输入恢复码' })
  .transform((typed) => typed.replace(/[\s-]/g, '').toLowerCase())
  .refine((code) => /^[a-z2-9]{16}$/.test(code), '恢复码为 16 位字母和数字')
  .meta({ examples: ['abcd-efgh-jkmn-pqrs'] })

/** One of two proofs: the authenticator app, or one of the recovery codes. */
const factorProof = { code: FactorCode.optional(), recovery_code: RecoveryCode.optional() }
const oneProof = {
  test: (proof: { code?: string | undefined; recovery_code?: string | undefined }) =>
    Boolean(proof.code) !== Boolean(proof.recovery_code),
  fault: { error: '请输入动态码或恢复码', path: ['code'] },
}
export const FactorProof = z.object(factorProof).refine(oneProof.test, oneProof.fault)
export type FactorProof = z.output<typeof FactorProof>

const RecoveryCodes = z.object({
  recovery_codes: z.array(z.string()).meta({ description: '每个只能用一次，只在此时显示' }),
})

export const SecondFactorStatus = z
  .object({
    added_at: Time.nullable().meta({ description: '开启的时间；没有开启时为 null' }),
    recovery_codes_left: z.number().int(),
    required: z.boolean().meta({ description: '运营账号在正式部署中必须开启' }),
  })
  .meta({ id: 'SecondFactorStatus' })
export type SecondFactorStatus = z.infer<typeof SecondFactorStatus>

export const FactorEnrolment = z.object({
  secret: z.string().meta({ description: 'Base32，供手动输入' }),
  uri: z.string().meta({ description: 'otpauth 地址，供身份验证器扫描' }),
  expires_at: Time,
})
export type FactorEnrolment = z.infer<typeof FactorEnrolment>

/** Second step of sign-in: time-based codes and recovery codes (decision 101). */
export const secondFactor = {
  get: endpoint({
    method: 'GET',
    path: '/api/v1/second_factor',
    access: 'user',
    summary: '两步验证的状态',
    description: 'Tells whether the caller has a second factor, whether one is required, and how many recovery codes are left.',
    source: 'decided: 101',
    data: SecondFactorStatus,
  }),
  enrol: endpoint({
    method: 'POST',
    path: '/api/v1/second_factor/enrolment',
    access: 'user',
    stepUp: true,
    summary: '取得密钥，添加到身份验证器；15 分钟内用动态码确认',
    description: 'Makes a secret for an authenticator app; nothing changes before a code confirms it within fifteen minutes.',
    source: 'decided: 101',
    data: FactorEnrolment,
  }),
  confirm: endpoint({
    method: 'POST',
    path: '/api/v1/second_factor',
    access: 'user',
    summary: '用动态码确认并开启；返回恢复码，其他设备退出登录',
    description: 'Turns the second factor on by a code of the new secret, returns recovery codes and ends all other sessions.',
    message: '两步验证已开启，其他设备已退出登录',
    invalidates: ['account_security', 'session', 'user'],
    source: 'decided: 101',
    body: z.object({ code: FactorCode }),
    data: RecoveryCodes,
  }),
  renew_recovery_codes: endpoint({
    method: 'POST',
    path: '/api/v1/second_factor/recovery_codes',
    access: 'user',
    stepUp: true,
    summary: '换一组恢复码；原来的全部失效',
    description: 'Replaces all recovery codes by new ones, by a code of the authenticator app.',
    message: '恢复码已更换，原来的全部失效',
    source: 'decided: 101',
    body: z.object({ code: FactorCode }),
    data: RecoveryCodes,
  }),
  remove: endpoint({
    method: 'POST',
    path: '/api/v1/second_factor/remove',
    access: 'user',
    stepUp: true,
    summary: '关闭两步验证',
    description: 'Turns the second factor off, by a code of the authenticator app or a recovery code.',
    message: '两步验证已关闭',
    invalidates: ['account_security', 'user'],
    source: 'decided: 101',
    body: FactorProof,
    data: z.null(),
  }),
  sign_in: endpoint({
    method: 'POST',
    path: '/api/v1/login/second_factor',
    access: 'public',
    provesIdentity: true,
    summary: '登录的第二步：动态码或恢复码',
    description: 'Finishes a sign-in that was refused with 00100041, by its ticket and a code, and returns both tokens.',
    message: '登录成功',
    source: 'decided: 101',
    body: z.object({ ticket: z.string().min(1).max(64), ...factorProof }).refine(oneProof.test, oneProof.fault),
    data: AuthTokens,
  }),
}

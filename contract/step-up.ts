import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Captcha, LoginPassword, Time, VerificationCode } from './scalars.ts'
import { FactorCode } from './second-factor.ts'

/** One of three proofs: the password, a code sent to the account's phone, or a code of the authenticator app. */
export const StepUpProof = z
  .object({
    password: LoginPassword.optional(),
    captcha: Captcha.pipe(VerificationCode).optional(),
    code: FactorCode.optional(),
  })
  .refine((proof) => Object.values(proof).filter(Boolean).length === 1, { error: '请输入密码或验证码', path: ['password'] })
export type StepUpProof = z.output<typeof StepUpProof>

/** Where the code was sent: `138****8000`. */
const CodeDelivery = z.object({ phone: z.string(), resend_after: z.number().int().meta({ description: '秒' }) })

/** Re-authentication before actions that must not be possible with just an open browser (product §2). */
export const stepUp = {
  prove: endpoint({
    method: 'POST',
    path: '/api/v1/step_up',
    access: 'user',
    provesIdentity: true,
    summary: '验证身份：密码、短信验证码或动态码；10 分钟内有效，只对本次登录',
    description:
      "Proves the caller's identity by password, SMS code or authenticator code, for this session only and for ten minutes.",
    message: '身份已验证',
    source: 'decided: 035',
    body: StepUpProof,
    data: z.object({ valid_until: Time }),
  }),
  send_captcha: endpoint({
    method: 'POST',
    path: '/api/v1/step_up/captcha',
    access: 'user',
    summary: '向账号自己的手机号发送验证码',
    description: "Sends an SMS code to the caller's own phone, for proving identity or changing the password.",
    message: '验证码已发送',
    source: 'decided: 035',
    data: CodeDelivery,
  }),
}

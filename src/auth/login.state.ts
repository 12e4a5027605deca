import type { z } from 'zod'
import { type AuthTokens, type CaptchaType, type LoginForm, RegisterForm, ResetPasswordForm } from '#contract/auth.ts'
import { resultCodes } from '#contract/codes.ts'
import { AcceptedAgreement, Captcha, InviteCode, LoginPassword, LoginPhone, Phone, SendCodePhone } from '#contract/scalars.ts'
import { FactorCode, RecoveryCode, type secondFactor } from '#contract/second-factor.ts'

/** Forms that ask for a code by SMS; each has its own countdown. `wechat_bind` is reached only by a scan (requirements §2). */
export type CodeMode = 'login' | 'register' | 'reset_password' | 'wechat_bind'
/** Purpose of the form. `second_step` follows a sign-in to an account with a second factor. */
export type LoginMode = CodeMode | 'second_step'
export type LoginMethod = 'password' | 'sms' | 'wechat'

export interface LoginValues {
  phone: string
  password: string
  captcha: string
  invite_code: string
  code: string
  recovery_code: string
  agreed: boolean
}
export type LoginField = keyof LoginValues
export type LoginErrors = Partial<Record<LoginField, string>>

/** What the dialog waits for. `solving`: a challenge before a code is sent; `entering`: signed in, loading the user. */
export type LoginPhase = 'editing' | 'checking_phone' | 'sending_captcha' | 'solving' | 'submitting' | 'entering'

/** Returns whether a code is being requested. */
export const isSendingCode = (phase: LoginPhase): boolean =>
  phase === 'checking_phone' || phase === 'sending_captcha' || phase === 'solving'

/** Message above the form. Failures are toasted instead (requirements §5, §8). */
export interface LoginMessage {
  tone: 'success' | 'warning' | 'info'
  text: string
}

/** QR code issued by the server. */
export interface LoginQrcode {
  qrcode_url: string
  scene_str: string
  /** Address of the sandbox page that simulates the phone; null if WeChat is real. */
  sandbox_url: string | null
}

/** `ended`: the code has expired, was declined on the phone, or could not be fetched; `text` says which. */
export type LoginQr =
  | { is: 'none' }
  | { is: 'fetching' }
  | { is: 'shown'; code: LoginQrcode; scanned: boolean }
  | { is: 'ended'; text: string }

export interface LoginState {
  mode: LoginMode
  method: LoginMethod
  values: LoginValues
  errors: LoginErrors
  phase: LoginPhase
  notice: LoginMessage | null
  qr: LoginQr
  /** Scene of a scanned WeChat without an account; sent with binding and registration. */
  scene_str: string | null
  /** The first step of a sign-in is done; `by` is what the second is done with. */
  second_step: { ticket: string; by: 'code' | 'recovery_code' } | null
  inviteLocked: boolean
  /** True for a signed-in user, who sees only the register tab (requirements §4). */
  onlyRegister: boolean
}

/** A refused call in the shape of the wire format. */
export interface LoginRefusal {
  code: string
  message: string
  /** HTTP status; 0 if no response arrived. */
  status?: number | undefined
  errors?: Record<string, string[]> | undefined
  retry_after?: number | undefined
  ticket?: { token: string } | undefined
}

export type LoginEvent =
  | { is: 'mode_chosen'; mode: LoginMode }
  | { is: 'method_chosen'; method: LoginMethod }
  | { is: 'proof_chosen'; by: 'code' | 'recovery_code' }
  | { is: 'edited'; field: Exclude<LoginField, 'agreed'>; value: string }
  | { is: 'agreed'; agreed: boolean }
  | { is: 'left'; field: LoginField }
  | { is: 'captcha_asked' }
  | { is: 'phone_checked'; registered: boolean }
  | { is: 'challenged' }
  | { is: 'captcha_sent'; message: string; resend_after: number }
  | { is: 'submitted' }
  | { is: 'registered' }
  | { is: 'password_reset'; message: string }
  | { is: 'signed_in'; token: AuthTokens; message: string }
  | { is: 'refused'; refusal: LoginRefusal }
  | { is: 'user_failed' }
  | { is: 'qr_asked' }
  | { is: 'qr_fetched'; code: LoginQrcode }
  | { is: 'qr_failed'; message: string }
  | { is: 'scan_completed'; scene_str: string; token: AuthTokens; message: string }
  | { is: 'scan_answered'; scene_str: string; refusal: LoginRefusal }

export type LoginEffect =
  | { do: 'check_phone'; phone: string }
  | { do: 'send_captcha'; phone: string; captcha_type: CaptchaType; scene_str?: string }
  | { do: 'login'; body: z.input<typeof LoginForm> }
  | { do: 'second_step'; body: z.input<typeof secondFactor.sign_in.body> }
  | { do: 'register'; body: z.input<typeof RegisterForm> }
  | { do: 'reset_password'; body: z.input<typeof ResetPasswordForm> }
  | { do: 'fetch_qr' }
  /** Polls once, after the polling interval. */
  | { do: 'poll'; scene_str: string }
  | { do: 'start_countdown'; mode: CodeMode; seconds: number }
  | { do: 'focus'; field: LoginField }
  /** Toasts a failure, in the words of the server or of a rule. */
  | { do: 'toast'; text: string }
  | { do: 'enter'; token: AuthTokens; message: string }

export function createLoginState(from: { mode: LoginMode; onlyRegister?: boolean; invite_code?: string | null }): LoginState {
  // A damaged code in the link must not be locked, or the user could not correct it.
  const inviteLocked = Boolean(from.invite_code) && InviteCode.safeParse(from.invite_code).success
  return {
    mode: from.onlyRegister ? 'register' : from.mode,
    method: 'password',
    values: {
      phone: '',
      password: '',
      captcha: '',
      invite_code: inviteLocked ? from.invite_code! : '',
      code: '',
      recovery_code: '',
      agreed: false,
    },
    errors: {},
    phase: 'editing',
    notice: null,
    qr: { is: 'none' },
    scene_str: null,
    second_step: null,
    inviteLocked,
    onlyRegister: from.onlyRegister ?? false,
  }
}

type Rules = Partial<Record<LoginField, z.ZodType>>

/** Returns the rules of the current form's fields in display order (requirements §5). */
export function getLoginRules({
  mode,
  method,
  second_step: secondStep,
}: Pick<LoginState, 'mode' | 'method' | 'second_step'>): Rules {
  if (mode === 'register') {
    const { phone, captcha, password, invite_code: inviteCode } = RegisterForm.shape
    return { phone, captcha, password, invite_code: inviteCode, agreed: AcceptedAgreement }
  }
  if (mode === 'reset_password') {
    const { phone, captcha, password } = ResetPasswordForm.shape
    return { phone, captcha, password }
  }
  if (mode === 'second_step') return secondStep?.by === 'recovery_code' ? { recovery_code: RecoveryCode } : { code: FactorCode }
  if (mode === 'wechat_bind') return { phone: Phone, captcha: Captcha }
  if (method === 'wechat') return {}
  return method === 'sms' ? { phone: LoginPhone, captcha: Captcha } : { phone: LoginPhone, password: LoginPassword }
}

const messageOf = (rule: z.ZodType, value: unknown) => rule.safeParse(value).error?.issues[0]?.message

export function findLoginFault(state: LoginState, field: LoginField): string | undefined {
  const rule = getLoginRules(state)[field]
  return rule && messageOf(rule, state.values[field])
}

export function findLoginFaults(state: LoginState): LoginErrors {
  const faults: LoginErrors = {}
  for (const field of Object.keys(getLoginRules(state)) as LoginField[]) {
    const message = findLoginFault(state, field)
    if (message) faults[field] = message
  }
  return faults
}

export const findSendPhoneFault = (phone: string) => messageOf(SendCodePhone, phone)

/** Result codes that belong to a field even if the server names none. */
const fieldOfCode: Record<string, LoginField> = {
  [resultCodes.bad_captcha.code]: 'captcha',
  [resultCodes.challenge_required.code]: 'captcha',
  [resultCodes.sms_used_up.code]: 'captcha',
  [resultCodes.phone_taken.code]: 'phone',
  [resultCodes.phone_not_registered.code]: 'phone',
  [resultCodes.invite_code_unknown.code]: 'invite_code',
  [resultCodes.weak_password.code]: 'password',
}

/** Maps a refusal to the fields of the current form; empty if it belongs to none of them. */
export function toLoginErrors(state: LoginState, refusal: LoginRefusal): LoginErrors {
  const errors: LoginErrors = {}
  for (const field of Object.keys(getLoginRules(state)) as LoginField[]) {
    const message = refusal.errors?.[field]?.[0]
    if (message) errors[field] = message
  }
  const field = fieldOfCode[refusal.code]
  if (field && field in getLoginRules(state) && !errors[field]) errors[field] = refusal.message
  return errors
}

/** Result codes after which polling the scan is pointless. */
const finalScanCodes = new Set<string>([
  resultCodes.wechat_expired.code,
  resultCodes.wechat_declined.code,
  resultCodes.account_frozen.code,
])

/** Returns the next state of the displayed QR code after a refused poll. */
export function computePolledQr(qr: Extract<LoginQr, { is: 'shown' }>, { code, message }: LoginRefusal): LoginQr {
  if (finalScanCodes.has(code)) return { is: 'ended', text: message }
  // requirements §8: a failed poll is retried and does not change whether the code is scanned
  const known = code === resultCodes.wechat_waiting.code || code === resultCodes.wechat_scanned.code
  return { ...qr, scanned: known ? code === resultCodes.wechat_scanned.code : qr.scanned }
}

import type { z } from 'zod'
import { type CaptchaType, type LoginForm, RegisterForm, ResetForm, type Token } from '#contract/auth.ts'
import { codes } from '#contract/codes.ts'
import { Agreement, Captcha, InviteCode, LoginPassword, LoginPhone, Phone, SendCodePhone } from '#contract/scalars.ts'

/** What the form is for; each has its own countdown. `wechat_bind` is reached by a scan only (spec §2). */
export type Mode = 'login' | 'register' | 'reset_password' | 'wechat_bind'
export type Method = 'password' | 'sms' | 'wechat'

export interface Values {
  phone: string
  password: string
  captcha: string
  invite_code: string
  agreed: boolean
}
export type Field = keyof Values
export type Errors = Partial<Record<Field, string>>

/** What the dialog waits for. `solving`: a challenge, before a code is sent; `entering`: signed in, the user is being loaded. */
export type Phase = 'editing' | 'checking_phone' | 'sending_captcha' | 'solving' | 'submitting' | 'entering'

/** On the way to a code. */
export const isSending = (phase: Phase): boolean =>
  phase === 'checking_phone' || phase === 'sending_captcha' || phase === 'solving'

/** What stands above the form. What failed is toasted instead (spec §5, §8). */
export interface Notice {
  tone: 'success' | 'warning' | 'info'
  text: string
}

/** A code to scan as the server gave it out. */
export interface Qrcode {
  qrcode_url: string
  scene_str: string
  /** Where the phone is played. */
  sandbox_url: string | null
}

/** `ended`: past its time, refused on the phone or not to be had; `text` says which. */
export type Qr =
  | { is: 'none' }
  | { is: 'fetching' }
  | { is: 'shown'; code: Qrcode; scanned: boolean }
  | { is: 'ended'; text: string }

export interface LoginState {
  mode: Mode
  method: Method
  values: Values
  errors: Errors
  phase: Phase
  notice: Notice | null
  qr: Qr
  /** Of the WeChat that was scanned and has no account yet: it goes with binding and with registering. */
  scene_str: string | null
  invite_locked: boolean
  /** A signed-in user sees the register tab only (spec §4). */
  only_register: boolean
}

/** A refused call as the wire gave it. */
export interface Refusal {
  code: string
  message: string
  /** HTTP status; 0 when no answer came. */
  status?: number | undefined
  errors?: Record<string, string[]> | undefined
  retry_after?: number | undefined
}

export type LoginEvent =
  | { is: 'mode_chosen'; mode: Mode }
  | { is: 'method_chosen'; method: Method }
  | { is: 'edited'; field: Exclude<Field, 'agreed'>; value: string }
  | { is: 'agreed'; agreed: boolean }
  | { is: 'left'; field: Field }
  | { is: 'captcha_asked' }
  | { is: 'phone_checked'; registered: boolean }
  | { is: 'challenged' }
  | { is: 'captcha_sent'; message: string; resend_after: number }
  | { is: 'submitted' }
  | { is: 'registered' }
  | { is: 'password_reset'; message: string }
  | { is: 'signed_in'; token: Token; message: string }
  | { is: 'refused'; refusal: Refusal }
  | { is: 'user_failed' }
  | { is: 'qr_asked' }
  | { is: 'qr_fetched'; code: Qrcode }
  | { is: 'qr_failed'; message: string }
  | { is: 'scan_completed'; scene_str: string; token: Token; message: string }
  | { is: 'scan_answered'; scene_str: string; refusal: Refusal }

export type LoginEffect =
  | { do: 'check_phone'; phone: string }
  | { do: 'send_captcha'; phone: string; captcha_type: CaptchaType; scene_str?: string }
  | { do: 'login'; body: z.input<typeof LoginForm> }
  | { do: 'register'; body: z.input<typeof RegisterForm> }
  | { do: 'reset_password'; body: z.input<typeof ResetForm> }
  | { do: 'fetch_qr' }
  /** Asks once, after the pause between two polls. */
  | { do: 'poll'; scene_str: string }
  | { do: 'start_countdown'; mode: Mode; seconds: number }
  | { do: 'focus'; field: Field }
  /** What failed, in the server's words or those of a rule. */
  | { do: 'toast'; text: string }
  | { do: 'enter'; token: Token; message: string }

export function initialState(from: { mode: Mode; only_register?: boolean; invite_code?: string | null }): LoginState {
  // A damaged code in the link must not lock the form into an error nobody can mend.
  const invite_locked = Boolean(from.invite_code) && InviteCode.safeParse(from.invite_code).success
  return {
    mode: from.only_register ? 'register' : from.mode,
    method: 'password',
    values: { phone: '', password: '', captcha: '', invite_code: invite_locked ? from.invite_code! : '', agreed: false },
    errors: {},
    phase: 'editing',
    notice: null,
    qr: { is: 'none' },
    scene_str: null,
    invite_locked,
    only_register: from.only_register ?? false,
  }
}

type Rules = Partial<Record<Field, z.ZodType>>

/** The fields of the present form in the order they stand, each with its rule (spec §5). */
export function rulesOf({ mode, method }: Pick<LoginState, 'mode' | 'method'>): Rules {
  if (mode === 'register') {
    const { phone, captcha, password, invite_code } = RegisterForm.shape
    return { phone, captcha, password, invite_code, agreed: Agreement }
  }
  if (mode === 'reset_password') {
    const { phone, captcha, password } = ResetForm.shape
    return { phone, captcha, password }
  }
  if (mode === 'wechat_bind') return { phone: Phone, captcha: Captcha }
  if (method === 'wechat') return {}
  return method === 'sms' ? { phone: LoginPhone, captcha: Captcha } : { phone: LoginPhone, password: LoginPassword }
}

const messageOf = (rule: z.ZodType, value: unknown) => rule.safeParse(value).error?.issues[0]?.message

export function faultOf(state: LoginState, field: Field): string | undefined {
  const rule = rulesOf(state)[field]
  return rule && messageOf(rule, state.values[field])
}

export function faultsOf(state: LoginState): Errors {
  const faults: Errors = {}
  for (const field of Object.keys(rulesOf(state)) as Field[]) {
    const message = faultOf(state, field)
    if (message) faults[field] = message
  }
  return faults
}

export const faultOfSendPhone = (phone: string) => messageOf(SendCodePhone, phone)

/** Refusals that are about one field even when the server names none. */
const field_of_code: Record<string, Field> = {
  [codes.bad_captcha.code]: 'captcha',
  [codes.challenge_required.code]: 'captcha',
  [codes.sms_used_up.code]: 'captcha',
  [codes.phone_taken.code]: 'phone',
  [codes.phone_not_registered.code]: 'phone',
  [codes.invite_code_unknown.code]: 'invite_code',
  [codes.weak_password.code]: 'password',
}

/** Where the form shows a refusal; empty when no field of this form is meant. */
export function refusedFields(state: LoginState, refusal: Refusal): Errors {
  const errors: Errors = {}
  for (const field of Object.keys(rulesOf(state)) as Field[]) {
    const message = refusal.errors?.[field]?.[0]
    if (message) errors[field] = message
  }
  const field = field_of_code[refusal.code]
  if (field && field in rulesOf(state) && !errors[field]) errors[field] = refusal.message
  return errors
}

/** Nobody will answer otherwise, however often one asks. */
const final = new Set<string>([codes.wechat_expired.code, codes.wechat_declined.code, codes.account_frozen.code])

/** What a refused poll makes of the code on the screen. */
export function afterPoll(qr: Extract<Qr, { is: 'shown' }>, { code, message }: Refusal): Qr {
  if (final.has(code)) return { is: 'ended', text: message }
  // spec §8: a poll that failed is made again, and says nothing new of the scan
  const known = code === codes.wechat_waiting.code || code === codes.wechat_scanned.code
  return { ...qr, scanned: known ? code === codes.wechat_scanned.code : qr.scanned }
}

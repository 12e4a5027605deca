import type { z } from 'zod'
import { RegisterForm, ResetForm } from '#contract/auth.ts'
import { codes } from '#contract/codes.ts'
import { Agreement, Captcha, LoginPassword, LoginPhone, Phone, SendCodePhone } from '#contract/scalars.ts'
import type { Errors, Field, LoginState, Refusal } from './login.state.ts'

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

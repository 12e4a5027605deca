import type { LoginMode } from './login.state.ts'

/** What a code is waited for: a form of the login, a step of the account pages, or an invitation. */
export type CountdownPurpose = LoginMode | 'step_up' | 'change_phone' | 'sub_account'

const key = (mode: CountdownPurpose) => `sms_countdown.${mode}`
/** A longer wait than the server ever asks for can only be a changed clock. */
const maxCountdownMs = 24 * 3600 * 1000

/** Seconds until a code may be sent again; kept per mode across reloads (spec §4). */
export function getSecondsLeft(mode: CountdownPurpose, now = Date.now()): number {
  const left = Number(localStorage.getItem(key(mode))) - now
  return left > 0 && left <= maxCountdownMs ? Math.ceil(left / 1000) : 0
}

export function startCountdown(mode: CountdownPurpose, seconds: number, now = Date.now()): void {
  localStorage.setItem(key(mode), String(now + seconds * 1000))
}

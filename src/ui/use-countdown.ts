import { useTick } from './use-tick.ts'

/** Purpose of a code: a login form, a step of the account pages, or an invitation. */
export type CountdownPurpose =
  | 'login'
  | 'register'
  | 'reset_password'
  | 'wechat_bind'
  | 'step_up'
  | 'change_phone'
  | 'sub_account'

const key = (mode: CountdownPurpose) => `sms_countdown.${mode}`
/** Maximum plausible wait; the server never asks for more, so a longer wait means that the clock changed. */
const maxCountdownMs = 24 * 3600 * 1000

/** Returns the seconds until a code may be sent again; stored per mode across reloads (requirements §4). */
export function getSecondsLeft(mode: CountdownPurpose, now = Date.now()): number {
  const left = Number(localStorage.getItem(key(mode))) - now
  return left > 0 && left <= maxCountdownMs ? Math.ceil(left / 1000) : 0
}

export function startCountdown(mode: CountdownPurpose, seconds: number, now = Date.now()): void {
  localStorage.setItem(key(mode), String(now + seconds * 1000))
}

/** Returns the seconds left until the next code in this mode, and a function to start the wait. */
export function useCountdown(mode: CountdownPurpose) {
  const left = getSecondsLeft(mode)
  const tick = useTick(left > 0)

  return {
    left,
    start(of: CountdownPurpose, seconds: number) {
      startCountdown(of, seconds)
      tick()
    },
  }
}

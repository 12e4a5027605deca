import { useEffect, useState } from 'react'

/** What a code is waited for: a form of the login, a step of the account pages, or an invitation. */
export type CountdownPurpose =
  | 'login'
  | 'register'
  | 'reset_password'
  | 'wechat_bind'
  | 'step_up'
  | 'change_phone'
  | 'sub_account'

const key = (mode: CountdownPurpose) => `sms_countdown.${mode}`
/** A longer wait than the server ever asks for can only be a changed clock. */
const maxCountdownMs = 24 * 3600 * 1000

/** Seconds until a code may be sent again; kept per mode across reloads (requirements §4). */
export function getSecondsLeft(mode: CountdownPurpose, now = Date.now()): number {
  const left = Number(localStorage.getItem(key(mode))) - now
  return left > 0 && left <= maxCountdownMs ? Math.ceil(left / 1000) : 0
}

export function startCountdown(mode: CountdownPurpose, seconds: number, now = Date.now()): void {
  localStorage.setItem(key(mode), String(now + seconds * 1000))
}

/** Seconds left before another code may be asked for in this mode, and the way to start the wait. */
export function useCountdown(mode: CountdownPurpose) {
  const [, tick] = useState(0)
  const left = getSecondsLeft(mode)
  const waiting = left > 0

  useEffect(() => {
    if (!waiting) return
    const timer = setInterval(() => tick((n) => n + 1), 500)
    return () => clearInterval(timer)
  }, [waiting])

  return {
    left,
    start(of: CountdownPurpose, seconds: number) {
      startCountdown(of, seconds)
      tick((n) => n + 1)
    },
  }
}

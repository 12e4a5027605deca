import { beforeEach, describe, expect, it } from 'vitest'
import { getSecondsLeft, startCountdown } from '#src/ui/use-countdown.ts'

const now = 1_800_000_000_000

describe('§4 SMS countdown', () => {
  beforeEach(() => localStorage.clear())

  it('counts 60 seconds down to none', () => {
    startCountdown('login', 60, now)
    expect([0, 500, 1000, 59_001, 60_000, 90_000].map((ms) => getSecondsLeft('login', now + ms))).toEqual([60, 60, 59, 1, 0, 0])
  })

  it('is kept per mode', () => {
    startCountdown('register', 60, now)
    expect(getSecondsLeft('login', now)).toBe(0)
    expect(getSecondsLeft('register', now)).toBe(60)
  })

  it('lets nobody wait for ever after the clock was set back', () => {
    startCountdown('login', 60, now)
    expect(getSecondsLeft('login', now - 30 * 24 * 3600 * 1000)).toBe(0)
  })

  it('reads damaged storage as no wait', () => {
    localStorage.setItem('sms_countdown.login', 'soon')
    expect(getSecondsLeft('login', now)).toBe(0)
  })
})

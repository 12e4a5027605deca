import type { SecurityLevel } from '#contract/account-security.ts'

/** What protects an account: a password of its own, a second way in that is no password, and a known owner to prove it to. */
export function computeSecurityLevel(kept: { password: boolean; wechat: boolean; real_name: boolean }): SecurityLevel {
  const count = Object.values(kept).filter(Boolean).length
  if (count === 3) return 'high'
  return count === 2 ? 'medium' : 'low'
}

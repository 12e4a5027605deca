import type { SecurityLevel } from '#contract/account-security.ts'

/**
 * Computes the level from three protections: an own password, a second way to sign in without a password, and a verified owner.
 */
export function computeSecurityLevel(kept: { password: boolean; wechat: boolean; real_name: boolean }): SecurityLevel {
  const count = Object.values(kept).filter(Boolean).length
  if (count === 3) return 'high'
  return count === 2 ? 'medium' : 'low'
}

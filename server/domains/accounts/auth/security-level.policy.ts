import type { SecurityLevel } from '#contract/account-security.ts'

/**
 * Computes the level from four protections: an own password or an organisation's, a second way to sign in without a password, a verified owner, and a
 * second step after the first. Three are high.
 */
export function computeSecurityLevel(kept: {
  password: boolean
  wechat: boolean
  real_name: boolean
  second_factor: boolean
}): SecurityLevel {
  const count = Object.values(kept).filter(Boolean).length
  if (count >= 3) return 'high'
  return count === 2 ? 'medium' : 'low'
}

import { hasPhone } from '#server/lib/mask.ts'
import { Refusal } from '#server/lib/refusal.ts'

/**
 * Refuses an account that an organisation vouches for, because another way in would stay open to somebody who has left it. Throws
 * `directory_account`.
 */
export function assertOwnSignIn(phone: string): void {
  if (!hasPhone(phone)) throw new Refusal('directory_account')
}

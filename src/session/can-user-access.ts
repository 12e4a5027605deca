import { hasOperatorAccess, isOperatorAccess } from '#contract/access.ts'
import type { EndpointAccess } from '#contract/endpoint.ts'
import type { UserInfo } from '#contract/users.ts'

/** Returns whether the user may use endpoints with this access (requirements §6). The server checks again. */
export function canUserAccess(access: EndpointAccess, user: UserInfo | null): boolean {
  if (access === 'public') return true
  if (!user) return false
  if (access === 'main') return user.account_type === 'main'
  if (access === 'tencent') return user.is_tencent
  if (isOperatorAccess(access)) return hasOperatorAccess(user.role, access)
  return true
}

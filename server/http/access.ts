import { hasOperatorAccess, isOperatorAccess, type OperatorAccess } from '#contract/access.ts'
import type { EndpointAccess } from '#contract/endpoint.ts'
import type { Caller } from '#server/http/context.ts'

/** What access depends on. */
export type Rights = Pick<Caller, 'account_type' | 'role' | 'is_tencent'>

/** Access rules of all endpoints for the roles of requirements §6 and product §1, in one place. */
const accessRules: Record<Exclude<EndpointAccess, 'public' | OperatorAccess>, (caller: Rights) => boolean> = {
  user: () => true,
  main: (caller) => caller.account_type === 'main',
  tencent: (caller) => caller.is_tencent,
}

export function canCall(access: EndpointAccess, caller: Rights): boolean {
  if (access === 'public') return true
  return isOperatorAccess(access) ? hasOperatorAccess(caller.role, access) : accessRules[access](caller)
}

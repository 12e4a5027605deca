import { hasDuty, isOperatorAccess, type OperatorAccess } from '#contract/access.ts'
import type { Access } from '#contract/endpoint.ts'
import type { Caller } from '#server/http/context.ts'

/** The roles of spec §6 and product §1, decided in one place for every endpoint. */
const rules: Record<Exclude<Access, 'public' | OperatorAccess>, (caller: Caller) => boolean> = {
  user: () => true,
  main: (caller) => caller.account_type === 'main',
  tencent: (caller) => caller.is_tencent,
}

export function mayCall(access: Access, caller: Caller): boolean {
  if (access === 'public') return true
  return isOperatorAccess(access) ? hasDuty(caller.role, access) : rules[access](caller)
}

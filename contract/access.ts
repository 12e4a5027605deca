import { z } from 'zod'

export const Role = z.enum(['user', 'operator_admin', 'operator_finance', 'operator_review', 'operator_support'])
export type Role = z.infer<typeof Role>

/** Names of the roles as the back office shows them (product §1). */
export const roleNames = {
  user: '普通用户',
  operator_admin: '管理员',
  operator_finance: '财务',
  operator_review: '审核',
  operator_support: '客服',
} as const satisfies Record<Role, string>

/**
 * Back-office duties and the roles that have each. `operator`: all staff · `_admin`: stock, roles, audit log ·
 * `_finance`: prices, orders, money · `_review`: images · `_support`: users and instances, freezing, stopping.
 */
export const accessRoles = {
  operator: ['operator_admin', 'operator_finance', 'operator_review', 'operator_support'],
  operator_admin: ['operator_admin'],
  operator_finance: ['operator_admin', 'operator_finance'],
  operator_review: ['operator_admin', 'operator_review'],
  operator_support: ['operator_admin', 'operator_support'],
} as const satisfies Record<string, readonly Role[]>

export type OperatorAccess = keyof typeof accessRoles

/** Returns whether a role has a back-office duty. Other kinds of access are not decided here. */
export const hasOperatorAccess = (role: Role, access: OperatorAccess): boolean =>
  (accessRoles[access] as readonly Role[]).includes(role)

export const isOperatorAccess = (access: string): access is OperatorAccess => access in accessRoles

import { z } from 'zod'

export const Role = z.enum(['user', 'operator_admin', 'operator_finance', 'operator_review', 'operator_support'])
export type Role = z.infer<typeof Role>

/** What the back office calls each role (product §1). */
export const roleNames = {
  user: '普通用户',
  operator_admin: '管理员',
  operator_finance: '财务',
  operator_review: '审核',
  operator_support: '客服',
} as const satisfies Record<Role, string>

/**
 * The duties of the back office, and who has each. `operator`: whoever works here · `_admin`: stock, roles, audit log ·
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

/** Whether a role has a duty; anything that is no duty of the back office is not decided here. */
export const hasOperatorAccess = (role: Role, access: OperatorAccess): boolean =>
  (accessRoles[access] as readonly Role[]).includes(role)

export const isOperatorAccess = (access: string): access is OperatorAccess => access in accessRoles

import type { UserInfo } from '#contract/users.ts'

/** Returns the nickname, or a fallback for a user without one. */
export const getDisplayName = (user: UserInfo): string => user.nickname.trim() || `用户 ${user.phone.slice(-4)}`

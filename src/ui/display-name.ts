import type { UserInfo } from '#contract/users.ts'

/** What to call a user who has chosen no nickname. */
export const getDisplayName = (user: UserInfo): string => user.nickname.trim() || `用户 ${user.phone.slice(-4)}`

import { type UserInfo, users } from '#contract/users.ts'
import { call } from '#src/api/call.ts'

/** Loaded only when needed, as `refresh-tokens.ts`. */
export const loadUser = async (id: string): Promise<UserInfo> => (await call(users.get, { params: { id } })).data

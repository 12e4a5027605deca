import { type UserInfo, users } from '#contract/users.ts'
import { callEndpoint } from '#src/api/call.ts'

/** Loaded only when needed, as `refresh-tokens.ts`. What comes of a refusal the session says. */
export const loadUser = async (id: string): Promise<UserInfo> =>
  (await callEndpoint(users.get, { params: { id } }, { quiet: true })).data

import { type UserInfo, users } from '#contract/users.ts'
import { callEndpoint } from '#src/api/call.ts'

/** Loads the user. A separate module, loaded on demand like `refresh-tokens.ts`. The session reports refusals. */
export const loadUser = async (id: string): Promise<UserInfo> =>
  (await callEndpoint(users.get, { params: { id } }, { quiet: true })).data

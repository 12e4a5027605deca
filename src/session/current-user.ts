import type { UserInfo } from '#contract/users.ts'
import { createSignedOutError } from '#src/api/api-error.ts'
import { createSingleFlight } from '#src/api/single-flight.ts'
import { createStore } from '#src/ui/store.ts'
import { isSessionEnd, session } from './session.ts'

const store = createStore<UserInfo | null>(null)

const load = createSingleFlight(async (id: string): Promise<UserInfo> => {
  const { loadUser } = await import('./load-user.ts')
  try {
    const user = await loadUser(id)
    if (session.token()?.userId === id) store.set(user)
    return user
  } catch (error) {
    if (session.token()?.userId === id && isSessionEnd(error)) session.fail(error)
    throw error
  }
})

/** Message shown if the user cannot be loaded although the session may be valid. */
export const userUnknownMessage = '暂时无法获取用户信息'
/** Key of the toast with this message. */
export const userUnknownToastKey = 'user-unknown'

/** User info of the session (requirements §3); null until loaded and after the session changes to another user. */
export const currentUser = {
  get: store.get,
  subscribe: store.subscribe,
  first: store.first,
  /** Fetches the user; concurrent calls share one request. Rejects with `ApiError`; if the user is refused, the session ends. */
  load: async (): Promise<UserInfo> => {
    const id = session.token()?.userId
    if (!id) throw createSignedOutError()
    return load(id)
  },
  clear: (): void => store.set(null),
}

session.subscribe(() => {
  if (session.token()?.userId !== store.get()?.id) store.set(null)
})

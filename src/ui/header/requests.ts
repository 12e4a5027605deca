import { auth } from '#contract/auth.ts'
import { notifications } from '#contract/notifications.ts'
import { platform } from '#contract/platform.ts'
import { call } from '#src/api/call.ts'

/** Imported lazily: the frame of a page paints before the HTTP client has arrived. */
export const getServerInfo = async () => (await call(platform.server_info)).data
export const getHomeMessage = async () => (await call(platform.common_resource, { query: { key: 'home_message' } })).data.value
export const getUnreadCount = async () => (await call(notifications.unreaded_count)).data.count
/** Nobody waits longer than this to be let out. */
const logout_ms = 3000
export const logout = () => call(auth.logout, {}, { signal: AbortSignal.timeout(logout_ms) })

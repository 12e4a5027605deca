import { auth } from '#contract/auth.ts'
import { notifications } from '#contract/notifications.ts'
import { platform } from '#contract/platform.ts'
import { callEndpoint } from '#src/api/call.ts'

/** Imported lazily: the frame of a page paints before the HTTP client has arrived. */
export const fetchServerInfo = async () => (await callEndpoint(platform.server_info)).data
export const loadHomeMessage = async () =>
  (await callEndpoint(platform.common_resource, { query: { key: 'home_message' } })).data.value
export const getUnreadCount = async () => (await callEndpoint(notifications.unreaded_count)).data.count
/** Nobody waits longer than this to be let out. */
const logoutMs = 3000
export const requestLogout = () => callEndpoint(auth.logout, {}, { signal: AbortSignal.timeout(logoutMs) })

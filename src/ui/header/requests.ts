import { auth } from '#contract/auth.ts'
import { notifications } from '#contract/notifications.ts'
import { platform } from '#contract/platform.ts'
import { callEndpoint } from '#src/api/call.ts'

/** Fetches the server info. Imported lazily, so that the page frame paints before the HTTP client has loaded. */
export const fetchServerInfo = async () => (await callEndpoint(platform.server_info)).data
export const loadHomeMessage = async () =>
  (await callEndpoint(platform.common_resource, { query: { key: 'home_message' } })).data.value
export const getUnreadCount = async () => (await callEndpoint(notifications.unreaded_count)).data.count
/** Maximum wait for the sign-out call. */
const logoutMs = 3000
export const requestLogout = () => callEndpoint(auth.logout, {}, { signal: AbortSignal.timeout(logoutMs) })

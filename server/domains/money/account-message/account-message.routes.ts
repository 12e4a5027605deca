import { accountMessage } from '#contract/account-message.ts'
import { getAccountMessage } from '#server/domains/money/account-message/account-message.service.ts'
import { type HttpDeps, mountEndpoints } from '#server/http/mount.ts'

export const accountMessageRoutes = (http: HttpDeps) =>
  mountEndpoints(http, 'account_message', accountMessage, { get: getAccountMessage })

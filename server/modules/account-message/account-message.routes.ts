import { account_message } from '#contract/account-message.ts'
import { type Http, mount } from '#server/http/mount.ts'
import { getAccountMessage } from '#server/modules/account-message/account-message.service.ts'

export const accountMessageRoutes = (http: Http) => mount(http, 'account_message', account_message, { get: getAccountMessage })

import { account_message } from '#contract/account-message.ts'
import { getAccountMessage } from '#server/domains/money/account-message/account-message.service.ts'
import { type Http, mount } from '#server/http/mount.ts'

export const accountMessageRoutes = (http: Http) => mount(http, 'account_message', account_message, { get: getAccountMessage })

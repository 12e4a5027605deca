import { accountSecurity } from '#contract/account-security.ts'
import { changePassword } from '#server/domains/accounts/auth/own-password.service.ts'
import { endOtherSessions, endOwnSession, listSessions } from '#server/domains/accounts/auth/own-sessions.service.ts'
import { changePhone, sendNewPhoneCode } from '#server/domains/accounts/auth/phone-change.service.ts'
import { getAccountSecurity } from '#server/domains/accounts/users/account-security.service.ts'
import { getAccountClosing, requestAccountClosing } from '#server/domains/accounts/users/closing.service.ts'
import { exportOwnData, type ListLlmKeyNames } from '#server/domains/accounts/users/own-data.service.ts'
import { type HttpDeps, mountEndpoints } from '#server/http/mount.ts'

export const accountSecurityRoutes = (http: HttpDeps, listLlmKeyNames: ListLlmKeyNames): void =>
  mountEndpoints(http, 'account_security', accountSecurity, {
    get: getAccountSecurity,
    change_password: (ctx, { body }) => changePassword(ctx, http.sessions, body),
    send_phone_captcha: (ctx, { body }) => sendNewPhoneCode(ctx, body.phone),
    change_phone: (ctx, { body }) => changePhone(ctx, http.sessions, body),
    sessions: listSessions,
    end_session: (ctx, { params }) => endOwnSession(ctx, http.sessions, params.id),
    end_other_sessions: (ctx) => endOtherSessions(ctx, http.sessions),
    closing: getAccountClosing,
    close: (ctx) => requestAccountClosing(ctx, http.sessions),
    export_data: (ctx) => exportOwnData(ctx, listLlmKeyNames),
  })

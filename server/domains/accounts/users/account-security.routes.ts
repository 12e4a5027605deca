import { account_security } from '#contract/account-security.ts'
import { changePassword } from '#server/domains/accounts/auth/own-password.service.ts'
import { endOtherSessions, endSession, listSessions } from '#server/domains/accounts/auth/own-sessions.service.ts'
import { changePhone, sendPhoneCode } from '#server/domains/accounts/auth/phone-change.service.ts'
import { getAccountSecurity } from '#server/domains/accounts/users/account-security.service.ts'
import { closeAccount, getClosing } from '#server/domains/accounts/users/closing.service.ts'
import { exportOwnData, type ListTokens } from '#server/domains/accounts/users/own-data.service.ts'
import { type Http, mount } from '#server/http/mount.ts'

export const accountSecurityRoutes = (http: Http, listTokens: ListTokens): void =>
  mount(http, 'account_security', account_security, {
    get: getAccountSecurity,
    change_password: (ctx, { body }) => changePassword(ctx, http.sessions, body),
    send_phone_captcha: (ctx, { body }) => sendPhoneCode(ctx, body.phone),
    change_phone: (ctx, { body }) => changePhone(ctx, http.sessions, body),
    sessions: listSessions,
    end_session: (ctx, { params }) => endSession(ctx, http.sessions, params.id),
    end_other_sessions: (ctx) => endOtherSessions(ctx, http.sessions),
    closing: getClosing,
    close: (ctx) => closeAccount(ctx, http.sessions),
    export_data: (ctx) => exportOwnData(ctx, listTokens),
  })

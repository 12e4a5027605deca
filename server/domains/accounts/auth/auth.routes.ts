import { auth } from '#contract/auth.ts'
import { setup } from '#contract/setup.ts'
import { stepUp } from '#contract/step-up.ts'
import { login, logoutCaller } from '#server/domains/accounts/auth/auth.service.ts'
import { issueChallenge } from '#server/domains/accounts/auth/challenge.service.ts'
import { resetAccountPassword } from '#server/domains/accounts/auth/password-reset.service.ts'
import { refreshTokenPair } from '#server/domains/accounts/auth/refresh.service.ts'
import { registerAccount } from '#server/domains/accounts/auth/registration.service.ts'
import { beginSetup, checkSetupLink, finishSetup } from '#server/domains/accounts/auth/setup-link.service.ts'
import { isPhoneRegistered, sendCaptcha } from '#server/domains/accounts/auth/sms-captcha.service.ts'
import { recordStepUp, sendStepUpCode } from '#server/domains/accounts/auth/step-up.service.ts'
import { type HttpDeps, mountEndpoints } from '#server/http/mount.ts'

export const authRoutes = (http: HttpDeps) => {
  mountEndpoints(http, 'auth', auth, {
    login: (ctx, { body }) => login(ctx, http.sessions, body),
    refresh: (ctx, { body }) => refreshTokenPair(ctx, http.sessions, body.refresh),
    logout: (ctx) => logoutCaller(ctx, http.sessions),
    send_captcha: (ctx, { body }) => sendCaptcha(ctx, body),
    challenge: (ctx, { body }) => issueChallenge(ctx, body),
    check_phone: async (ctx, { params }) => ({ registered: await isPhoneRegistered(ctx, params.phone) }),
    register: (ctx, { body }) => registerAccount(ctx, body),
    reset_password: (ctx, { body }) => resetAccountPassword(ctx, http.sessions, body),
  })
  mountEndpoints(http, 'setup', setup, {
    check: (ctx, { body }) => checkSetupLink(ctx, body.token),
    begin: (ctx, { body }) => beginSetup(ctx, body),
    finish: (ctx, { body }) => finishSetup(ctx, http.sessions, body),
  })
  mountEndpoints(http, 'step_up', stepUp, {
    prove: (ctx, { body }) => recordStepUp(ctx, body),
    send_captcha: (ctx) => sendStepUpCode(ctx),
  })
}

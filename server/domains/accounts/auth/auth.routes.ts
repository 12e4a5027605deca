import { auth } from '#contract/auth.ts'
import { step_up } from '#contract/step-up.ts'
import { login, logout } from '#server/domains/accounts/auth/auth.service.ts'
import { checkPhone, sendCaptcha } from '#server/domains/accounts/auth/captcha.service.ts'
import { askChallenge } from '#server/domains/accounts/auth/challenge.service.ts'
import { resetPassword } from '#server/domains/accounts/auth/password-reset.service.ts'
import { refreshToken } from '#server/domains/accounts/auth/refresh.service.ts'
import { register } from '#server/domains/accounts/auth/registration.service.ts'
import { proveAnew, sendOwnCode } from '#server/domains/accounts/auth/step-up.service.ts'
import { type Http, mount } from '#server/http/mount.ts'

export const authRoutes = (http: Http) => {
  mount(http, 'auth', auth, {
    login: (ctx, { body }) => login(ctx, http.sessions, body),
    refresh: (ctx, { body }) => refreshToken(ctx, http.sessions, body.refresh),
    logout: (ctx) => logout(ctx, http.sessions),
    send_captcha: (ctx, { body }) => sendCaptcha(ctx, body),
    challenge: (ctx, { body }) => askChallenge(ctx, body),
    check_phone: async (ctx, { params }) => ({ registered: await checkPhone(ctx, params.phone) }),
    register: (ctx, { body }) => register(ctx, body),
    reset_password: (ctx, { body }) => resetPassword(ctx, http.sessions, body),
  })
  mount(http, 'step_up', step_up, {
    prove: (ctx, { body }) => proveAnew(ctx, body),
    send_captcha: (ctx) => sendOwnCode(ctx),
  })
}

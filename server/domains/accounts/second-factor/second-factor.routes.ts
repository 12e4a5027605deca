import { secondFactor } from '#contract/second-factor.ts'
import { signInBySecondFactor } from '#server/domains/accounts/auth/second-step.service.ts'
import {
  confirmSecondFactor,
  enrolSecondFactor,
  getSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
} from '#server/domains/accounts/second-factor/second-factor.service.ts'
import { type HttpDeps, mountEndpoints } from '#server/http/mount.ts'

export const secondFactorRoutes = (http: HttpDeps): void =>
  mountEndpoints(http, 'second_factor', secondFactor, {
    get: getSecondFactor,
    enrol: enrolSecondFactor,
    confirm: (ctx, { body }) => confirmSecondFactor(ctx, http.sessions, body.code),
    renew_recovery_codes: (ctx, { body }) => renewRecoveryCodes(ctx, body.code),
    remove: (ctx, { body }) => removeSecondFactor(ctx, http.sessions, body),
    sign_in: (ctx, { body }) => signInBySecondFactor(ctx, http.sessions, body),
  })

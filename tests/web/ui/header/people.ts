import { buildToken, buildUser, storeToken } from '#tests/web/support/people.ts'

export const testToken = buildToken()

export const buildHeaderUser = buildUser

export const storeSignIn = () => storeToken(testToken)

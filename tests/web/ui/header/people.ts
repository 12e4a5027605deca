import { buildToken, storeToken } from '#tests/web/support/people.ts'

export const testToken = buildToken()

export const storeSignIn = () => storeToken(testToken)

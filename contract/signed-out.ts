/** Belongs to `codes.ts` but kept separate: every page needs these two codes, and hardly any page the others. */
export const signedOutCode = { code: '00100401', http: 401, message: '登录已失效，请重新登录' } as const // requirements §8
/** The session has reached its maximum age. It cannot be refreshed; therefore this is not a 401. */
export const sessionEndedCode = { code: '00100402', http: 403, message: '登录已到期，请重新登录' } as const

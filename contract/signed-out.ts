/** Of `codes`, and apart from it: every page needs these, and hardly any the others. */
export const signedOutCode = { code: '00100401', http: 401, message: '登录已失效，请重新登录' } as const // requirements §8
/** It has lasted as long as any may: there is nothing to refresh, so it is no 401. */
export const sessionEndedCode = { code: '00100402', http: 403, message: '登录已到期，请重新登录' } as const

/** Of `codes`, and apart from it: every page needs this one, and hardly any the others. */
export const signed_out = { code: '00100401', http: 401, message: '登录已失效，请重新登录' } as const // spec §8

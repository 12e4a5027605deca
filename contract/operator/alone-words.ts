import { limits } from '../limits.ts'

/** What an operator may give or take without another: of adjustments, coupons, refunds and bank transfers together. */
export const alone_words = `每人每天合计 ${limits.operator_alone_fen / 100} 元`

import { z } from 'zod'
import { limits } from '../limits.ts'
import { isPlain } from '../plain-text.ts'

/** Why an operator does something; goes to the audit log, and to the user where it concerns one. */
export const Reason = z
  .string({ error: '请写明原因' })
  .trim()
  .min(2, '请写明原因')
  .max(200, '原因最多 200 个字')
  .refine(isPlain, '原因不能包含控制字符')

/** What an operator may give or take without another: of adjustments, coupons, refunds and bank transfers together. */
export const alone_words = `每人每天合计 ${limits.operator_alone_fen / 100} 元`

/** Today, or so many days up to now, by the calendar of Beijing. */
export const periods = { today: '今天', week: '近 7 天', month: '近 30 天' } as const
export const Period = z.enum(Object.keys(periods) as [keyof typeof periods, ...(keyof typeof periods)[]])
export type Period = z.infer<typeof Period>

import { z } from 'zod'
import { groupThousands } from '../group-thousands.ts'
import { limits } from '../limits.ts'
import { isPlainText } from '../plain-text.ts'

/** Reason for an operator's action; recorded in the audit log and shown to the affected user. */
export const OperatorReason = z
  .string({ error: '请写明原因' })
  .trim()
  .min(2, '请写明原因')
  .max(200, '原因最多 200 个字')
  .refine(isPlainText, '原因不能包含控制字符')

/** Limit for what an operator may give or take alone: adjustments, coupons, refunds and bank transfers together. */
export const operatorLimitText = `每人每天合计 ${groupThousands(String(limits.operatorAloneFen / 100))} 元`

/** Today, or the last days up to now, by the Beijing calendar. */
export const reportPeriods = { today: '今天', week: '近 7 天', month: '近 30 天' } as const
export const ReportPeriod = z.enum(Object.keys(reportPeriods) as [keyof typeof reportPeriods, ...(keyof typeof reportPeriods)[]])
export type ReportPeriod = z.infer<typeof ReportPeriod>

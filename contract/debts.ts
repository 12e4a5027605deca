import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Time, Yuan } from './scalars.ts'

/** A user's debt beyond the balance, and what happens if it is not paid (requirements §9, product §5). */
export const Debt = z
  .object({
    principal: Yuan.meta({ description: '欠款，不含滞纳金' }),
    late_fee: Yuan.meta({ description: '已计的滞纳金' }),
    owed: Yuan.meta({ description: '充值多少即可结清' }),
    since: Time,
    days: z.number().int().meta({ description: '已满的逾期天数' }),
    terminates_at: Time.nullable().meta({ description: '到此仍未结清即终止服务；已终止时为 null' }),
    terminated_at: Time.nullable(),
  })
  .meta({ id: 'Debt' })
export type Debt = z.infer<typeof Debt>

export const debts = {
  get: endpoint({
    method: 'GET',
    path: '/api/v1/debt',
    access: 'user',
    summary: '欠款与滞纳金；没有欠款时为 null',
    description: 'Returns what the caller owes with late fees and when service ends over it, or null without debt.',
    source: 'decided: product §5',
    data: Debt.nullable(),
  }),
}

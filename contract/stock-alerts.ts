import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { listQuery } from './list.ts'
import { ById, Id, Time } from './scalars.ts'

export const stockAlertStates = { waiting: '等待到货', sent: '已提醒', cancelled: '已取消' } as const
export type StockAlertState = keyof typeof stockAlertStates
const State = z.enum(Object.keys(stockAlertStates) as [StockAlertState, ...StockAlertState[]])

/** A one-time alert for when a single instance can get that many cards of a product. It reserves nothing; the queue does. */
export const StockAlert = z
  .object({
    id: Id,
    product_id: Id,
    product_name: z.string(),
    region_name: z.string(),
    gpu_num: z.number().int(),
    state: State,
    created_at: Time,
    ended_at: Time.nullable(),
  })
  .meta({ id: 'StockAlert' })
export type StockAlert = z.infer<typeof StockAlert>

export const stockAlerts = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/stock_alert/list',
    access: 'user',
    summary: '我的到货提醒，新的在前',
    description: "Lists the caller's stock alerts, newest first.",
    source: 'decided: docs/decisions/026',
    query: listQuery(['created_at'], { state: State.optional(), product_id: Id.optional() }),
    data: z.array(StockAlert),
    paged: true,
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/v1/stock_alert',
    access: 'user',
    idempotent: true,
    summary: '能租到这么多卡时提醒一次；已有同样的提醒时返回它',
    description: 'Asks for one notification once so many cards can be rented; returns the same alert if there is one.',
    message: '已设提醒',
    source: 'decided: docs/decisions/026',
    body: z.object({
      product_id: Id,
      gpu_num: z.number({ error: '请选择卡数' }).int('卡数须为整数').min(1, '卡数至少 1').max(8, '卡数最多 8'),
    }),
    data: StockAlert,
  }),
  cancel: endpoint({
    method: 'POST',
    path: '/api/v1/stock_alert/:id/cancel',
    access: 'user',
    owned: 'stock_alert',
    idempotent: true,
    summary: '取消到货提醒',
    description: 'Cancels a waiting stock alert.',
    message: '已取消提醒',
    source: 'decided: docs/decisions/026',
    params: ById,
    data: StockAlert,
  }),
}

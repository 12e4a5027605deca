import { limits } from '#contract/limits.ts'
import { stock_alerts } from '#contract/stock-alerts.ts'
import { call } from '#src/api/call.ts'

// Imported lazily: only who is signed in and waits for cards needs it.

export const getWaitingAlerts = async () =>
  (await call(stock_alerts.list, { query: { state: 'waiting', page_size: limits.stock_alerts_max } })).data
export const createAlert = async (product_id: string, gpu_num: number) =>
  (await call(stock_alerts.create, { body: { product_id, gpu_num } })).data
export const cancelAlert = async (id: string) => (await call(stock_alerts.cancel, { params: { id } })).data

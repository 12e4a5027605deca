import { limits } from '#contract/limits.ts'
import { stockAlerts } from '#contract/stock-alerts.ts'
import { callEndpoint } from '#src/api/call.ts'

// Imported lazily: only signed-in users who wait for cards need it.

export const listWaitingStockAlerts = async () =>
  (await callEndpoint(stockAlerts.list, { query: { state: 'waiting', page_size: limits.stockAlertsMax } })).data
export const requestStockAlert = async (productId: string, gpuNum: number) =>
  (await callEndpoint(stockAlerts.create, { body: { product_id: productId, gpu_num: gpuNum } })).data
export const cancelOwnStockAlert = async (id: string) => (await callEndpoint(stockAlerts.cancel, { params: { id } })).data

import { stockAlerts } from '#contract/stock-alerts.ts'
import { cancelStockAlert, createStockAlert, listStockAlerts } from '#server/domains/rentals/stock-alerts/stock-alerts.service.ts'
import { type HttpDeps, mountEndpoints } from '#server/http/mount.ts'

export const stockAlertRoutes = (http: HttpDeps) =>
  mountEndpoints(http, 'stock_alerts', stockAlerts, {
    list: (ctx, { query }) => listStockAlerts(ctx, query),
    create: (ctx, { body }) => createStockAlert(ctx, body),
    cancel: (ctx, { params }) => cancelStockAlert(ctx, params.id),
  })

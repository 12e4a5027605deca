import { stock_alerts } from '#contract/stock-alerts.ts'
import { cancelAlert, createAlert, listAlerts } from '#server/domains/rentals/stock-alerts/stock-alerts.service.ts'
import { type Http, mount } from '#server/http/mount.ts'

export const stockAlertRoutes = (http: Http) =>
  mount(http, 'stock_alerts', stock_alerts, {
    list: (ctx, { query }) => listAlerts(ctx, query),
    create: (ctx, { body }) => createAlert(ctx, body),
    cancel: (ctx, { params }) => cancelAlert(ctx, params.id),
  })

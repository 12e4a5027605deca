import { monitor } from '#contract/monitor.ts'
import { listInstanceUsage } from '#server/domains/rentals/monitor/instance-usage.service.ts'
import { getMonitor } from '#server/domains/rentals/monitor/monitor.service.ts'
import { type HttpDeps, mountEndpoints } from '#server/http/mount.ts'

export const monitorRoutes = (http: HttpDeps) =>
  mountEndpoints(http, 'monitor', monitor, {
    usage: (ctx, { query }) => listInstanceUsage(ctx, query.ids.split(',')),
    read: (ctx, { params, query }) => getMonitor(ctx, params.id, query),
  })

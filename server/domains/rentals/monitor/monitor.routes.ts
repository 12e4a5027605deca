import { monitor } from '#contract/monitor.ts'
import { readMonitor } from '#server/domains/rentals/monitor/monitor.service.ts'
import { type Http, mount } from '#server/http/mount.ts'

export const monitorRoutes = (http: Http) =>
  mount(http, 'monitor', monitor, { read: (ctx, { params, query }) => readMonitor(ctx, params.id, query) })

import { monitor } from '#contract/monitor.ts'
import { type Http, mount } from '#server/http/mount.ts'
import { readMonitor } from '#server/modules/monitor/monitor.service.ts'

export const monitorRoutes = (http: Http) =>
  mount(http, 'monitor', monitor, { read: (ctx, { params, query }) => readMonitor(ctx, params.id, query) })

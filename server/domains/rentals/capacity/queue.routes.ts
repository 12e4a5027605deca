import { queue } from '#contract/queue.ts'
import {
  cancelQueueEntry,
  getBootQueueForecast,
  getQueueEntry,
  getQueueForecast,
  joinQueueToBoot,
  joinQueueToCreate,
  listQueueEntries,
} from '#server/domains/rentals/capacity/queue.service.ts'
import { type HttpDeps, mountEndpoints } from '#server/http/mount.ts'

export const queueRoutes = (http: HttpDeps) =>
  mountEndpoints(http, 'queue', queue, {
    list: (ctx, { query }) => listQueueEntries(ctx, query),
    outlook: (ctx, { query }) => getQueueForecast(ctx, query.product_id, query.gpu_num),
    boot_outlook: (ctx, { params }) => getBootQueueForecast(ctx, params.id),
    get: (ctx, { params }) => getQueueEntry(ctx, params.id),
    create: (ctx, { body }) => joinQueueToCreate(ctx, body.form, body.max_price_hour),
    boot: (ctx, { params, body }) => joinQueueToBoot(ctx, params.id, body),
    cancel: (ctx, { params }) => cancelQueueEntry(ctx, params.id),
  })

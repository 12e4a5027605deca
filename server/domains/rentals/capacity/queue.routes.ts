import { queue } from '#contract/queue.ts'
import {
  bootOutlook,
  cancelEntry,
  getEntry,
  joinBoot,
  joinCreate,
  listEntries,
  outlook,
} from '#server/domains/rentals/capacity/queue.service.ts'
import { type Http, mount } from '#server/http/mount.ts'

export const queueRoutes = (http: Http) =>
  mount(http, 'queue', queue, {
    list: (ctx, { query }) => listEntries(ctx, query),
    outlook: (ctx, { query }) => outlook(ctx, query.product_id, query.gpu_num),
    boot_outlook: (ctx, { params }) => bootOutlook(ctx, params.id),
    get: (ctx, { params }) => getEntry(ctx, params.id),
    create: (ctx, { body }) => joinCreate(ctx, body.form, body.max_price_hour),
    boot: (ctx, { params, body }) => joinBoot(ctx, params.id, body),
    cancel: (ctx, { params }) => cancelEntry(ctx, params.id),
  })

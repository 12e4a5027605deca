import { orders } from '#contract/orders.ts'
import { type Http, mount } from '#server/http/mount.ts'
import { getOrderDetail } from '#server/modules/orders/order-detail.service.ts'
import { presentOrder } from '#server/modules/orders/orders.present.ts'
import { listOrders, placeOrder } from '#server/modules/orders/orders.service.ts'
import { cancelSaved, paySaved, saveOrder } from '#server/modules/orders/pending.service.ts'
import { quoteInstance } from '#server/modules/orders/quote.service.ts'

export const orderRoutes = (http: Http) =>
  mount(http, 'orders', orders, {
    quote: (ctx, { body }) => quoteInstance(ctx, body),
    create: (ctx, { body }) => placeOrder(ctx, body.quote),
    save: (ctx, { body }) => saveOrder(ctx, body.quote),
    pay: (ctx, { params }) => paySaved(ctx, params.id),
    cancel: (ctx, { params }) => cancelSaved(ctx, params.id),
    list: async (ctx, { query }) => {
      const { items, total } = await listOrders(ctx, query)
      return { items: items.map(presentOrder), total }
    },
    get: (ctx, { params }) => getOrderDetail(ctx, params.id),
  })

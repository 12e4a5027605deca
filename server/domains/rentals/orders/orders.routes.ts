import { orders } from '#contract/orders.ts'
import { getOrderDetail } from '#server/domains/rentals/orders/order-detail.service.ts'
import { presentOrder } from '#server/domains/rentals/orders/orders.presenter.ts'
import { listOrders, placeOrder } from '#server/domains/rentals/orders/orders.service.ts'
import { quoteInstance } from '#server/domains/rentals/orders/quote.service.ts'
import { cancelSavedOrder, paySavedOrder, saveOrder } from '#server/domains/rentals/orders/saved-orders.service.ts'
import { type HttpDeps, inOneTransaction, mountEndpoints } from '#server/http/mount.ts'

export const orderRoutes = (http: HttpDeps) =>
  mountEndpoints(http, 'orders', orders, {
    quote: (ctx, { body }) => quoteInstance(ctx, body),
    create: inOneTransaction((ctx, { body }) => placeOrder(ctx, body.quote)),
    save: (ctx, { body }) => saveOrder(ctx, body.quote),
    pay: (ctx, { params }) => paySavedOrder(ctx, params.id),
    cancel: (ctx, { params }) => cancelSavedOrder(ctx, params.id),
    list: async (ctx, { query }) => {
      const { items, total } = await listOrders(ctx, query)
      return { items: items.map(presentOrder), total }
    },
    get: (ctx, { params }) => getOrderDetail(ctx, params.id),
  })

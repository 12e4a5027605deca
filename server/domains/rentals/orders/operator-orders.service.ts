import { presentOrder } from '#server/domains/rentals/orders/orders.presenter.ts'
import { ordersRepo } from '#server/domains/rentals/orders/orders.repo.ts'
import type { Context } from '#server/http/context.ts'

/** Lists the orders of all users, for operators. */
export async function listAllOrders({ deps }: Context, query: Parameters<ReturnType<typeof ordersRepo>['listAll']>[0]) {
  const { items, total } = await ordersRepo(deps.database.kysely).listAll(query)
  return {
    items: items.map((row) => ({
      ...presentOrder(row),
      owner: { id: row.user_id, nickname: row.nickname },
      price_version: row.price_version,
    })),
    total,
  }
}

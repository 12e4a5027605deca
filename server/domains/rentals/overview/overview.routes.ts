import { consumption } from '#contract/consumption.ts'
import { wallet } from '#contract/wallet.ts'
import { getWallet } from '#server/domains/money/wallet/wallet.service.ts'
import { countOwnInstances, listRecentEvents } from '#server/domains/rentals/instances/instances.service.ts'
import { getCostOverview } from '#server/domains/rentals/overview/cost-overview.service.ts'
import { getDailySpend } from '#server/domains/rentals/overview/daily-spend.service.ts'
import { listOverviewTodos } from '#server/domains/rentals/overview/todos.service.ts'
import { type HttpDeps, mountEndpoints } from '#server/http/mount.ts'

/** Overview endpoints that combine money and instances. */
export function overviewRoutes(http: HttpDeps): void {
  mountEndpoints(
    http,
    'wallet',
    { overview: wallet.overview },
    {
      overview: async (ctx) => {
        const own = await getWallet(ctx)
        return {
          wallet: own,
          counts: await countOwnInstances(ctx),
          todos: await listOverviewTodos(ctx, own.hours_left),
          events: await listRecentEvents(ctx),
        }
      },
    },
  )
  const { overview, daily } = consumption
  mountEndpoints(
    http,
    'consumption',
    { overview, daily },
    {
      overview: getCostOverview,
      daily: (ctx, { query }) => getDailySpend(ctx, { count: Number(query.days), basis: query.basis }),
    },
  )
}

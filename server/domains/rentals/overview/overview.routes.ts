import { consumption } from '#contract/consumption.ts'
import { wallet } from '#contract/wallet.ts'
import { getWallet } from '#server/domains/money/wallet/wallet.service.ts'
import { countOwnInstances, listRecentEvents } from '#server/domains/rentals/instances/instances.service.ts'
import { getCostOverview } from '#server/domains/rentals/overview/cost-overview.service.ts'
import { type HttpDeps, mountEndpoints } from '#server/http/mount.ts'

/** Overview endpoints that combine money and instances. */
export function overviewRoutes(http: HttpDeps): void {
  mountEndpoints(
    http,
    'wallet',
    { overview: wallet.overview },
    {
      overview: async (ctx) => ({
        wallet: await getWallet(ctx),
        counts: await countOwnInstances(ctx),
        events: await listRecentEvents(ctx),
      }),
    },
  )
  mountEndpoints(http, 'consumption', { overview: consumption.overview }, { overview: getCostOverview })
}

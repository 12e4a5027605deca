import { consumption } from '#contract/consumption.ts'
import { wallet } from '#contract/wallet.ts'
import { getWallet } from '#server/domains/money/wallet/wallet.service.ts'
import { countsOf, recentEvents } from '#server/domains/rentals/instances/instances.service.ts'
import { costOverview } from '#server/domains/rentals/overview/cost-overview.service.ts'
import { type Http, mount } from '#server/http/mount.ts'

/** What is told of money and instances at once. */
export function overviewRoutes(http: Http): void {
  mount(
    http,
    'wallet',
    { overview: wallet.overview },
    {
      overview: async (ctx) => ({ wallet: await getWallet(ctx), counts: await countsOf(ctx), events: await recentEvents(ctx) }),
    },
  )
  mount(http, 'consumption', { overview: consumption.overview }, { overview: costOverview })
}

import { activities } from '#contract/activities.ts'
import { type Banner, banners } from '#contract/banners.ts'
import { platform } from '#contract/platform.ts'
import { type Product, products } from '#contract/products.ts'
import { promotions } from '#src/site/home/promotions.ts'
import { homeDataStore } from '#src/site/offers/home-data.ts'
import { mockRawCall, toAcceptedResponse } from '#tests/web/ui/header/wire.ts'
import { buildServerInfo } from '../support/server-info.ts'
import { toHomeProduct } from './offers.ts'

type ServerInfo = Parameters<typeof buildServerInfo>[0]

/** What the home page asks beyond its products. */
export function serveHomeSite({
  info,
  running = [],
  shown = [],
}: {
  info?: ServerInfo
  running?: object[]
  shown?: object[]
} = {}): void {
  mockRawCall(platform.server_info, () => toAcceptedResponse({ ...buildServerInfo(info) }))
  mockRawCall(activities.list, () => toAcceptedResponse(running as never))
  mockRawCall(banners.list, () => toAcceptedResponse(shown as never))
}

/** Puts these on the market and has the page know them. */
export async function loadHomeProducts(market: Product[]): Promise<void> {
  mockRawCall(products.home, () => toAcceptedResponse({ data: market.map(toHomeProduct) }))
  mockRawCall(products.list, () => toAcceptedResponse(market, { total: market.length }))
  await homeDataStore.refresh()
}

/** As above, for what the carousel shows. */
export async function loadPromotions(running: object[], shown: object[] = []): Promise<void> {
  serveHomeSite({ running, shown })
  await promotions.load(new AbortController().signal)
}

export const buildHomeActivity = (change: object = {}) => ({
  id: 'activity-1',
  image: '',
  art: 'wave',
  activity_title: '年终包周 8 折',
  activity_content: '已有的实例也可以参加。',
  product_data: { product_id: 'p-a100,p-2', discount_type: 'week', price_unit: 3 },
  period: 1,
  percent: 80,
  audience: 'all',
  per_user: 2,
  remaining: 36,
  price_from: '872.00',
  origin_from: '1090.00',
  starts_at: '2026-11-20T00:00:00Z',
  ends_at: '2026-11-30T16:00:00Z',
  ...change,
})

export const buildBanner = (change: Partial<Banner> = {}): Banner => ({
  id: 'banner-1',
  title: '昇腾上架',
  text: '按小时租用。',
  link: '/market',
  art: 'rings',
  ...change,
})

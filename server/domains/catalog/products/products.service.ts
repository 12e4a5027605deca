import type { Kysely } from 'kysely'
import type { z } from 'zod'
import { chargeRuleHours } from '#contract/charge-rule-hours.ts'
import type { products } from '#contract/products.ts'
import type { DB } from '#server/db/types.ts'
import type { Deps } from '#server/deps.ts'
import { type ProductOffer, type ProductRow, productsRepo } from '#server/domains/catalog/products/products.repo.ts'
import type { Context } from '#server/http/context.ts'
import { Refusal } from '#server/lib/refusal.ts'

type MarketQuery = z.output<(typeof products)['list']['query']>

/** The lowest hourly price of one card across the three charge rules, in 1e-6 yuan. */
const computeCardHourMicro = ({ hour_micro: hourMicro, day_micro: dayMicro, week_micro: weekMicro }: ProductOffer): number =>
  Math.min(Number(hourMicro), Number(dayMicro) / Number(chargeRuleHours.day), Number(weekMicro) / Number(chargeRuleHours.week))

const sortKeys = {
  price: (offer: ProductOffer) => Number(offer.hour_micro),
  card_hour: computeCardHourMicro,
  vram: (offer: ProductOffer) => offer.vram_gb,
  gpu_idles: (offer: ProductOffer) => offer.gpu_idles,
  fp16: (offer: ProductOffer) => offer.fp16,
}

/** Converts a price limit typed in yuan to micro, to compare it with prices. */
const toMicroYuan = (yuan: number): bigint => BigInt(Math.round(yuan * 1e6))

const matchesQuery = (offer: ProductOffer, q: MarketQuery): boolean =>
  (!q.region_id || offer.region_id === q.region_id) &&
  (!q.gpu_model || offer.gpu_model === q.gpu_model) &&
  (!q.vendor || offer.vendor === q.vendor) &&
  (!q.gpu_num || offer.gpu_idles >= q.gpu_num) &&
  (!q.vram_min || offer.vram_gb >= q.vram_min) &&
  (!q.cpu_min || offer.cpu >= q.cpu_min) &&
  (q.price_max === undefined || offer.hour_micro <= toMicroYuan(q.price_max)) &&
  (!q.keyword || `${offer.name} ${offer.gpu_model} ${offer.region_name}`.toLowerCase().includes(q.keyword.toLowerCase()))

/** What every host in use can do, and whether any is simulated; null while there is none. */
export const getCommonPromise = ({ database }: Pick<Deps, 'database'>) => productsRepo(database.kysely).promise()

/** Lists the market: a few dozen offers, filtered and sorted in memory (product §3). */
export async function listProductOffers(
  { deps }: Context,
  query: MarketQuery,
): Promise<{ items: ProductOffer[]; total: number }> {
  const offers = (await productsRepo(deps.database.kysely).offers()).filter((offer) => matchesQuery(offer, query))
  if (query.sort) {
    const key = sortKeys[query.sort]
    const sign = query.order === 'desc' ? -1 : 1
    offers.sort((a, b) => sign * (key(a) - key(b)) || a.sort - b.sort)
  }
  const from = (query.page - 1) * query.page_size
  return { items: offers.slice(from, from + query.page_size), total: offers.length }
}

/** The home list leaves out names containing 4090 (requirements §7). */
export const listHomeOffers = async ({ deps }: Context): Promise<ProductOffer[]> =>
  (await productsRepo(deps.database.kysely).offers()).filter((offer) => !offer.name.includes('4090'))

/** Returns all products on sale, with price and availability. */
export const listOffersOnSale = (db: Kysely<DB>): Promise<ProductOffer[]> => productsRepo(db).offers()

/** Selects a product on sale, without price and availability. */
export const selectProductOnSale = (db: Kysely<DB>, id: string) => productsRepo(db).selectOnSale(id)
export const findProductOnSale = (db: Kysely<DB>, id: string): Promise<ProductRow | undefined> =>
  selectProductOnSale(db, id).executeTakeFirst()

/** Returns a product on sale, with price and availability. */
export const findProductOffer = async (db: Kysely<DB>, id: string): Promise<ProductOffer | undefined> =>
  (await productsRepo(db).offers(id))[0]

export async function getProductOffer({ deps }: Context, id: string): Promise<ProductOffer> {
  const offer = await findProductOffer(deps.database.kysely, id)
  if (!offer) throw new Refusal('not_found')
  return offer
}

export async function listGpuModels({ deps }: Context): Promise<Pick<ProductOffer, 'gpu_model' | 'vendor' | 'vram_gb'>[]> {
  const offers = await productsRepo(deps.database.kysely).offers()
  return [...new Map(offers.map((offer) => [offer.gpu_model, offer])).values()]
}

export const listPublicRegions = ({ deps }: Context) => productsRepo(deps.database.kysely).regions()
export const listOfferedBaseImages = ({ deps }: Context, vendor?: string) => productsRepo(deps.database.kysely).images(vendor)

import type { Kysely } from 'kysely'
import type { z } from 'zod'
import type { products } from '#contract/products.ts'
import type { DB } from '#server/db/types.ts'
import { type Offer, type Product, productsRepo } from '#server/domains/catalog/products/products.repo.ts'
import type { Context } from '#server/http/context.ts'
import { Refusal } from '#server/lib/refusal.ts'

type MarketQuery = z.output<(typeof products)['list']['query']>

/** The least an hour of one card comes to under any of the three rules, 1e-6 yuan. */
const cardHour = ({ hour_micro, day_micro, week_micro }: Offer): number =>
  Math.min(Number(hour_micro), Number(day_micro) / 24, Number(week_micro) / 168)

const sort_keys = {
  price: (offer: Offer) => Number(offer.hour_micro),
  card_hour: cardHour,
  vram: (offer: Offer) => offer.vram_gb,
  gpu_idles: (offer: Offer) => offer.gpu_idles,
  fp16: (offer: Offer) => offer.fp16,
}

/** Of a limit somebody typed, in yuan, to compare prices with. */
const microOfYuan = (yuan: number): bigint => BigInt(Math.round(yuan * 1e6))

const matches = (offer: Offer, q: MarketQuery): boolean =>
  (!q.region_id || offer.region_id === q.region_id) &&
  (!q.gpu_model || offer.gpu_model === q.gpu_model) &&
  (!q.vendor || offer.vendor === q.vendor) &&
  (!q.gpu_num || offer.gpu_idles >= q.gpu_num) &&
  (!q.vram_min || offer.vram_gb >= q.vram_min) &&
  (!q.cpu_min || offer.cpu >= q.cpu_min) &&
  (q.price_max === undefined || offer.hour_micro <= microOfYuan(q.price_max)) &&
  (!q.keyword || `${offer.name} ${offer.gpu_model} ${offer.region_name}`.toLowerCase().includes(q.keyword.toLowerCase()))

/** The market: a few dozen offers, filtered and sorted in memory (product §3). */
export async function listOffers({ deps }: Context, query: MarketQuery): Promise<{ items: Offer[]; total: number }> {
  const offers = (await productsRepo(deps.database.kysely).offers()).filter((offer) => matches(offer, query))
  if (query.sort) {
    const key = sort_keys[query.sort]
    const sign = query.order === 'desc' ? -1 : 1
    offers.sort((a, b) => sign * (key(a) - key(b)) || a.sort - b.sort)
  }
  const from = (query.page - 1) * query.page_size
  return { items: offers.slice(from, from + query.page_size), total: offers.length }
}

/** The home list leaves out names containing 4090 (spec §7). */
export const listHomeOffers = async ({ deps }: Context): Promise<Offer[]> =>
  (await productsRepo(deps.database.kysely).offers()).filter((offer) => !offer.name.includes('4090'))

/** Everything that is on sale, with its price and what is free of it. */
export const listOnSale = (db: Kysely<DB>): Promise<Offer[]> => productsRepo(db).offers()

/** A product that is on sale, as it is rented out. */
export const findProduct = (db: Kysely<DB>, id: string): Promise<Product | undefined> => productsRepo(db).onSale(id)

/** A product that is on sale, with its price and what is free of it. */
export const findOffer = async (db: Kysely<DB>, id: string): Promise<Offer | undefined> => (await productsRepo(db).offers(id))[0]

export async function getOffer({ deps }: Context, id: string): Promise<Offer> {
  const offer = await findOffer(deps.database.kysely, id)
  if (!offer) throw new Refusal('not_found')
  return offer
}

export async function listModels({ deps }: Context): Promise<Pick<Offer, 'gpu_model' | 'vendor' | 'vram_gb'>[]> {
  const offers = await productsRepo(deps.database.kysely).offers()
  return [...new Map(offers.map((offer) => [offer.gpu_model, offer])).values()]
}

export const listRegions = ({ deps }: Context) => productsRepo(deps.database.kysely).regions()
export const listImages = ({ deps }: Context, vendor?: string) => productsRepo(deps.database.kysely).images(vendor)

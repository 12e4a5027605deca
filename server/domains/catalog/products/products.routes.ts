import type { z } from 'zod'
import { price_units } from '#contract/charge-rule.ts'
import { yuanOfMicro } from '#contract/money.ts'
import { products, type Vendor } from '#contract/products.ts'
import { activityOfProducts } from '#server/domains/catalog/activities/activities.service.ts'
import type { Offer } from '#server/domains/catalog/products/products.repo.ts'
import {
  getOffer,
  listHomeOffers,
  listImages,
  listModels,
  listOffers,
  listRegions,
} from '#server/domains/catalog/products/products.service.ts'
import type { Context } from '#server/http/context.ts'
import { type Http, mount } from '#server/http/mount.ts'

const vendorOf = (row: { vendor: string }) => row.vendor as z.infer<typeof Vendor>

type Under = { id: string; title: string } | null

const present = (offer: Offer, activity: Under) => ({
  id: offer.id,
  name: offer.name,
  region_id: offer.region_id,
  region_name: offer.region_name,
  activity,
  gpu_model: offer.gpu_model,
  vendor: vendorOf(offer),
  vram: offer.vram_gb,
  gpu_idles: offer.gpu_idles,
  gpu_free: offer.gpu_free,
  gpu_total: offer.gpu_total,
  max_gpu_num: offer.max_gpu_num,
  waiting: offer.waiting,
  simulated: offer.simulated,
  gpu_info: { fp32: offer.fp32, fp16: offer.fp16 },
  peer_gpu: { cpu: offer.cpu, memory: offer.memory_gb, net_speed: offer.net_mbps, sys_disk: offer.sys_disk_gb },
  price: {
    hour: yuanOfMicro(offer.hour_micro),
    day: yuanOfMicro(offer.day_micro),
    week: yuanOfMicro(offer.week_micro),
    hour_origin: yuanOfMicro(offer.hour_origin_micro),
    day_origin: yuanOfMicro(offer.day_origin_micro),
    week_origin: yuanOfMicro(offer.week_origin_micro),
  },
  price_units,
})

/** Each offer beside the activity it is under now, for whoever asks. */
async function presenter(ctx: Context) {
  const under = await activityOfProducts(ctx)
  return (offer: Offer) => present(offer, under.get(offer.id) ?? null)
}

export const productRoutes = (http: Http) =>
  mount(http, 'products', products, {
    home: async (ctx) => ({ data: (await listHomeOffers(ctx)).map(await presenter(ctx)) }),
    list: async (ctx, { query }) => {
      const { items, total } = await listOffers(ctx, query)
      return { items: items.map(await presenter(ctx)), total }
    },
    get: async (ctx, { params }) => (await presenter(ctx))(await getOffer(ctx, params.id)),
    regions: (ctx) => listRegions(ctx),
    models: async (ctx) =>
      (await listModels(ctx)).map((row) => ({ gpu_model: row.gpu_model, vendor: vendorOf(row), vram: row.vram_gb })),
    images: async (ctx, { query }) => (await listImages(ctx, query.vendor)).map((row) => ({ ...row, vendor: vendorOf(row) })),
  })

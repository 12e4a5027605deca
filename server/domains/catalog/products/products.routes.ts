import type { z } from 'zod'
import { priceUnits } from '#contract/charge-rule.ts'
import { formatMicroAsYuan } from '#contract/money.ts'
import { products, type Vendor } from '#contract/products.ts'
import { loadActivityByProduct } from '#server/domains/catalog/activities/activities.service.ts'
import type { ProductOffer } from '#server/domains/catalog/products/products.repo.ts'
import {
  getProductOffer,
  listGpuModels,
  listHomeOffers,
  listOfferedBaseImages,
  listProductOffers,
  listPublicRegions,
} from '#server/domains/catalog/products/products.service.ts'
import type { Context } from '#server/http/context.ts'
import { type HttpDeps, mountEndpoints } from '#server/http/mount.ts'

const vendorOf = (row: { vendor: string }) => row.vendor as z.infer<typeof Vendor>

type ActivityRef = { id: string; title: string } | null

const present = (offer: ProductOffer, activity: ActivityRef) => ({
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
  capabilities: offer.capabilities,
  gpu_info: { fp32: offer.fp32, fp16: offer.fp16 },
  peer_gpu: { cpu: offer.cpu, memory: offer.memory_gb, net_speed: offer.net_mbps, sys_disk: offer.sys_disk_gb },
  price: {
    hour: formatMicroAsYuan(offer.hour_micro),
    day: formatMicroAsYuan(offer.day_micro),
    week: formatMicroAsYuan(offer.week_micro),
    hour_origin: formatMicroAsYuan(offer.hour_origin_micro),
    day_origin: formatMicroAsYuan(offer.day_origin_micro),
    week_origin: formatMicroAsYuan(offer.week_origin_micro),
  },
  price_units: priceUnits,
})

/** Presents each offer with the activity it is under now for this caller. */
async function loadOfferPresenter(ctx: Context) {
  const under = await loadActivityByProduct(ctx)
  return (offer: ProductOffer) => present(offer, under.get(offer.id) ?? null)
}

export const productRoutes = (http: HttpDeps) =>
  mountEndpoints(http, 'products', products, {
    home: async (ctx) => ({ data: (await listHomeOffers(ctx)).map(await loadOfferPresenter(ctx)) }),
    list: async (ctx, { query }) => {
      const { items, total } = await listProductOffers(ctx, query)
      return { items: items.map(await loadOfferPresenter(ctx)), total }
    },
    get: async (ctx, { params }) => (await loadOfferPresenter(ctx))(await getProductOffer(ctx, params.id)),
    regions: (ctx) => listPublicRegions(ctx),
    models: async (ctx) =>
      (await listGpuModels(ctx)).map((row) => ({ gpu_model: row.gpu_model, vendor: vendorOf(row), vram: row.vram_gb })),
    images: async (ctx, { query }) =>
      (await listOfferedBaseImages(ctx, query.vendor)).map((row) => ({ ...row, vendor: vendorOf(row) })),
  })

import { z } from 'zod'
import { Capabilities } from './capabilities.ts'
import { priceUnits } from './charge-rule.ts'
import { endpoint } from './endpoint.ts'
import { Keyword, listQuery } from './list.ts'
import { ById, Id, Yuan } from './scalars.ts'
import { type VendorName, vendorNames } from './vendors.ts'

export { vendorNames }
export const Vendor = z.enum(Object.keys(vendorNames) as [VendorName, ...VendorName[]])

/** Resources that come with one card. cpu: cores · memory, sys_disk: GB · net_speed: Mbit/s. */
const PeerGpu = z.object({
  cpu: z.number().int(),
  memory: z.number().int(),
  net_speed: z.number().int(),
  sys_disk: z.number().int(),
})
/** Charged price and list price of one card, in yuan per hour, day and week. */
export const ProductPrice = z.object({
  hour: Yuan,
  day: Yuan,
  week: Yuan,
  hour_origin: Yuan,
  day_origin: Yuan,
  week_origin: Yuan,
})

/** Number of each unit in `price`. */
const PriceUnits = z.object({
  hour: z.literal(priceUnits.hour),
  day: z.literal(priceUnits.day),
  week: z.literal(priceUnits.week),
})

/** requirements §3 "GPU product". fp16, fp32: TFLOPS. `gpu_idles`: the most cards a single request can get now (product §3). */
const HomeProduct = z
  .object({
    id: Id,
    name: z.string(),
    region_id: Id,
    activity: z
      .object({ id: Id, title: z.string() })
      .nullable()
      .meta({ description: '此刻可参与的活动中排在最前的；已登录时只看本人可以参与的' }),
    gpu_idles: z.number().int(),
    gpu_info: z.object({ fp32: z.number(), fp16: z.number() }),
    peer_gpu: PeerGpu,
    price: ProductPrice,
    price_units: PriceUnits,
  })
  .meta({ id: 'HomeProduct' })

export const Product = HomeProduct.extend({
  region_name: z.string(),
  gpu_model: z.string(),
  vendor: Vendor,
  vram: z.number().int().meta({ description: '每卡显存 GB' }),
  gpu_total: z.number().int(),
  gpu_free: z.number().int().meta({ description: '各主机空闲卡之和，不含为排队者保留的' }),
  waiting: z.number().int().meta({ description: '排队人数' }),
  max_gpu_num: z.number().int().meta({ description: '单实例最多卡数' }),
  simulated: z.boolean(),
  capabilities: Capabilities.nullable().meta({
    description: '无论实例落在这个产品的哪台主机上都能做到的；没有主机有这种卡时为空',
  }),
}).meta({ id: 'Product' })
export type Product = z.infer<typeof Product>

export const Region = z.object({ id: Id, name: z.string(), city: z.string() }).meta({ id: 'Region' })
export const BaseImage = z
  .object({
    id: Id,
    name: z.string(),
    framework: z.string(),
    version: z.string(),
    python: z.string(),
    runtime: z.string().meta({ description: 'CUDA / CANN / XPU 版本' }),
    vendor: Vendor,
    size_gb: z.number(),
  })
  .meta({ id: 'Image' })

export const products = {
  /** Home page list. Names containing 4090 are left out (requirements §7). The spec reads it as `data.data`. */
  home: endpoint({
    method: 'GET',
    path: '/api/v1/product_info_list',
    access: 'public',
    summary: '首页 GPU 产品',
    description: 'Lists the GPU products of the home page, with prices in yuan and the cards free now.',
    source: 'requirements §7',
    data: z.object({ data: z.array(HomeProduct) }),
  }),
  list: endpoint({
    method: 'GET',
    path: '/api/v1/product/list',
    access: 'public',
    summary: '算力市场',
    description: 'Lists GPU products on sale, filtered by region, model, vendor, stock or price.',
    source: 'decided: product §3',
    query: listQuery(['price', 'card_hour', 'vram', 'gpu_idles', 'fp16'], {
      region_id: Id.optional(),
      gpu_model: z.string().max(40).optional(),
      vendor: Vendor.optional(),
      gpu_num: z.coerce.number().int().min(1).max(8).optional().meta({ description: '一次能租到的卡数' }),
      vram_min: z.coerce.number().int().min(0).max(1000).optional(),
      price_max: z.coerce.number().min(0).max(100_000).optional().meta({ description: '元/卡·小时' }),
      cpu_min: z.coerce.number().int().min(0).max(1000).optional(),
      keyword: Keyword,
    }),
    data: z.array(Product),
    paged: true,
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/v1/product/:id',
    access: 'public',
    summary: '产品详情',
    description: 'Returns one product on sale, with its prices in yuan per card and its stock.',
    source: 'decided: product §3',
    params: ById,
    data: Product,
  }),
  regions: endpoint({
    method: 'POST',
    path: '/api/v1/region_list',
    access: 'public',
    summary: '地域',
    description: 'Lists the regions that products are offered in.',
    source: 'requirements §7',
    data: z.array(Region),
  }),
  models: endpoint({
    method: 'GET',
    path: '/api/v1/product_model_list',
    access: 'public',
    summary: 'GPU 型号',
    description: 'Lists the GPU models on sale, with vendor and memory in GB.',
    source: 'requirements §7',
    data: z.array(z.object({ gpu_model: z.string(), vendor: Vendor, vram: z.number().int() })),
  }),
  images: endpoint({
    method: 'GET',
    path: '/api/v1/image_list',
    access: 'public',
    summary: '基础镜像',
    description: 'Lists the base images an instance can be created with, optionally of one vendor.',
    source: 'requirements §7',
    query: z.object({ vendor: Vendor.optional() }),
    data: z.array(BaseImage),
  }),
}

import type { Product } from '#contract/products.ts'
import type { HomeProduct } from '#src/site/offers/offer.ts'
import { simulatedCapabilities } from '#tests/support/capabilities.ts'

export const buildMarketProduct = (change: Partial<Product> = {}): Product => ({
  id: 'p-a100',
  name: 'A100 80G',
  region_id: 'bj-1',
  region_name: '华北一区',
  activity: null,
  gpu_model: 'A100',
  vendor: 'nvidia',
  vram: 80,
  gpu_idles: 4,
  gpu_free: 6,
  gpu_total: 16,
  waiting: 0,
  max_gpu_num: 8,
  simulated: false,
  capabilities: simulatedCapabilities,
  gpu_info: { fp32: 19.5, fp16: 312 },
  peer_gpu: { cpu: 16, memory: 120, net_speed: 500, sys_disk: 30 },
  price: {
    hour: '7.28',
    day: '168.00',
    week: '1090.00',
    hour_origin: '7.28',
    day_origin: '174.72',
    week_origin: '1223.04',
  },
  price_units: { hour: 1, day: 2, week: 3 },
  ...change,
})

export const buildSoldOutProduct = (change: Partial<Product> = {}): Product =>
  buildMarketProduct({ id: 'p-h100', name: 'H100 80G', gpu_model: 'H100', gpu_idles: 0, gpu_free: 0, ...change })

/** A market product as the home list tells it. */
export const toHomeProduct = (product: Product): HomeProduct => ({
  id: product.id,
  name: product.name,
  region_id: product.region_id,
  activity: product.activity,
  gpu_idles: product.gpu_idles,
  gpu_info: product.gpu_info,
  peer_gpu: product.peer_gpu,
  price: product.price,
  price_units: product.price_units,
})

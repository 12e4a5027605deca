import { within } from '@testing-library/dom'
import { screen } from '@testing-library/react'
import { coupons } from '#contract/coupons.ts'
import { formatFenAsYuan } from '#contract/money.ts'
import { type CreateInstanceForm, type Order, orders, type Quote } from '#contract/orders.ts'
import { privateImages } from '#contract/private-images.ts'
import { type Product, products } from '#contract/products.ts'
import { queue } from '#contract/queue.ts'
import { secretKeys } from '#contract/secret-keys.ts'
import { wallet } from '#contract/wallet.ts'
import type { Catalogue } from '#src/features/instances/create/catalogue.ts'
import { simulatedCapabilities } from '#tests/support/capabilities.ts'
import { buildInstanceDetail, serveInstanceDetail } from '#tests/web/features/instances/rentals.ts'
import { buildSecretKey } from '#tests/web/support/keys.ts'
import { buildWallet } from '#tests/web/support/wallet.ts'
import { mockCall } from '#tests/web/support/wire.ts'

export const buildProduct = (change: Partial<Product> = {}): Product => ({
  id: 'product-4090',
  name: 'RTX 4090',
  region_id: 'north',
  region_name: '华北一区',
  activity: null,
  gpu_model: 'RTX 4090',
  vendor: 'nvidia',
  vram: 24,
  gpu_total: 16,
  waiting: 0,
  gpu_free: 9,
  gpu_idles: 4,
  max_gpu_num: 8,
  gpu_info: { fp32: 82.6, fp16: 165.2 },
  peer_gpu: { cpu: 14, memory: 60, net_speed: 100, sys_disk: 30 },
  price: {
    hour: '2.28',
    day: '51.98',
    week: '337.07',
    hour_origin: '2.28',
    day_origin: '54.72',
    week_origin: '383.04',
  },
  price_units: { hour: 1, day: 2, week: 3 },
  simulated: true,
  capabilities: simulatedCapabilities,
  ...change,
})

const price = (hour: string) => ({ ...buildProduct().price, hour })

export const buildCatalogue = (): Catalogue => ({
  regions: [
    { id: 'north', name: '华北一区', city: '北京' },
    { id: 'east', name: '华东一区', city: '上海' },
  ],
  products: [
    buildProduct({
      id: 'product-h800',
      name: 'H800',
      gpu_model: 'H800',
      gpu_idles: 0,
      gpu_free: 0,
      waiting: 3,
      price: price('14.88'),
    }),
    buildProduct(),
    buildProduct({ id: 'product-a100', name: 'A100', gpu_model: 'A100', gpu_idles: 8, gpu_free: 8, price: price('6.88') }),
    buildProduct({ id: 'product-4090-east', region_id: 'east', region_name: '华东一区', gpu_idles: 8 }),
    buildProduct({
      id: 'product-910b',
      name: '910B',
      gpu_model: '910B',
      vendor: 'ascend',
      region_id: 'east',
      region_name: '华东一区',
    }),
  ],
  images: [
    {
      id: 'image-torch',
      name: 'PyTorch',
      framework: 'PyTorch',
      version: '2.6',
      python: '3.12',
      runtime: 'CUDA 12.4',
      vendor: 'nvidia',
      size_gb: 9.8,
    },
    {
      id: 'image-tf',
      name: 'TensorFlow',
      framework: 'TensorFlow',
      version: '2.18',
      python: '3.11',
      runtime: 'CUDA 12.3',
      vendor: 'nvidia',
      size_gb: 8.4,
    },
    {
      id: 'image-mind',
      name: 'MindSpore',
      framework: 'MindSpore',
      version: '2.5',
      python: '3.11',
      runtime: 'CANN 8.0',
      vendor: 'ascend',
      size_gb: 7.9,
    },
  ],
  keys: [buildSecretKey(1, { name: '工作站' }), buildSecretKey(2, { name: '笔记本' })],
})

/** What of the community somebody comes with. */
export const buildCommunityVersion = (imageId: string) => ({
  id: 'version-lora',
  image_id: imageId,
  community_image_id: 'community-lora',
  name: 'LoRA 微调',
  version: '2.0',
  framework: 'PyTorch',
  python: '3.12',
  runtime: 'CUDA 12.4',
  vendor: 'nvidia' as const,
  size_gb: 9.8,
  price_hour: '0.50',
  licence: 'MIT',
  published_at: '2026-11-20T04:00:00.000Z',
})

export const buildQuote = (change: Partial<Quote> = {}): Quote => ({
  token: 'quote-1',
  expires_at: new Date(Date.now() + 600_000).toISOString(),
  amount: '0.00',
  price_hour: '2.28',
  lines: [
    { title: 'RTX 4090 × 1', detail: '¥2.28/卡/小时 × 1 卡', amount: '2.28' },
    { title: '数据盘 50 GB', detail: '50 GB 以内免费', amount: '0.00' },
  ],
  starts: '从「运行中」开始按秒计费。',
  stops: '关机即停止计费。',
  data_note: '关机后数据保留。',
  gaps: [],
  balance: '447.94',
  required: '2.28',
  enough: true,
  in_stock: true,
  real_name_passed: true,
  ...change,
})

export const buildOrder = (change: Partial<Order> = {}): Order => ({
  id: 'order-1',
  kind: 'create_instance',
  title: '创建实例',
  status: 'done',
  amount: '0.00',
  charge_rule: 'hour',
  price_unit: 1,
  quantity: 1,
  instance_id: 'gpu-1',
  instance_name: '微调',
  created_at: '2026-11-21T06:00:00Z',
  discount: '0.00',
  voucher: '0.00',
  refunded: '0.00',
  paid_at: '2026-11-21T06:00:00Z',
  expires_at: null,
  ...change,
})

export interface OrderServer {
  catalogue: Catalogue
  /** What was asked to be priced. */
  quoted: CreateInstanceForm[]
  /** What was ordered: the quote named, and the key. */
  ordered: { quote: string; key: string | null }[]
}

interface Answers {
  quote?: (form: CreateInstanceForm, count: number) => Quote
  order?: (count: number) => Order | Promise<Order>
}

/** A server that sells the catalogue. Quotes are numbered and cost what their cards cost. */
export function serveCatalogue({ quote, order }: Answers = {}): OrderServer {
  const shop: OrderServer = { catalogue: buildCatalogue(), quoted: [], ordered: [] }
  serveInstanceDetail(() => buildInstanceDetail())
  mockCall(products.regions, () => [...shop.catalogue.regions])
  mockCall(products.list, () => ({ items: [...shop.catalogue.products], total: shop.catalogue.products.length }))
  mockCall(products.images, () => shop.catalogue.images.filter(({ from }) => !from))
  mockCall(privateImages.list, () => ({ items: [], total: 0 }))
  mockCall(privateImages.shared_list, () => ({ items: [], total: 0 }))
  mockCall(secretKeys.list, () => ({ items: [...shop.catalogue.keys], total: shop.catalogue.keys.length }))
  mockCall(queue.outlook, () => ({ ahead: 0, gpus_ahead: 0, expected_wait: null }))
  mockCall(wallet.get, () => buildWallet())
  mockCall(coupons.fit, () => [])
  mockCall(orders.quote, ({ body }) => {
    shop.quoted.push(body)
    const hour = formatFenAsYuan(228n * BigInt(body.gpu_num))
    return quote?.(body, shop.quoted.length) ?? buildQuote({ token: `quote-${shop.quoted.length}`, price_hour: hour })
  })
  mockCall(orders.create, ({ body, request }) => {
    shop.ordered.push({ quote: body.quote, key: request.headers.get('idempotency-key') })
    return order?.(shop.ordered.length) ?? buildOrder()
  })
  return shop
}

export const getSummaryPanel = () => screen.getByLabelText('配置摘要')
/** The price is here and is that of the form. */
export const findQuotedPrice = () => within(getSummaryPanel()).findByText(/^报价还剩 \d\d:\d\d/)
/** The one button of the summary, whatever it says. */
export const getSummaryButton = (word: string) => within(getSummaryPanel()).getByText(word).closest('button') as HTMLButtonElement

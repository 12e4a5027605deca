import { formatMicroAsYuan } from '#contract/money.ts'
import type { Deps } from '#server/deps.ts'
import { type ProductOffer, productsRepo } from '#server/domains/catalog/products/products.repo.ts'
import { getSiteOrigin, type StructuredData } from '#server/http/pages.ts'

const freshForMs = 60_000

const toSchemaProduct = (offer: ProductOffer, origin: string) => ({
  '@type': 'Product',
  name: `${offer.name}（${offer.region_name}）`,
  category: 'GPU 算力租用',
  description: `${offer.gpu_model}，每卡 ${offer.vram_gb} GB 显存、${offer.cpu} 核 CPU、${offer.memory_gb} GB 内存，系统盘 ${offer.sys_disk_gb} GB`,
  offers: {
    '@type': 'Offer',
    url: `${origin}/market?gpu_model=${encodeURIComponent(offer.gpu_model)}`,
    priceCurrency: 'CNY',
    price: formatMicroAsYuan(offer.hour_micro),
    priceSpecification: {
      '@type': 'UnitPriceSpecification',
      priceCurrency: 'CNY',
      price: formatMicroAsYuan(offer.hour_micro),
      unitCode: 'HUR',
      unitText: '卡·小时',
    },
    availability: `https://schema.org/${offer.gpu_idles > 0 ? 'InStock' : 'OutOfStock'}`,
  },
})

const toSchemaGraph = (...nodes: object[]) => ({ '@context': 'https://schema.org', '@graph': nodes })

/**
 * Creates the schema.org data of home and market for search engines: the organisation, and each product with its current price.
 */
export function createStructuredData(deps: Deps): StructuredData {
  const origin = getSiteOrigin(deps)
  const us = [
    {
      '@type': 'Organization',
      '@id': `${origin}/#us`,
      name: deps.config.brand,
      url: `${origin}/home`,
      logo: `${origin}/favicon.svg`,
    },
    {
      '@type': 'WebSite',
      name: deps.config.brand,
      url: `${origin}/home`,
      inLanguage: 'zh-CN',
      publisher: { '@id': `${origin}/#us` },
    },
  ]
  let list = { at: Number.NEGATIVE_INFINITY, node: {} }
  const products = async () => {
    const now = deps.clock.now().getTime()
    if (Math.abs(now - list.at) > freshForMs) {
      const offers = await productsRepo(deps.database.kysely).offers()
      const itemListElement = offers.map((offer, index) => ({
        '@type': 'ListItem',
        position: index + 1,
        item: toSchemaProduct(offer, origin),
      }))
      list = { at: now, node: { '@type': 'ItemList', name: 'GPU 产品', itemListElement } }
    }
    return list.node
  }
  return async (path) => {
    if (path === '/home') return toSchemaGraph(...us, await products())
    if (path === '/market') return toSchemaGraph(await products())
    return undefined
  }
}

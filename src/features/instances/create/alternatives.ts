import type { Product } from '#contract/products.ts'
import { microOfYuan } from '#src/ui/catalogue/price.ts'
import type { Draft } from './draft.ts'

export interface Alternative {
  label: string
  product: Product
  gpu_num: number
  change: Draft
}

const most = 3

const to = (product: Product, gpu_num: number, label: string): Alternative => ({
  label,
  product,
  gpu_num,
  change: { region_id: product.region_id, product_id: product.id, gpu_num },
})

const distance = (a: Product, b: Product): number => {
  const difference = Number(microOfYuan(a.price.hour) - microOfYuan(b.price.hour))
  return Math.abs(difference)
}

/** What can be had now instead: fewer of the same card, the same elsewhere, the nearest in price here. */
export function alternativesTo(product: Product, gpu_num: number, products: readonly Product[]): Alternative[] {
  const fits = products.filter(({ id, gpu_idles }) => id !== product.id && gpu_idles >= gpu_num)
  const fewer =
    product.gpu_idles > 0 && product.gpu_idles < gpu_num
      ? [to(product, product.gpu_idles, `改为 ${product.gpu_idles} 张 ${product.name}`)]
      : []
  const elsewhere = fits
    .filter(({ gpu_model }) => gpu_model === product.gpu_model)
    .map((other) => to(other, gpu_num, `换到${other.region_name}`))
  const others = fits
    .filter(({ gpu_model, region_id }) => gpu_model !== product.gpu_model && region_id === product.region_id)
    .sort((a, b) => distance(a, product) - distance(b, product))
    .slice(0, most)
    .map((other) => to(other, gpu_num, `换成 ${gpu_num} 张 ${other.name}`))
  return [...fewer, ...elsewhere, ...others]
}

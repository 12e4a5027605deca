import type { Product } from '#contract/products.ts'
import { parsePriceMicro } from '#src/ui/catalogue/price.ts'
import type { InstanceDraft } from './draft.ts'

export interface ProductAlternative {
  label: string
  product: Product
  gpu_num: number
  change: InstanceDraft
}

const maxAlternatives = 3

const createAlternative = (product: Product, gpuNum: number, label: string): ProductAlternative => ({
  label,
  product,
  gpu_num: gpuNum,
  change: { region_id: product.region_id, product_id: product.id, gpu_num: gpuNum },
})

const computePriceDistance = (a: Product, b: Product): number => {
  const difference = Number(parsePriceMicro(a.price.hour) - parsePriceMicro(b.price.hour))
  return Math.abs(difference)
}

/** Finds alternatives in stock: fewer of the same card, the same card elsewhere, the nearest in price in this region. */
export function computeAlternatives(product: Product, gpuNum: number, products: readonly Product[]): ProductAlternative[] {
  const fits = products.filter(({ id, gpu_idles: gpuIdles }) => id !== product.id && gpuIdles >= gpuNum)
  const fewer =
    product.gpu_idles > 0 && product.gpu_idles < gpuNum
      ? [createAlternative(product, product.gpu_idles, `改为 ${product.gpu_idles} 张 ${product.name}`)]
      : []
  const elsewhere = fits
    .filter(({ gpu_model: gpuModel }) => gpuModel === product.gpu_model)
    .map((other) => createAlternative(other, gpuNum, `换到${other.region_name}`))
  const others = fits
    .filter(({ gpu_model: gpuModel, region_id: regionId }) => gpuModel !== product.gpu_model && regionId === product.region_id)
    .sort((a, b) => computePriceDistance(a, product) - computePriceDistance(b, product))
    .slice(0, maxAlternatives)
    .map((other) => createAlternative(other, gpuNum, `换成 ${gpuNum} 张 ${other.name}`))
  return [...fewer, ...elsewhere, ...others]
}

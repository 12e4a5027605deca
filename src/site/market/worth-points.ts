import type { Product } from '#contract/products.ts'
import type { ScatterPoint } from '#src/ui/charts/chart-data.ts'

/** What a price buys. */
export const worthMeasures = {
  fp16: { label: 'FP16 算力', unit: 'TFLOPS', read: (product: Product) => product.gpu_info.fp16 },
  vram: { label: '显存', unit: 'GB', read: (product: Product) => product.vram },
} as const

export type WorthMeasure = keyof typeof worthMeasures

/**
 * The offers as points, hourly price against the measure. Equal offers of several regions are one point, as they would lie upon
 * each other; a name that stands at several points says where.
 */
export function buildWorthPoints(market: readonly Product[], chosen: readonly Product[], measure: WorthMeasure): ScatterPoint[] {
  const chosenIds = new Set(chosen.map(({ id }) => id))
  const points = new Map<string, ScatterPoint & { regions: string[] }>()
  for (const product of market) {
    const { id, name, region_name: regionName } = product
    const [x, y] = [Number(product.price.hour), worthMeasures[measure].read(product)]
    const key = `${name} ${x} ${y}`
    const point = points.get(key) ?? { name, x, y, chosen: false, regions: [] }
    point.regions.push(regionName)
    point.chosen ||= chosenIds.has(id)
    points.set(key, point)
  }
  const all = [...points.values()].sort((a, b) => a.x - b.x)
  return all.map(({ regions, ...point }) => ({
    ...point,
    name: all.filter(({ name }) => name === point.name).length > 1 ? `${point.name} ${regions.join('、')}` : point.name,
  }))
}

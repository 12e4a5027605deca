import { describe, expect, it } from 'vitest'
import { computeAlternatives } from '#src/features/instances/create/alternatives.ts'
import { buildCatalogue, buildProduct } from './shop.ts'

const wanted = (gpuIdles: number, gpuNum: number) => {
  const { products } = buildCatalogue()
  const product = buildProduct({ gpu_idles: gpuIdles })
  return computeAlternatives(
    product,
    gpuNum,
    products.map((other) => (other.id === product.id ? product : other)),
  )
}

describe('requirements §9 00200011: what can be had instead, now', () => {
  it('offers fewer cards, the same card elsewhere, and the nearest in price here', () => {
    expect(wanted(4, 6).map(({ label, change }) => [label, change.product_id, change.gpu_num])).toEqual([
      ['改为 4 张 RTX 4090', 'product-4090', 4],
      ['换到华东一区', 'product-4090-east', 6],
      ['换成 6 张 A100', 'product-a100', 6],
    ])
  })

  it('offers nothing that is not there', () => {
    expect(wanted(0, 8).map(({ label }) => label)).toEqual(['换到华东一区', '换成 8 张 A100'])
    expect(computeAlternatives(buildProduct({ gpu_idles: 0 }), 1, [])).toEqual([])
  })
})

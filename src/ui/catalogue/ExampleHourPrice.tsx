import type { Product } from '#contract/products.ts'
import { formatYuan } from '#src/ui/format-yuan.ts'
import { addImagePrice, isFreePrice } from './image-price.ts'

/** The cheapest GPU that supports an image, as an example. */
export type ExampleGpu = Pick<Product, 'name' | 'region_name' | 'price'>

/** Price of a running hour with one card of the example GPU. */
export function ExampleHourPrice({ gpu, price_hour: priceHour }: { gpu: ExampleGpu; price_hour: string }) {
  const gpuHour = gpu.price.hour
  return (
    <>
      例如 {gpu.name}（{gpu.region_name}）1 张卡按量计费：GPU ¥{formatYuan(gpuHour)}
      {isFreePrice(priceHour) ? '，镜像免费' : ` + 镜像 ¥${formatYuan(priceHour)}`}，运行时合计{' '}
      <strong>¥{formatYuan(addImagePrice(gpuHour, priceHour))}/小时</strong>。
    </>
  )
}

import type { Product } from '#contract/products.ts'
import { formatYuan } from '#src/ui/format-yuan.ts'
import { addImagePrice, isFreePrice } from './image-price.ts'

/** The cheapest GPU that an image runs on, as an example. */
export type ExampleGpu = Pick<Product, 'name' | 'region_name' | 'price'>

/** What a running hour comes to with one card of the example. */
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

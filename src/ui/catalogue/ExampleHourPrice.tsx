import type { Product } from '#contract/products.ts'
import { formatYuan } from '#src/ui/format-yuan.ts'
import { isFree, withImage } from './image-price.ts'

/** The cheapest GPU that an image runs on, as an example. */
export type ExampleGpu = Pick<Product, 'name' | 'region_name' | 'price'>

/** What a running hour comes to with one card of the example. */
export function ExampleHour({ gpu, price_hour }: { gpu: ExampleGpu; price_hour: string }) {
  const gpu_hour = gpu.price.hour
  return (
    <>
      例如 {gpu.name}（{gpu.region_name}）1 张卡按量计费：GPU ¥{formatYuan(gpu_hour)}
      {isFree(price_hour) ? '，镜像免费' : ` + 镜像 ¥${formatYuan(price_hour)}`}，运行时合计{' '}
      <strong>¥{formatYuan(withImage(gpu_hour, price_hour))}/小时</strong>。
    </>
  )
}

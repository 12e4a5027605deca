import { Yuan } from '#src/ui/YuanAmount.tsx'
import { isFree } from './image-price.ts'

/** What an image costs by the running hour, beside the GPU. */
export const ImagePrice = ({ price_hour }: { price_hour: string }) =>
  isFree(price_hour) ? <>免费</> : <Yuan amount={price_hour} as="price" unit="/小时" />

import { YuanAmount } from '#src/ui/YuanAmount.tsx'
import { isFreePrice } from './image-price.ts'

/** Price of an image per running hour, in addition to the GPU. */
export const ImagePriceLabel = ({ price_hour: priceHour }: { price_hour: string }) =>
  isFreePrice(priceHour) ? <>免费</> : <YuanAmount amount={priceHour} as="price" unit="/小时" />

import { formatMicroAsYuan, parseYuanToMicro } from '#contract/money.ts'
import { formatYuan } from '#src/ui/format-yuan.ts'

export const isFreePrice = (priceHour: string): boolean => parseYuanToMicro(priceHour) === 0n

/** Formats the price of an image: 免费, or ¥0.50/小时. */
export const formatImagePrice = (priceHour: string): string =>
  isFreePrice(priceHour) ? '免费' : `¥${formatYuan(priceHour)}/小时`

/** Adds the hourly prices of GPU and image; the image's price is per instance, regardless of the number of cards. */
export const addImagePrice = (gpuHour: string, imageHour: string): string =>
  formatMicroAsYuan(parseYuanToMicro(gpuHour) + parseYuanToMicro(imageHour))

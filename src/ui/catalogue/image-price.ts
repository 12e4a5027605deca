import { microOfYuan, yuanOfMicro } from '#contract/money.ts'
import { formatYuan } from '#src/ui/format-yuan.ts'

export const isFree = (price_hour: string): boolean => microOfYuan(price_hour) === 0n

/** What an image costs, in words: 免费, or ¥0.50/小时. */
export const imagePriceText = (price_hour: string): string => (isFree(price_hour) ? '免费' : `¥${formatYuan(price_hour)}/小时`)

/** A running hour of GPU and image together; the image's price is per instance, whatever the number of cards. */
export const withImage = (gpu_hour: string, image_hour: string): string =>
  yuanOfMicro(microOfYuan(gpu_hour) + microOfYuan(image_hour))

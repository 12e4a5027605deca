import { chargeRuleHours } from '#contract/charge-rule-hours.ts'
import type { ChargeRule } from '#contract/instances.ts'
import { limits } from '#contract/limits.ts'
import { formatFenAsYuan, formatMicroAsYuan, formatMicroText, roundMicroUpToFen } from '#contract/money.ts'
import type { CreateInstanceForm } from '#contract/orders.ts'
import {
  freeImagePrice,
  type ImagePriceShare,
  pickImagePriceShare,
  type QuotedImagePrice,
} from '#server/domains/catalog/community/image-price.policy.ts'
import type { ProductOffer } from '#server/domains/catalog/products/products.repo.ts'

const periodLabels = { hour: '小时', day: '天', week: '周' } as const satisfies Record<ChargeRule, string>

export interface InstancePrice extends ImagePriceShare {
  /** Running price per hour in 1e-6 yuan, image included; for packages, the period price divided by its hours. */
  price_micro: bigint
  /** Due when the order is placed; 0 for pay-as-you-go. */
  amount_fen: bigint
  lines: { title: string; detail: string; amount: string }[]
}

export const computePeriodMs = (rule: ChargeRule, quantity: number): number =>
  Number(chargeRuleHours[rule]) * 3_600_000 * quantity

/**
 * Computes the price of a new instance: cards × unit price, plus the data disk beyond its free part, plus its image (product
 * §3–§5, §7). An activity reduces the price of the cards to `percent`.
 */
export function computeInstancePrice(
  offer: ProductOffer,
  form: Pick<CreateInstanceForm, 'gpu_num' | 'data_disk' | 'charge_rule' | 'quantity'>,
  { percent = 100, image = freeImagePrice }: { percent?: number; image?: QuotedImagePrice } = {},
): InstancePrice {
  const { charge_rule: chargeRule, gpu_num: gpuNum } = form
  const listMicro = { hour: offer.hour_micro, day: offer.day_micro, week: offer.week_micro }[chargeRule]
  const unitMicro = (listMicro * BigInt(percent)) / 100n
  const paidGb = form.data_disk - limits.freeDataDiskGb
  const diskMicro = BigInt(paidGb) * BigInt(limits.dataDiskPriceMicroPerGbHour) * chargeRuleHours[chargeRule]
  const imageMicro = image.image_price_micro * chargeRuleHours[chargeRule]
  const periodMicro = unitMicro * BigInt(gpuNum) + diskMicro + imageMicro
  const count = chargeRule === 'hour' ? 1n : BigInt(form.quantity)
  const times = chargeRule === 'hour' ? '' : ` × ${form.quantity} ${periodLabels[chargeRule]}`
  const cardsMicro = unitMicro * BigInt(gpuNum)
  const amountFen = chargeRule === 'hour' ? 0n : roundMicroUpToFen(periodMicro * count)
  // Rounded up once: the disk line gets the remainder after cards and image, so that the lines add up to the amount. An image's
  // hourly price is whole fen.
  const cardsFen = roundMicroUpToFen(cardsMicro * count)
  const imageFen = roundMicroUpToFen(imageMicro * count)
  return {
    price_micro: periodMicro / chargeRuleHours[chargeRule],
    ...pickImagePriceShare(image),
    amount_fen: amountFen,
    lines: [
      {
        title: `${offer.gpu_model} × ${gpuNum}`,
        detail: `${percent < 100 ? '活动价 ' : ''}¥${formatMicroText(unitMicro)}/卡/${periodLabels[chargeRule]} × ${gpuNum} 卡${times}`,
        amount: chargeRule === 'hour' ? formatMicroAsYuan(cardsMicro) : formatFenAsYuan(cardsFen),
      },
      {
        title: `数据盘 ${form.data_disk} GB`,
        detail:
          paidGb > 0 ? `${limits.freeDataDiskGb} GB 免费，超出 ${paidGb} GB${times}` : `${limits.freeDataDiskGb} GB 以内免费`,
        amount: chargeRule === 'hour' ? formatMicroAsYuan(diskMicro) : formatFenAsYuan(amountFen - cardsFen - imageFen),
      },
      ...(imageMicro > 0n
        ? [
            {
              title: `镜像 ${image.title}`,
              detail:
                chargeRule === 'hour'
                  ? `¥${formatMicroText(image.image_price_micro)}/小时，运行时计收，无卡开机不收`
                  : `¥${formatMicroText(image.image_price_micro)}/小时 × ${chargeRuleHours[chargeRule]} 小时${times}`,
              amount: chargeRule === 'hour' ? formatMicroAsYuan(imageMicro) : formatFenAsYuan(imageFen),
            },
          ]
        : []),
    ],
  }
}

import type { ChargeRule } from '#contract/instances.ts'
import { limits } from '#contract/limits.ts'
import { fenOfMicro, yuanOfFen, yuanOfMicro } from '#contract/money.ts'
import type { CreateInstanceForm } from '#contract/orders.ts'
import { free_image, type ImagePrice, type ImageShare, shareOf } from '#server/domains/catalog/community/image-price.policy.ts'
import type { Offer } from '#server/domains/catalog/products/products.repo.ts'

const hours = { hour: 1n, day: 24n, week: 168n } as const satisfies Record<ChargeRule, bigint>
const unit_names = { hour: '小时', day: '天', week: '周' } as const satisfies Record<ChargeRule, string>

export interface Price extends ImageShare {
  /** While running, per hour, in 1e-6 yuan, the image included; packages: what the period comes to per hour. */
  price_micro: bigint
  /** Due when the order is placed; 0 for pay-as-you-go. */
  amount_fen: bigint
  lines: { title: string; detail: string; amount: string }[]
}

export const periodMs = (rule: ChargeRule, quantity: number): number => Number(hours[rule]) * 3_600_000 * quantity

/**
 * Price of a new instance: cards × unit price, the data disk beyond its free part, and its image (product §3–§5, §7). An
 * activity leaves `percent` of the cards' price.
 */
export function priceOf(
  offer: Offer,
  form: Pick<CreateInstanceForm, 'gpu_num' | 'data_disk' | 'charge_rule' | 'quantity'>,
  { percent = 100, image = free_image }: { percent?: number; image?: ImagePrice } = {},
): Price {
  const { charge_rule, gpu_num } = form
  const list_micro = { hour: offer.hour_micro, day: offer.day_micro, week: offer.week_micro }[charge_rule]
  const unit_micro = (list_micro * BigInt(percent)) / 100n
  const paid_gb = form.data_disk - limits.free_data_disk_gb
  const disk_micro = BigInt(paid_gb) * BigInt(limits.data_disk_price_micro_per_gb_hour) * hours[charge_rule]
  const image_micro = image.image_price_micro * hours[charge_rule]
  const period_micro = unit_micro * BigInt(gpu_num) + disk_micro + image_micro
  const count = charge_rule === 'hour' ? 1n : BigInt(form.quantity)
  const times = charge_rule === 'hour' ? '' : ` × ${form.quantity} ${unit_names[charge_rule]}`
  const cards_micro = unit_micro * BigInt(gpu_num)
  const amount_fen = charge_rule === 'hour' ? 0n : fenOfMicro(period_micro * count)
  // Rounded up once: what cards and image leave of the amount is the disk's, so that the lines add up. An hour of an image
  // is whole fen.
  const cards_fen = fenOfMicro(cards_micro * count)
  const image_fen = fenOfMicro(image_micro * count)
  return {
    price_micro: period_micro / hours[charge_rule],
    ...shareOf(image),
    amount_fen,
    lines: [
      {
        title: `${offer.gpu_model} × ${gpu_num}`,
        detail: `${percent < 100 ? '活动价 ' : ''}¥${yuanOfMicro(unit_micro)}/卡/${unit_names[charge_rule]} × ${gpu_num} 卡${times}`,
        amount: charge_rule === 'hour' ? yuanOfMicro(cards_micro) : yuanOfFen(cards_fen),
      },
      {
        title: `数据盘 ${form.data_disk} GB`,
        detail:
          paid_gb > 0
            ? `${limits.free_data_disk_gb} GB 免费，超出 ${paid_gb} GB${times}`
            : `${limits.free_data_disk_gb} GB 以内免费`,
        amount: charge_rule === 'hour' ? yuanOfMicro(disk_micro) : yuanOfFen(amount_fen - cards_fen - image_fen),
      },
      ...(image_micro > 0n
        ? [
            {
              title: `镜像 ${image.title}`,
              detail:
                charge_rule === 'hour'
                  ? `¥${yuanOfMicro(image.image_price_micro)}/小时，运行时计收，无卡开机不收`
                  : `¥${yuanOfMicro(image.image_price_micro)}/小时 × ${hours[charge_rule]} 小时${times}`,
              amount: charge_rule === 'hour' ? yuanOfMicro(image_micro) : yuanOfFen(image_fen),
            },
          ]
        : []),
    ],
  }
}

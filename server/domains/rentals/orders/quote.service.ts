import type { Kysely } from 'kysely'
import type { z } from 'zod'
import { limits } from '#contract/limits.ts'
import { yuanOfFen, yuanOfMicro } from '#contract/money.ts'
import type { CreateInstanceForm, Quote } from '#contract/orders.ts'
import type { DB } from '#server/db/types.ts'
import { findKey } from '#server/domains/accounts/keys/keys.service.ts'
import { hasRealName } from '#server/domains/accounts/users/users.service.ts'
import { termsFor } from '#server/domains/catalog/activities/participation.service.ts'
import type { Terms } from '#server/domains/catalog/activities/terms.policy.ts'
import { shareOf } from '#server/domains/catalog/community/image-price.policy.ts'
import { priceCarried } from '#server/domains/catalog/community/image-prices.service.ts'
import { priceOf } from '#server/domains/catalog/pricing/pricing.policy.ts'
import type { Product } from '#server/domains/catalog/products/products.repo.ts'
import { findOffer } from '#server/domains/catalog/products/products.service.ts'
import { usageOf } from '#server/domains/money/billing/voucher-use.service.ts'
import { applyCoupon, type Line } from '#server/domains/money/coupons/apply-coupon.service.ts'
import { refuseBeyondLimits } from '#server/domains/money/sub-accounts/limits.service.ts'
import { type Means, meansOf, type Weighed, weigh } from '#server/domains/rentals/instances/funds-check.service.ts'
import { type Quoted, signQuote } from '#server/domains/rentals/orders/quote-token.ts'
import { imageOfSource } from '#server/domains/rentals/tasks/clone.service.ts'
import { checkHosts, refuseUnmountable } from '#server/domains/storage/datasets/mounts.service.ts'
import { findUsableImage } from '#server/domains/storage/private-images/private-images.service.ts'
import type { Context } from '#server/http/context.ts'
import type { Purpose } from '#server/ledger/vouchers.ts'
import { Refusal, refuseField } from '#server/lib/refusal.ts'

const starts = {
  hour: '从实例进入「运行中」开始按秒计费，创建和启动期间不收费；启动失败不收费。',
  day: '下单时一次付清，从下单时起算。启动失败全额退回。',
  week: '下单时一次付清，从下单时起算。启动失败全额退回。',
} as const
const stops = {
  hour: '关机即停止计费并结算到秒；余额用完后保留 1 小时宽限，之后自动关机。',
  day: '到期自动关机并释放 GPU。到期前关机不退款，GPU 为你保留。',
  week: '到期自动关机并释放 GPU。到期前关机不退款，GPU 为你保留。',
} as const

/** Checks what a user wishes for against what is on offer, and prices it; refuses at the field that is wrong. */
export async function priceWish(db: Kysely<DB>, user_id: string, wish: CreateInstanceForm) {
  const form = wish.charge_rule === 'hour' ? { ...wish, quantity: 1 } : wish
  const offer = await findOffer(db, form.product_id)
  if (!offer) throw refuseField('not_found', 'product_id', '该产品已下架')
  if (form.gpu_num > offer.max_gpu_num) throw refuseField('invalid', 'gpu_num', `该产品单实例最多 ${offer.max_gpu_num} 张卡`)
  const image = form.clone
    ? await imageOfSource(db, user_id, { ...form, clone: form.clone })
    : await findUsableImage(db, user_id, form.image_id)
  if (!image) throw refuseField('not_found', 'image_id', '镜像不存在或已下线')
  if (image.vendor !== offer.vendor) throw refuseField('invalid', 'image_id', '该镜像不适用于所选 GPU')
  if (form.secret_key_id && !(await findKey(db, user_id, form.secret_key_id)))
    throw refuseField('not_found', 'secret_key_id', '密钥不存在或已被删除')
  await refuseUnmountable(db, { ids: form.data_set_version_ids ?? [], user_id })
  const priced = await priceCarried(db, user_id, image)
  return { form, offer, image: priced, price: priceOf(offer, form, { image: priced }) }
}

/** The activity a wish names, which sells its own period only. */
async function termsOf({ deps, caller }: Context, form: CreateInstanceForm): Promise<Terms | undefined> {
  const { activity_id, product_id } = form
  if (activity_id === undefined) return undefined
  const terms = await termsFor(deps.database.kysely, {
    user_id: caller.user_id,
    activity_id,
    product_id,
    now: deps.clock.now(),
  })
  if (form.charge_rule !== terms.discount_type) throw refuseField('invalid', 'charge_rule', '活动价不适用于这种计费方式')
  if (form.quantity !== terms.period) throw refuseField('invalid', 'quantity', `活动时长为 ${terms.period}，不能更改`)
  return terms
}

/** Everything a person wants to know before the click, and the signed token an order names. */
export async function quoteInstance(ctx: Context, wish: CreateInstanceForm): Promise<z.input<typeof Quote>> {
  const { deps, caller } = ctx
  const db = deps.database.kysely
  if (wish.clone && !(await deps.compute.capabilities()).snapshot) throw new Refusal('compute_unsupported')
  const { form, offer, image, price: usual } = await priceWish(db, caller.user_id, wish)
  await checkHosts(deps, { ids: form.data_set_version_ids ?? [], user_id: caller.user_id, region_id: offer.region_id })
  const terms = await termsOf(ctx, form)
  const price = terms ? priceOf(offer, form, { percent: terms.percent, image }) : usual
  await refuseBeyondLimits(db, caller.user_id, price)
  const now = deps.clock.now()
  const coupon = form.coupon_id
    ? await applyCoupon(db, { ...purposeOf(form, offer), user_id: caller.user_id, coupon_id: form.coupon_id, ...price, now })
    : undefined
  const amount_fen = price.amount_fen - (coupon?.discount_fen ?? 0n)
  const quoted = { form, price_micro: price.price_micro, ...shareOf(price), amount_fen }
  const means = await meansOf(db, caller.user_id, now)
  const weighed = weighNew(means, quoted, offer)
  return {
    token: await signQuote(deps, caller.user_id, { ...quoted, price_id: offer.price_id, discount_fen: coupon?.discount_fen }),
    expires_at: new Date(now.getTime() + limits.quote_valid_seconds * 1000).toISOString(),
    amount: yuanOfFen(amount_fen),
    price_hour: yuanOfMicro(price.price_micro),
    lines: coupon ? [...price.lines, coupon.line] : price.lines,
    payment: paymentLines(weighed, amount_fen),
    ...(terms && { activity: { id: terms.id, title: terms.title, origin_amount: yuanOfFen(usual.amount_fen) } }),
    starts: starts[form.charge_rule],
    stops: stops[form.charge_rule],
    data_note: '系统盘和数据盘在关机后保留；释放实例时一并永久删除。',
    balance: yuanOfFen(means.balance_fen),
    required: yuanOfFen(weighed.required_fen),
    enough: weighed.enough,
    in_stock: offer.gpu_idles >= form.gpu_num,
    real_name_passed: await hasRealName(db, caller.user_id),
  }
}

type Place = Pick<Product, 'id' | 'region_id'>

const purposeOf = ({ charge_rule }: CreateInstanceForm, { id, region_id }: Place): Purpose => ({
  use: 'create_instance',
  product_id: id,
  region_id,
  charge_rule,
})

/** The boot gate (product §5): one hour of everything that runs or is on its way, and of the new instance or its whole package. */
export function weighNew(means: Means, { form, price_micro, amount_fen }: Priced, product: Place): Weighed {
  const purpose = purposeOf(form, product)
  return form.charge_rule === 'hour'
    ? weigh(means, { hour: { purpose: usageOf(purpose), micro: price_micro } })
    : weigh(means, { orders: [{ purpose, amount_fen }] })
}

type Priced = Pick<Quoted, 'form' | 'price_micro' | 'amount_fen'>

/** How what is due now is paid. */
function paymentLines({ voucher_fen, vouchers }: Weighed, amount_fen: bigint): Line[] {
  if (voucher_fen === 0n) return []
  const detail = vouchers === 1 ? '自动抵扣' : `${vouchers} 张，最早到期的先用`
  return [
    { title: '代金券', detail, amount: yuanOfFen(voucher_fen) },
    { title: '余额', detail: '代金券之外的部分', amount: yuanOfFen(amount_fen - voucher_fen) },
  ]
}

import type { Kysely } from 'kysely'
import type { z } from 'zod'
import { capabilityGaps, capabilityList, listGaps } from '#contract/capability-gaps.ts'
import { limits } from '#contract/limits.ts'
import { formatFenAsYuan, formatMicroAsYuan } from '#contract/money.ts'
import type { CreateInstanceForm, Quote } from '#contract/orders.ts'
import type { DB } from '#server/db/types.ts'
import { findSecretKey } from '#server/domains/accounts/keys/keys.service.ts'
import { hasRealName } from '#server/domains/accounts/users/users.service.ts'
import { getActivityTerms } from '#server/domains/catalog/activities/participation.service.ts'
import type { ActivityTerms } from '#server/domains/catalog/activities/terms.policy.ts'
import { pickImagePriceShare } from '#server/domains/catalog/community/image-price.policy.ts'
import { getCarriedImagePrice } from '#server/domains/catalog/community/image-prices.service.ts'
import { computeInstancePrice } from '#server/domains/catalog/pricing/pricing.policy.ts'
import type { ProductRow } from '#server/domains/catalog/products/products.repo.ts'
import { findProductOffer } from '#server/domains/catalog/products/products.service.ts'
import { toUsagePurpose } from '#server/domains/money/billing/voucher-use.service.ts'
import { type QuoteLine, quoteCoupon } from '#server/domains/money/coupons/apply-coupon.service.ts'
import { assertGpuQuota, assertSubAccountLimits } from '#server/domains/money/sub-accounts/limits.service.ts'
import { gpusRepo } from '#server/domains/rentals/capacity/gpu-placement.repo.ts'
import {
  computeFundsCheck,
  type FundsCheck,
  getUserFunds,
  type UserFunds,
} from '#server/domains/rentals/instances/funds-check.service.ts'
import { type InstanceQuotePayload, signQuote } from '#server/domains/rentals/orders/quote-token.ts'
import { type CloneRoom, getCloneImage } from '#server/domains/rentals/tasks/clone.service.ts'
import { assertHostsCanMount, assertMountable } from '#server/domains/storage/datasets/mounts.service.ts'
import { findUsableImage } from '#server/domains/storage/private-images/private-images.service.ts'
import type { Context } from '#server/http/context.ts'
import type { ChargePurpose } from '#server/ledger/vouchers.ts'
import { createFieldRefusal } from '#server/lib/refusal.ts'

const billingStartTexts = {
  hour: '从实例进入「运行中」开始按秒计费，创建和启动期间不收费；启动失败不收费。',
  day: '下单时一次付清，从下单时起算。启动失败全额退回。',
  week: '下单时一次付清，从下单时起算。启动失败全额退回。',
} as const
/** What the note on the data does not say. */
const toldApart = capabilityList.filter((name) => name !== 'keeps_system_disk')
const billingStopTexts = {
  hour: '关机即停止计费并结算到秒；余额用完后保留 1 小时宽限，之后自动关机。',
  day: '到期自动关机并释放 GPU。到期前关机不退款，GPU 为你保留。',
  week: '到期自动关机并释放 GPU。到期前关机不退款，GPU 为你保留。',
} as const

/** Validates a create form against the offers and prices it; throws at the invalid field. */
export async function priceInstanceForm(db: Kysely<DB>, userId: string, wish: CreateInstanceForm) {
  const form = wish.charge_rule === 'hour' ? { ...wish, quantity: 1 } : wish
  const offer = await findProductOffer(db, form.product_id)
  if (!offer) throw createFieldRefusal('not_found', 'product_id', '该产品已下架')
  if (form.gpu_num > offer.max_gpu_num)
    throw createFieldRefusal('invalid', 'gpu_num', `该产品单实例最多 ${offer.max_gpu_num} 张卡`)
  const source = form.clone && (await getCloneImage(db, userId, { ...form, clone: form.clone }))
  const image = source?.image ?? (form.clone ? undefined : await findUsableImage(db, userId, form.image_id))
  if (!image) throw createFieldRefusal('not_found', 'image_id', '镜像不存在或已下线')
  if (image.vendor !== offer.vendor) throw createFieldRefusal('invalid', 'image_id', '该镜像不适用于所选 GPU')
  const room = source ? source.room : { host_id: image.host_id ?? undefined }
  const { host_id: hostId } = room
  if (hostId !== undefined && !(await gpusRepo(db).isOnHost(hostId, offer)))
    throw createFieldRefusal('invalid', 'image_id', '该镜像只能在保存它的主机上使用，所选产品不在那台主机上')
  if (form.secret_key_id && !(await findSecretKey(db, userId, form.secret_key_id)))
    throw createFieldRefusal('not_found', 'secret_key_id', '密钥不存在或已被删除')
  await assertMountable(db, { ids: form.data_set_version_ids ?? [], user_id: userId })
  const priced = await getCarriedImagePrice(db, userId, image)
  return { form, offer, image: priced, room, price: computeInstancePrice(offer, form, { image: priced }) }
}

/** Returns the terms of the form's activity, which sells only its own period. */
async function resolveActivityTerms({ deps, caller }: Context, form: CreateInstanceForm): Promise<ActivityTerms | undefined> {
  const { activity_id: activityId, product_id: productId } = form
  if (activityId === undefined) return undefined
  const terms = await getActivityTerms(deps.database.kysely, {
    user_id: caller.user_id,
    activity_id: activityId,
    product_id: productId,
    now: deps.clock.now(),
  })
  if (form.charge_rule !== terms.discount_type) throw createFieldRefusal('invalid', 'charge_rule', '活动价不适用于这种计费方式')
  if (form.quantity !== terms.period) throw createFieldRefusal('invalid', 'quantity', `活动时长为 ${terms.period}，不能更改`)
  return terms
}

/** Returns the full quote shown before the order, and the signed token for it. */
export async function quoteInstance(ctx: Context, wish: CreateInstanceForm): Promise<z.input<typeof Quote>> {
  const { deps, caller } = ctx
  const db = deps.database.kysely
  const { form, offer, image, room, price: usual } = await priceInstanceForm(db, caller.user_id, wish)
  await assertHostsCanMount(deps, {
    ids: form.data_set_version_ids ?? [],
    user_id: caller.user_id,
    region_id: offer.region_id,
    mounts_files: offer.capabilities?.mounts_files ?? true,
  })
  const terms = await resolveActivityTerms(ctx, form)
  const price = terms ? computeInstancePrice(offer, form, { percent: terms.percent, image }) : usual
  await assertSubAccountLimits(db, caller.user_id, price)
  await assertGpuQuota(db, caller.user_id, form)
  const now = deps.clock.now()
  const coupon = form.coupon_id
    ? await quoteCoupon(db, { ...toPurpose(form, offer), user_id: caller.user_id, coupon_id: form.coupon_id, ...price, now })
    : undefined
  const amountFen = price.amount_fen - (coupon?.discount_fen ?? 0n)
  const quoted = { form, price_micro: price.price_micro, ...pickImagePriceShare(price), amount_fen: amountFen }
  const means = await getUserFunds(db, caller.user_id, now)
  const weighed = computeNewInstanceFunds(means, quoted, offer)
  return {
    token: await signQuote(deps, caller.user_id, { ...quoted, price_id: offer.price_id, discount_fen: coupon?.discount_fen }),
    expires_at: new Date(now.getTime() + limits.quoteValidSeconds * 1000).toISOString(),
    amount: formatFenAsYuan(amountFen),
    price_hour: formatMicroAsYuan(price.price_micro),
    lines: coupon ? [...price.lines, coupon.line] : price.lines,
    payment: buildPaymentLines(weighed, amountFen),
    ...(terms && { activity: { id: terms.id, title: terms.title, origin_amount: formatFenAsYuan(usual.amount_fen) } }),
    starts: billingStartTexts[form.charge_rule],
    stops: billingStopTexts[form.charge_rule],
    data_note: `${offer.capabilities?.keeps_system_disk === false ? capabilityGaps.keeps_system_disk : '系统盘和数据盘在关机后保留'}；释放实例时一并永久删除。`,
    gaps: listGaps(offer.capabilities, toldApart),
    balance: formatFenAsYuan(means.balance_fen),
    required: formatFenAsYuan(weighed.required_fen),
    enough: weighed.enough,
    in_stock: await hasRoom(db, room, form.gpu_num, offer),
    real_name_passed: await hasRealName(db, caller.user_id),
  }
}

/** Whether a host has room that can be that of the image, or of a clone's data. */
async function hasRoom(
  db: Kysely<DB>,
  { host_id: hostId, takes_disks_of: source }: CloneRoom,
  gpuNum: number,
  { region_id: regionId, gpu_model: model, gpu_idles: gpuIdles }: ProductRow & { gpu_idles: number },
) {
  if (hostId === undefined && source === undefined) return gpuIdles >= gpuNum
  const hosts = await gpusRepo(db).freeByHost(regionId, model, gpuNum, source)
  return hosts.some(({ host_id: host }) => hostId === undefined || host === hostId)
}

type ProductPlace = Pick<ProductRow, 'id' | 'region_id'>

const toPurpose = (
  { charge_rule: chargeRule }: CreateInstanceForm,
  { id, region_id: regionId }: ProductPlace,
): ChargePurpose => ({
  use: 'create_instance',
  product_id: id,
  region_id: regionId,
  charge_rule: chargeRule,
})

/**
 * Applies the boot gate (product §5): one hour of everything that runs or is starting, plus one hour of the new instance or its
 * whole package.
 */
export function computeNewInstanceFunds(
  means: UserFunds,
  { form, price_micro: priceMicro, amount_fen: amountFen }: PricedForm,
  product: ProductPlace,
): FundsCheck {
  const purpose = toPurpose(form, product)
  return form.charge_rule === 'hour'
    ? computeFundsCheck(means, { hour: { purpose: toUsagePurpose(purpose), micro: priceMicro } })
    : computeFundsCheck(means, { orders: [{ purpose, amount_fen: amountFen }] })
}

type PricedForm = Pick<InstanceQuotePayload, 'form' | 'price_micro' | 'amount_fen'>

/** Lists how the amount due now is paid. */
function buildPaymentLines({ voucher_fen: voucherFen, vouchers }: FundsCheck, amountFen: bigint): QuoteLine[] {
  if (voucherFen === 0n) return []
  const detail = vouchers === 1 ? '自动抵扣' : `${vouchers} 张，最早到期的先用`
  return [
    { title: '代金券', detail, amount: formatFenAsYuan(voucherFen) },
    { title: '余额', detail: '代金券之外的部分', amount: formatFenAsYuan(amountFen - voucherFen) },
  ]
}

import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { ChargeRule } from '#contract/instance.ts'
import { type ChangeQuote, type InstanceChangeResult, ResizeForm, type ResizeOptions } from '#contract/instance-money.ts'
import { limits } from '#contract/limits.ts'
import { formatFenAsYuan, formatMicroAsYuan } from '#contract/money.ts'
import type { DB } from '#server/db/types.ts'
import { requireRealName } from '#server/domains/accounts/users/users.service.ts'
import type { ProductOffer } from '#server/domains/catalog/products/products.repo.ts'
import { listOffersOnSale } from '#server/domains/catalog/products/products.service.ts'
import { assertGpuQuota, assertSubAccountLimits } from '#server/domains/money/sub-accounts/limits.service.ts'
import { listCardsOnHost } from '#server/domains/rentals/capacity/resize-cards.service.ts'
import { changeFlavor, findResizeObstacle } from '#server/domains/rentals/instances/change-flavor.service.ts'
import type { InstanceRow } from '#server/domains/rentals/instances/instances.repo.ts'
import { assertInstanceActionAllowed, getOwnInstance } from '#server/domains/rentals/instances/instances.service.ts'
import { applyChangeQuote } from '#server/domains/rentals/orders/apply-change-quote.service.ts'
import { bookOrder } from '#server/domains/rentals/orders/book-order.service.ts'
import { presentQuotedChange } from '#server/domains/rentals/orders/change-quote.service.ts'
import { presentOrder } from '#server/domains/rentals/orders/orders.presenter.ts'
import { splitProportionally } from '#server/domains/rentals/orders/paid-periods.policy.ts'
import { paidPeriodsRepo } from '#server/domains/rentals/orders/paid-periods.repo.ts'
import { refundPaidPeriods } from '#server/domains/rentals/orders/paid-periods.service.ts'
import { BigintText, createQuoteKind } from '#server/domains/rentals/orders/quote-token.ts'
import { getResizePrice } from '#server/domains/rentals/orders/resize-price.service.ts'
import {
  assertBillingUnchanged,
  getRequiredFunds,
  toBillingSnapshot,
} from '#server/domains/rentals/orders/sell-period.service.ts'
import { getMigration } from '#server/domains/rentals/tasks/migrate.service.ts'
import type { Context } from '#server/http/context.ts'
import { createFieldRefusal, Refusal } from '#server/lib/refusal.ts'

const resizeQuote = createQuoteKind(
  'lift-quote+jwt',
  z.object({
    jti: z.string(),
    instance_id: z.string(),
    form: ResizeForm,
    from_micro: BigintText,
    to_micro: BigintText,
    before: z.object({ charge_rule: z.enum(['hour', 'day', 'week']), expire_at: z.string().nullable() }),
    flavor: z.string(),
  }),
)

/** Returns a fingerprint of an instance's configuration, to detect changes since the quote. */
const toFlavorKey = (row: InstanceRow) => `${row.product_id}:${row.gpu_num}:${row.data_disk_gb}:${row.price_micro}`

/** Returns the offer of a form if it fits the instance and its host; throws at the invalid field. */
async function requireOffer(db: Kysely<DB>, row: InstanceRow, form: ResizeForm): Promise<ProductOffer> {
  const offers = await listOffersOnSale(db)
  const vendor = offers.find(({ id }) => id === row.product_id)?.vendor
  const offer = offers.find(({ id }) => id === form.product_id)
  if (!offer || offer.region_id !== row.region_id || (vendor && offer.vendor !== vendor))
    throw createFieldRefusal('not_found', 'product_id', '该产品已下架，或不能用于这台实例')
  if (form.gpu_num > offer.max_gpu_num)
    throw createFieldRefusal('invalid', 'gpu_num', `该产品单实例最多 ${offer.max_gpu_num} 张卡`)
  if (form.data_disk < row.data_disk_gb)
    throw createFieldRefusal('invalid', 'data_disk', `不能小于现在的 ${row.data_disk_gb} GB，数据盘只能扩大`)
  const same = form.product_id === row.product_id && form.gpu_num === row.gpu_num && form.data_disk === row.data_disk_gb
  if (same) throw new Refusal('nothing_to_change', { message: '配置没有变化，请选择新的配置' })
  const cards = (await listCardsOnHost(db, row)).find(({ model }) => model === offer.gpu_model)
  if (!cards) throw createFieldRefusal('host_too_small', 'product_id', `实例所在的主机没有 ${offer.gpu_model}`)
  if (form.gpu_num > cards.total)
    throw createFieldRefusal(
      'host_too_small',
      'gpu_num',
      `实例所在的主机只有 ${cards.total} 张 ${offer.gpu_model}，请先迁移到其他主机`,
    )
  return offer
}

async function countUsableCards(db: Kysely<DB>, row: InstanceRow, offer: ProductOffer): Promise<number> {
  const cards = await listCardsOnHost(db, row)
  return cards.find(({ model }) => model === offer.gpu_model)?.usable ?? 0
}

/** Lists the configurations available on the instance's host, and where it could migrate for more. */
export async function getResizeOptions(ctx: Context, id: string): Promise<z.input<typeof ResizeOptions>> {
  const { deps } = ctx
  const db = deps.database.kysely
  const row = await getOwnInstance(ctx, id)
  const offers = await listOffersOnSale(db)
  const vendor = offers.find((offer) => offer.id === row.product_id)?.vendor
  const cards = await listCardsOnHost(db, row)
  const products = offers
    .filter((offer) => offer.region_id === row.region_id && (!vendor || offer.vendor === vendor))
    .map((offer) => {
      const { total = 0, usable = 0 } = cards.find(({ model }) => model === offer.gpu_model) ?? {}
      return {
        product_id: offer.id,
        name: offer.name,
        gpu_type: offer.gpu_model,
        vram: offer.vram_gb,
        price_hour: formatMicroAsYuan(offer.hour_micro),
        gpu_max: Math.min(total, offer.max_gpu_num),
        gpu_free: Math.min(usable, offer.max_gpu_num),
      }
    })
  const own = products.find(({ product_id: productId }) => productId === row.product_id)
  const { possible, hosts } = await getMigration(ctx, id)
  const wider = possible ? hosts.find(({ gpu_free: gpuFree }) => gpuFree > (own?.gpu_free ?? 0)) : undefined
  return {
    why_not: (await findResizeObstacle(db, row, deps.clock.now()))?.message ?? null,
    products,
    data_disk_max: limits.dataDiskMaxGb,
    migrate: wider ?? null,
  }
}

/** Applies a master account's limits to more money and more cards only; less of them is always allowed. */
const assertIncreaseAllowed = async (
  db: Kysely<DB>,
  row: InstanceRow,
  { from_micro: fromMicro, to_micro: toMicro }: { from_micro: bigint; to_micro: bigint },
  { gpu_num: gpuNum, lock }: { gpu_num: number; lock: boolean },
) => {
  if (toMicro > fromMicro) await assertSubAccountLimits(db, row.user_id, { price_micro: toMicro, new_instance: false })
  if (gpuNum > row.gpu_num) await assertGpuQuota(db, row.user_id, { gpu_num: gpuNum, instance_id: row.id, lock })
}

const toResizeCharge = ({ charge_rule: chargeRule }: Pick<InstanceRow, 'charge_rule'>, amountFen: bigint) =>
  ({ use: 'lift', charge_rule: chargeRule as ChargeRule, amount_fen: amountFen }) as const

export async function quoteResize(ctx: Context, id: string, form: ResizeForm): Promise<z.input<typeof ChangeQuote>> {
  const { deps, caller } = ctx
  const db = deps.database.kysely
  const now = deps.clock.now()
  const view = await getOwnInstance(ctx, id)
  assertInstanceActionAllowed('lift', view.status)
  const obstacle = await findResizeObstacle(db, view, now)
  if (obstacle) throw obstacle
  const offer = await requireOffer(db, view, form)
  const price = await getResizePrice(db, view, offer, form, now)
  await assertIncreaseAllowed(db, view, price, { gpu_num: form.gpu_num, lock: false })
  const metered = view.charge_rule === 'hour'
  const required = await getRequiredFunds(db, view, toResizeCharge(view, price.pay_fen), now)
  const money = price.pay_fen > 0n ? required : { ...required, required_fen: 0n, enough: true }
  const grown = form.data_disk > view.data_disk_gb ? `数据盘扩大到 ${form.data_disk} GB，之后不能缩小。` : ''
  return presentQuotedChange(db, view, now, {
    token: await resizeQuote.sign(deps, caller.user_id, {
      instance_id: id,
      form,
      from_micro: price.from_micro,
      to_micro: price.to_micro,
      before: toBillingSnapshot(view),
      flavor: toFlavorKey(view),
    }),
    pay_fen: price.pay_fen,
    back_fen: price.back_fen,
    lines: price.lines,
    after: {
      price_hour: formatMicroAsYuan(price.to_micro),
      gpu_type: offer.gpu_model,
      gpu_num: form.gpu_num,
      cpu: offer.cpu * form.gpu_num,
      memory: offer.memory_gb * form.gpu_num,
      data_disk: form.data_disk,
    },
    settle_note: metered
      ? '之前的费用已经结清，现在不用付款；从下次开机起按新价格计量。'
      : '剩余时间算到下单的那一秒，到期时间不变；补的差价从余额支付，退的差价回到余额。',
    data_note: `系统盘和数据盘都保留。${grown}新配置从下次开机起生效${metered ? '，开机时主机上要有足够的空闲 GPU。' : '，多出的 GPU 立即释放，新增的立即为你保留。'}`,
    in_stock: metered || (await countUsableCards(db, view, offer)) >= form.gpu_num,
    money,
  })
}

/** Changes the configuration as quoted: order, money, cards and row in one transaction. One quote makes one order. */
export async function resizeInstance(ctx: Context, id: string, token: string): Promise<z.input<typeof InstanceChangeResult>> {
  const { deps, caller } = ctx
  return applyChangeQuote(ctx, id, resizeQuote, token, async (tx, row, quoted) => {
    const now = deps.clock.now()
    assertInstanceActionAllowed('lift', row.status)
    assertBillingUnchanged(row, quoted.before)
    if (toFlavorKey(row) !== quoted.flavor) throw new Refusal('quote_changed', { message: '实例的配置已变化，请重新确认' })
    const obstacle = await findResizeObstacle(tx.db, row, now)
    if (obstacle) throw obstacle
    const offer = await requireOffer(tx.db, row, quoted.form)
    const price = await getResizePrice(tx.db, row, offer, quoted.form, now)
    const { pay_fen: payFen, from_micro: fromMicro, to_micro: toMicro } = price
    if (fromMicro !== quoted.from_micro || toMicro !== quoted.to_micro) throw new Refusal('quote_changed')
    await assertIncreaseAllowed(tx.db, row, price, { gpu_num: quoted.form.gpu_num, lock: true })
    if (payFen > 0n) {
      await requireRealName(tx.db, caller.user_id)
      if (!(await getRequiredFunds(tx.db, row, toResizeCharge(row, payFen), now)).enough)
        throw new Refusal('insufficient_balance')
    }
    const title = `升降配置（${offer.gpu_model} × ${quoted.form.gpu_num}，数据盘 ${quoted.form.data_disk} GB）`
    const order = await bookOrder(tx, {
      user_id: caller.user_id,
      kind: 'lift',
      title: `${row.nick_name} ${title}`,
      amount_fen: payFen,
      charge_rule: row.charge_rule as ChargeRule,
      quantity: 1,
      instance_id: id,
      price_id: offer.price_id,
      quote_id: quoted.jti,
      created_at: now,
    })
    const parts = price.lifted
    const backFen = await refundPaidPeriods(tx, { parts, reason: title, with_order: order.id })
    const values = splitProportionally(
      payFen,
      parts.map(({ stretch }) => stretch.left_s),
    )
    const cash = splitProportionally(payFen - order.voucher_fen, values)
    await paidPeriodsRepo(tx.db).insertLifts(
      parts.map(({ stretch, price_micro: priceMicro }, index) => ({
        order_id: stretch.order_id,
        lift_order_id: order.id,
        used_s: stretch.used_s,
        hour_micro: price.hour_micro + stretch.image_micro,
        price_micro: priceMicro,
        value_fen: values[index]!,
        cash_fen: cash[index]!,
      })),
    )
    await changeFlavor(tx, row, {
      product: offer,
      gpu_num: quoted.form.gpu_num,
      data_disk_gb: quoted.form.data_disk,
      price_id: offer.price_id,
      price_micro: toMicro,
    })
    return { order: presentOrder({ ...order, instance_name: row.nick_name, refunded_fen: 0n }), back: formatFenAsYuan(backFen) }
  })
}

import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { ChargeRule } from '#contract/instance.ts'
import { type Changed, type ChangeQuote, LiftForm, type LiftOptions } from '#contract/instance-money.ts'
import { limits } from '#contract/limits.ts'
import { yuanOfFen, yuanOfMicro } from '#contract/money.ts'
import type { DB } from '#server/db/types.ts'
import { requireRealName } from '#server/domains/accounts/users/users.service.ts'
import type { Offer } from '#server/domains/catalog/products/products.repo.ts'
import { listOnSale } from '#server/domains/catalog/products/products.service.ts'
import { refuseBeyondLimits } from '#server/domains/money/sub-accounts/limits.service.ts'
import { cardsOnHost } from '#server/domains/rentals/capacity/resize-cards.service.ts'
import { changeFlavor, liftObstacle } from '#server/domains/rentals/instances/change-flavor.service.ts'
import type { InstanceRow } from '#server/domains/rentals/instances/instances.repo.ts'
import { ownInstance, refuseUnlessAllowed } from '#server/domains/rentals/instances/instances.service.ts'
import { lockOwnInstance } from '#server/domains/rentals/instances/lock.service.ts'
import { bookOrder } from '#server/domains/rentals/orders/book-order.service.ts'
import { presentChange } from '#server/domains/rentals/orders/change-quote.service.ts'
import { presentOrder } from '#server/domains/rentals/orders/orders.presenter.ts'
import { findOrderOfQuote } from '#server/domains/rentals/orders/orders.service.ts'
import { shareOut } from '#server/domains/rentals/orders/paid-periods.policy.ts'
import { stretchesRepo } from '#server/domains/rentals/orders/paid-periods.repo.ts'
import { backWith, giveBackOf } from '#server/domains/rentals/orders/paid-periods.service.ts'
import { Bigint, quoteKind } from '#server/domains/rentals/orders/quote-token.ts'
import { liftPrice } from '#server/domains/rentals/orders/resize-price.service.ts'
import { beforeOf, refuseIfChanged, requiredFor } from '#server/domains/rentals/orders/sell-period.service.ts'
import { migrationOf } from '#server/domains/rentals/tasks/migrate.service.ts'
import type { Context } from '#server/http/context.ts'
import { cashBalance } from '#server/ledger/ledger.ts'
import { Refusal, refuseField } from '#server/lib/refusal.ts'

const lift_quote = quoteKind(
  'lift-quote+jwt',
  z.object({
    jti: z.string(),
    instance_id: z.string(),
    form: LiftForm,
    from_micro: Bigint,
    to_micro: Bigint,
    before: z.object({ charge_rule: z.enum(['hour', 'day', 'week']), expire_at: z.string().nullable() }),
    flavor: z.string(),
  }),
)

/** An instance's configuration in one word, to see whether it is still the one that was priced. */
const flavorOf = (row: InstanceRow) => `${row.product_id}:${row.gpu_num}:${row.data_disk_gb}:${row.price_micro}`

/** The offer a form names, once it is known to fit the instance and its host; refuses at the field that is wrong. */
async function offerFor(db: Kysely<DB>, row: InstanceRow, form: LiftForm): Promise<Offer> {
  const offers = await listOnSale(db)
  const vendor = offers.find(({ id }) => id === row.product_id)?.vendor
  const offer = offers.find(({ id }) => id === form.product_id)
  if (!offer || offer.region_id !== row.region_id || (vendor && offer.vendor !== vendor))
    throw refuseField('not_found', 'product_id', '该产品已下架，或不能用于这台实例')
  if (form.gpu_num > offer.max_gpu_num) throw refuseField('invalid', 'gpu_num', `该产品单实例最多 ${offer.max_gpu_num} 张卡`)
  if (form.data_disk < row.data_disk_gb)
    throw refuseField('invalid', 'data_disk', `不能小于现在的 ${row.data_disk_gb} GB，数据盘只能扩大`)
  const same = form.product_id === row.product_id && form.gpu_num === row.gpu_num && form.data_disk === row.data_disk_gb
  if (same) throw new Refusal('nothing_to_change', { message: '配置没有变化，请选择新的配置' })
  const cards = (await cardsOnHost(db, row)).find(({ model }) => model === offer.gpu_model)
  if (!cards) throw refuseField('host_too_small', 'product_id', `实例所在的主机没有 ${offer.gpu_model}`)
  if (form.gpu_num > cards.total)
    throw refuseField('host_too_small', 'gpu_num', `实例所在的主机只有 ${cards.total} 张 ${offer.gpu_model}，请先迁移到其他主机`)
  return offer
}

async function usableFor(db: Kysely<DB>, row: InstanceRow, offer: Offer): Promise<number> {
  const cards = await cardsOnHost(db, row)
  return cards.find(({ model }) => model === offer.gpu_model)?.usable ?? 0
}

/** What an instance can be changed into on its host, and where it could go for more. */
export async function liftOptions(ctx: Context, id: string): Promise<z.input<typeof LiftOptions>> {
  const { deps } = ctx
  const db = deps.database.kysely
  const row = await ownInstance(ctx, id)
  const offers = await listOnSale(db)
  const vendor = offers.find((offer) => offer.id === row.product_id)?.vendor
  const cards = await cardsOnHost(db, row)
  const products = offers
    .filter((offer) => offer.region_id === row.region_id && (!vendor || offer.vendor === vendor))
    .map((offer) => {
      const { total = 0, usable = 0 } = cards.find(({ model }) => model === offer.gpu_model) ?? {}
      return {
        product_id: offer.id,
        name: offer.name,
        gpu_type: offer.gpu_model,
        vram: offer.vram_gb,
        price_hour: yuanOfMicro(offer.hour_micro),
        gpu_max: Math.min(total, offer.max_gpu_num),
        gpu_free: Math.min(usable, offer.max_gpu_num),
      }
    })
  const own = products.find(({ product_id }) => product_id === row.product_id)
  const { possible, hosts } = await migrationOf(ctx, id)
  const wider = possible ? hosts.find(({ gpu_free }) => gpu_free > (own?.gpu_free ?? 0)) : undefined
  return {
    why_not: (await liftObstacle(db, row, deps.clock.now()))?.message ?? null,
    products,
    data_disk_max: limits.data_disk_max_gb,
    migrate: wider ?? null,
  }
}

/** A master's price limit stops what gets dearer; the way down is always open. */
const refuseDearer = async (
  db: Kysely<DB>,
  row: InstanceRow,
  { from_micro, to_micro }: { from_micro: bigint; to_micro: bigint },
) => {
  if (to_micro > from_micro) await refuseBeyondLimits(db, row.user_id, { price_micro: to_micro, new_instance: false })
}

const liftCharge = ({ charge_rule }: Pick<InstanceRow, 'charge_rule'>, amount_fen: bigint) =>
  ({ use: 'lift', charge_rule: charge_rule as ChargeRule, amount_fen }) as const

export async function quoteLift(ctx: Context, id: string, form: LiftForm): Promise<z.input<typeof ChangeQuote>> {
  const { deps, caller } = ctx
  const db = deps.database.kysely
  const now = deps.clock.now()
  const view = await ownInstance(ctx, id)
  refuseUnlessAllowed('lift', view.status)
  const obstacle = await liftObstacle(db, view, now)
  if (obstacle) throw obstacle
  const offer = await offerFor(db, view, form)
  const price = await liftPrice(db, view, offer, form, now)
  await refuseDearer(db, view, price)
  const metered = view.charge_rule === 'hour'
  const required = await requiredFor(db, view, liftCharge(view, price.pay_fen), now)
  const money = price.pay_fen > 0n ? required : { ...required, required_fen: 0n, enough: true }
  const grown = form.data_disk > view.data_disk_gb ? `数据盘扩大到 ${form.data_disk} GB，之后不能缩小。` : ''
  return presentChange(db, view, now, {
    token: await lift_quote.sign(deps, caller.user_id, {
      instance_id: id,
      form,
      from_micro: price.from_micro,
      to_micro: price.to_micro,
      before: beforeOf(view),
      flavor: flavorOf(view),
    }),
    pay_fen: price.pay_fen,
    back_fen: price.back_fen,
    lines: price.lines,
    after: {
      price_hour: yuanOfMicro(price.to_micro),
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
    in_stock: metered || (await usableFor(db, view, offer)) >= form.gpu_num,
    money,
  })
}

/** Changes the configuration as quoted: order, money, cards and row in one transaction. One quote makes one order. */
export async function lift(ctx: Context, id: string, token: string): Promise<z.input<typeof Changed>> {
  const { deps, caller } = ctx
  await ownInstance(ctx, id)
  const quoted = await lift_quote.read(deps, caller.user_id, token)
  if (quoted.instance_id !== id) throw new Refusal('quote_expired')
  return ctx.transaction(async (tx) => {
    const row = await lockOwnInstance(tx.db, caller.user_id, id)
    await cashBalance(tx.db, caller.user_id, { lock: true })
    const placed = await findOrderOfQuote(tx.db, caller.user_id, quoted.jti)
    if (placed) return { order: presentOrder(placed), back: yuanOfFen(await backWith(tx.db, placed.id)) }
    const now = deps.clock.now()
    refuseUnlessAllowed('lift', row.status)
    refuseIfChanged(row, quoted.before)
    if (flavorOf(row) !== quoted.flavor) throw new Refusal('quote_changed', { message: '实例的配置已变化，请重新确认' })
    const obstacle = await liftObstacle(tx.db, row, now)
    if (obstacle) throw obstacle
    const offer = await offerFor(tx.db, row, quoted.form)
    const price = await liftPrice(tx.db, row, offer, quoted.form, now)
    const { pay_fen, from_micro, to_micro } = price
    if (from_micro !== quoted.from_micro || to_micro !== quoted.to_micro) throw new Refusal('quote_changed')
    await refuseDearer(tx.db, row, price)
    if (pay_fen > 0n) {
      await requireRealName(tx.db, caller.user_id)
      if (!(await requiredFor(tx.db, row, liftCharge(row, pay_fen), now)).enough) throw new Refusal('insufficient_balance')
    }
    const title = `升降配置（${offer.gpu_model} × ${quoted.form.gpu_num}，数据盘 ${quoted.form.data_disk} GB）`
    const order = await bookOrder(tx, {
      user_id: caller.user_id,
      kind: 'lift',
      title: `${row.nick_name} ${title}`,
      amount_fen: pay_fen,
      charge_rule: row.charge_rule as ChargeRule,
      quantity: 1,
      instance_id: id,
      price_id: offer.price_id,
      quote_id: quoted.jti,
      created_at: now,
    })
    const parts = price.lifted
    const back_fen = await giveBackOf(tx, { parts, reason: title, with_order: order.id })
    const values = shareOut(
      pay_fen,
      parts.map(({ stretch }) => stretch.left_s),
    )
    const cash = shareOut(pay_fen - order.voucher_fen, values)
    await stretchesRepo(tx.db).insertLifts(
      parts.map(({ stretch, price_micro }, index) => ({
        order_id: stretch.order_id,
        lift_order_id: order.id,
        used_s: stretch.used_s,
        hour_micro: price.hour_micro + stretch.image_micro,
        price_micro,
        value_fen: values[index]!,
        cash_fen: cash[index]!,
      })),
    )
    await changeFlavor(tx, row, {
      product: offer,
      gpu_num: quoted.form.gpu_num,
      data_disk_gb: quoted.form.data_disk,
      price_id: offer.price_id,
      price_micro: to_micro,
    })
    return { order: presentOrder({ ...order, instance_name: row.nick_name, refunded_fen: 0n }), back: yuanOfFen(back_fen) }
  })
}

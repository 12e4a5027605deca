import type { Kysely, Transaction } from 'kysely'
import type { CreateInstanceForm, Order } from '#contract/orders.ts'
import { type ReadRows, readTogether, writeTogether } from '#server/db/together.ts'
import type { DB } from '#server/db/types.ts'
import type { Deps } from '#server/deps.ts'
import { requireRealName, selectRealName } from '#server/domains/accounts/users/users.service.ts'
import { lockActivityTerms } from '#server/domains/catalog/activities/participation.service.ts'
import { pickImagePriceShare } from '#server/domains/catalog/community/image-price.policy.ts'
import { computePeriodMs } from '#server/domains/catalog/pricing/pricing.policy.ts'
import type { ProductRow } from '#server/domains/catalog/products/products.repo.ts'
import { selectProductOnSale } from '#server/domains/catalog/products/products.service.ts'
import { createImagePeriod } from '#server/domains/money/creator-income/image-periods.service.ts'
import { assertWithinGpuQuota } from '#server/domains/money/projects/project-gpus.service.ts'
import { assertWithinLimits, selectSubAccountLimits } from '#server/domains/money/sub-accounts/limits.service.ts'
import { prepareInstance } from '#server/domains/rentals/instances/create-instance.service.ts'
import { getUserFunds, selectCommittedInstances } from '#server/domains/rentals/instances/funds-check.service.ts'
import { toCommittedInstances } from '#server/domains/rentals/instances/instances.repo.ts'
import { prepareOrder } from '#server/domains/rentals/orders/book-order.service.ts'
import { presentOrder } from '#server/domains/rentals/orders/orders.presenter.ts'
import { type OrderRow, ordersRepo } from '#server/domains/rentals/orders/orders.repo.ts'
import { computeNewInstanceFunds } from '#server/domains/rentals/orders/quote.service.ts'
import { type InstanceQuotePayload, parseSavedQuote, readQuote } from '#server/domains/rentals/orders/quote-token.ts'
import { selectDefaultPolicy } from '#server/domains/rentals/renewals/expiry-policy.service.ts'
import type { Context } from '#server/http/context.ts'
import { lockSpendableFunds, type SpendableFunds } from '#server/ledger/vouchers.ts'
import { Refusal } from '#server/lib/refusal.ts'
import type { Tx } from '#server/tx.ts'

export const listOrders = ({ deps, caller }: Context, query: Parameters<ReturnType<typeof ordersRepo>['list']>[1]) =>
  ordersRepo(deps.database.kysely).list(caller.user_id, query)

/** Finds the order that was made from a quote. */
export async function findOrderOfQuote(trx: Transaction<DB>, userId: string, quoteId: string): Promise<OrderRow | undefined> {
  const made = await ordersRepo(trx).selectByQuote(userId, quoteId).executeTakeFirst()
  return made && (await ordersRepo(trx).find(userId, made.id))
}

/** Places the quoted order. One quote makes one order, however often the request is sent (product §3). */
export async function placeOrder(ctx: Context, token: string): Promise<Order> {
  const { deps, caller } = ctx
  const quoted = await readQuote(deps, caller.user_id, token)
  return ctx.transaction(async (tx) => presentOrder(await createQuotedOrder(tx, caller.user_id, quoted)))
}

/**
 * Creates the order of a quote, or returns the existing one; throws before it writes. `place` is the caller's place in the queue,
 * if it waited there.
 */
export async function createQuotedOrder(tx: Tx, userId: string, quoted: InstanceQuotePayload, place?: bigint): Promise<OrderRow> {
  // The wallet row is locked first, so that orders of one user run one at a time; what is read must be read after that.
  const purse = await lockSpendableFunds(tx.db, userId)
  const { placed, ...facts } = await readTogether(tx.db, {
    placed: ordersRepo(tx.db).selectByQuote(userId, quoted.jti),
    ...selectOrderFacts(tx.db, userId, quoted),
  })
  if (placed?.status === 'pending') return payOrder(tx, { id: placed.id, user_id: userId })
  if (placed?.status === 'cancelled') throw new Refusal('quote_expired')
  if (placed) return (await ordersRepo(tx.db).find(userId, placed.id))!
  const product = await checkOrder(tx.db, tx.deps, userId, { quoted, facts, purse })
  return createOrder(tx, userId, quoted, { product, purse, default_policy: facts.policy?.expiry_policy, place })
}

/**
 * Pays a pending order, or returns it if it is already paid. The caller has locked the wallet. Throws `order_closed`, or whatever
 * would refuse the order today; the price is that of its quote (product §5).
 */
export async function payOrder(tx: Tx, { id, user_id: userId }: Pick<OrderRow, 'id' | 'user_id'>): Promise<OrderRow> {
  const saved = await ordersRepo(tx.db).lock(id)
  if (saved?.status === 'pending' && saved.expires_at! > tx.now()) {
    const quoted = parseSavedQuote(saved.quoted)
    return createOrder(tx, userId, quoted, { ...(await admitOrder(tx.db, tx.deps, userId, quoted)), saved })
  }
  if (saved?.status === 'pending' || saved?.status === 'cancelled') throw new Refusal('order_closed')
  return (await ordersRepo(tx.db).find(userId, id))!
}

interface OrderAdmission {
  product: ProductRow
  purse: SpendableFunds
  default_policy: string | undefined
}

type CheckedQuote = Pick<InstanceQuotePayload, 'form' | 'price_micro' | 'amount_fen'>

/** What an order is checked against, for `readTogether`. */
const selectOrderFacts = (db: Kysely<DB>, userId: string, { form }: CheckedQuote) => ({
  verified: selectRealName(db, userId),
  limits: selectSubAccountLimits(db, userId),
  product: selectProductOnSale(db, form.product_id),
  metered: selectCommittedInstances(db, userId),
  policy: selectDefaultPolicy(db, userId),
})
type OrderFacts = ReadRows<ReturnType<typeof selectOrderFacts>>

/** Checks an order while the wallet is locked; the locked funds are returned and reused to write the order. */
async function admitOrder(
  trx: Transaction<DB>,
  deps: Deps,
  userId: string,
  quoted: InstanceQuotePayload,
): Promise<OrderAdmission> {
  const purse = await lockSpendableFunds(trx, userId)
  const facts = await readTogether(trx, selectOrderFacts(trx, userId, quoted))
  const product = await checkOrder(trx, deps, userId, { quoted, facts, purse })
  return { purse, product, default_policy: facts.policy?.expiry_policy }
}

/** Like `checkOrder`, without a lock. */
export async function assertCanOrder(trx: Transaction<DB>, deps: Deps, userId: string, quoted: CheckedQuote): Promise<void> {
  await checkOrder(trx, deps, userId, { quoted, facts: await readTogether(trx, selectOrderFacts(trx, userId, quoted)) })
}

/**
 * Throws if a user may not place this order: real name, and funds for one hour of everything or for the whole package (product
 * §5). Returns the product.
 */
async function checkOrder(
  trx: Transaction<DB>,
  { clock }: Deps,
  userId: string,
  { quoted, facts, purse }: { quoted: CheckedQuote; facts: OrderFacts; purse?: SpendableFunds },
): Promise<ProductRow> {
  const { verified, limits, product, metered } = facts
  if (!verified) await requireRealName(trx, userId)
  assertWithinLimits(limits, quoted)
  if (!product) throw new Refusal('quote_changed')
  const means = await getUserFunds(trx, userId, clock.now(), { purse, metered: toCommittedInstances(metered) })
  if (!computeNewInstanceFunds(means, quoted, product).enough) throw new Refusal('insufficient_balance')
  if (limits) await assertWithinGpuQuota(trx, limits, { gpu_num: quoted.form.gpu_num, lock: purse !== undefined })
  return product
}

async function createOrder(
  tx: Tx,
  userId: string,
  quoted: InstanceQuotePayload,
  {
    product,
    purse,
    default_policy: defaultPolicy,
    place,
    saved,
  }: OrderAdmission & { place?: bigint | undefined; saved?: Pick<OrderRow, 'id' | 'created_at'> },
): Promise<OrderRow> {
  const { form, price_id: priceId, amount_fen: amountFen } = quoted
  const now = tx.now()
  const { activity_id: activityId } = form
  const activity = activityId
    ? await lockActivityTerms(tx.db, { user_id: userId, activity_id: activityId, product_id: product.id, now })
    : undefined
  const instance = await prepareInstance(tx, {
    user_id: userId,
    form,
    product,
    price_id: priceId,
    price_micro: quoted.price_micro,
    ...pickImagePriceShare(quoted),
    default_policy: defaultPolicy,
    place,
  })
  const { order, write, finish } = await prepareOrder(tx, {
    user_id: userId,
    kind: 'create_instance',
    title: formatOrderTitle(form, product, activity),
    amount_fen: amountFen,
    charge_rule: form.charge_rule,
    quantity: form.quantity,
    instance_id: instance.id,
    price_id: priceId,
    quote_id: quoted.jti,
    activity_id: activity?.id ?? null,
    created_at: now,
    saved: saved && { id: saved.id, created_at: saved.created_at },
    coupon: toQuotedCoupon(quoted),
    place: { product_id: product.id, region_id: product.region_id },
    purse,
  })
  await writeTogether(tx.db, { ...instance.writes, order: write })
  await instance.finish()
  await finish()
  if (form.charge_rule !== 'hour')
    await createImagePeriod(tx.db, {
      ...pickImagePriceShare(quoted),
      order,
      starts_at: now,
      ends_at: new Date(now.getTime() + computePeriodMs(form.charge_rule, form.quantity)),
    })
  return { ...order, instance_name: form.nick_name, refunded_fen: 0n }
}

export const formatOrderTitle = (form: CreateInstanceForm, product: ProductRow, activity?: { title: string }): string =>
  `创建实例 ${form.nick_name}（${product.gpu_model} × ${form.gpu_num}${activity ? `，${activity.title}` : ''}）`

/** Returns the coupon and the discount already deducted in a quote. */
export const toQuotedCoupon = ({ form, discount_fen: discountFen }: Pick<InstanceQuotePayload, 'form' | 'discount_fen'>) =>
  form.coupon_id && discountFen ? { id: form.coupon_id, discount_fen: discountFen } : undefined

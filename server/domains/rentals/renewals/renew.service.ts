import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { DiscountType } from '#contract/activities.ts'
import { codes, success_code } from '#contract/codes.ts'
import type { DataOf } from '#contract/endpoint.ts'
import type { ExpiryPolicy } from '#contract/expiry.ts'
import { type instance_money, RenewForm, type RenewLine, type RenewQuote } from '#contract/instance-money.ts'
import { limits } from '#contract/limits.ts'
import { yuanOfFen } from '#contract/money.ts'
import type { DB } from '#server/db/types.ts'
import { hasRealName } from '#server/domains/accounts/users/users.service.ts'
import { shareOf } from '#server/domains/catalog/community/image-price.policy.ts'
import { imagePriceFor } from '#server/domains/catalog/community/image-prices.service.ts'
import { type Price, priceOf } from '#server/domains/catalog/pricing/pricing.policy.ts'
import type { Offer } from '#server/domains/catalog/products/products.repo.ts'
import { listOnSale } from '#server/domains/catalog/products/products.service.ts'
import { weighFor } from '#server/domains/rentals/instances/funds-check.service.ts'
import type { InstanceRow, InstanceView } from '#server/domains/rentals/instances/instances.repo.ts'
import { ownViews, refuseUnlessAllowed } from '#server/domains/rentals/instances/instances.service.ts'
import { lockInstance, lockOwnInstances } from '#server/domains/rentals/instances/lock.service.ts'
import { cardsAtHand, expiryAfter, refuseUnlessPrepayable } from '#server/domains/rentals/instances/prepaid.service.ts'
import { presentOrder } from '#server/domains/rentals/orders/orders.presenter.ts'
import { findOrderOfQuote } from '#server/domains/rentals/orders/orders.service.ts'
import { Bigint, image_share, quoteKind } from '#server/domains/rentals/orders/quote-token.ts'
import { beforeOf, periodText, refuseIfChanged, sellPeriod } from '#server/domains/rentals/orders/sell-period.service.ts'
import { setPolicy } from '#server/domains/rentals/renewals/expiry-policy.service.ts'
import type { Context } from '#server/http/context.ts'
import { cashBalance } from '#server/ledger/ledger.ts'
import { Refusal } from '#server/lib/refusal.ts'
import type { Tx } from '#server/tx.ts'

const renew_quote = quoteKind(
  'renew-quote+jwt',
  RenewForm.omit({ ids: true }).extend({
    jti: z.string(),
    rows: z.array(
      z.object({
        id: z.string(),
        price_id: z.string(),
        price_micro: Bigint,
        ...image_share,
        amount_fen: Bigint,
        expire_at: z.string().nullable(),
      }),
    ),
  }),
)
type Quoted = Awaited<ReturnType<typeof renew_quote.read>>

function checkRenewable(row: InstanceRow, now: Date): void {
  refuseUnlessAllowed('renew', row.status)
  if (row.charge_rule === 'hour') throw new Refusal('not_a_package')
  refuseUnlessPrepayable(row, now)
}

interface Priced {
  view: InstanceView
  offer: Offer
  price: Price
}

/** One instance of a renewal: its price, or why it cannot be renewed. */
async function priceOne(
  db: Kysely<DB>,
  view: InstanceView,
  offer: Offer | undefined,
  bought: { charge_rule: z.output<typeof DiscountType>; quantity: number },
  now: Date,
): Promise<Priced | Refusal> {
  try {
    checkRenewable(view, now)
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
  if (!offer) return new Refusal('product_gone')
  if (!(await cardsAtHand(db, view)))
    return new Refusal('no_free_gpu', {
      message: '套餐到期后 GPU 已释放，主机上现在没有空闲的 GPU，请稍后再试，或转为按量计费后排队',
    })
  const image = await imagePriceFor(db, view.user_id, view.image_id)
  return { view, offer, price: priceOf(offer, { gpu_num: view.gpu_num, data_disk: view.data_disk_gb, ...bought }, { image }) }
}

const none = { amount: '0.00', lines: [], expire_at: null, expire_after: null }

/** What renewing one or many costs, instance by instance, and the token that orders all that can be renewed. */
export async function quoteRenewal(
  { deps, caller }: Context,
  form: z.output<typeof RenewForm>,
): Promise<z.input<typeof RenewQuote>> {
  const db = deps.database.kysely
  const now = deps.clock.now()
  const { charge_rule, quantity } = form
  const ids = [...new Set(form.ids)]
  const views = await ownViews(db, caller.user_id, ids)
  const offers = new Map((await listOnSale(db)).map((offer) => [offer.id, offer]))
  const rows: z.input<typeof RenewLine>[] = []
  const priced: Priced[] = []
  for (const id of ids) {
    const view = views.find((candidate) => candidate.id === id)
    const found = view ? await priceOne(db, view, offers.get(view.product_id), form, now) : new Refusal('not_found')
    const nick_name = view?.nick_name ?? id
    if (found instanceof Refusal) {
      const { code, message } = found
      rows.push({ ...none, id, nick_name, ok: false, code, message, expire_at: view?.expire_at?.toISOString() ?? null })
      continue
    }
    priced.push(found)
    rows.push({
      id,
      nick_name,
      ok: true,
      code: success_code,
      message: '',
      amount: yuanOfFen(found.price.amount_fen),
      lines: found.price.lines,
      expire_at: found.view.expire_at?.toISOString() ?? null,
      expire_after: expiryAfter(found.view, charge_rule, quantity, now).toISOString(),
    })
  }
  const amount_fen = priced.reduce((sum, { price }) => sum + price.amount_fen, 0n)
  const bought = priced.map(
    ({ view, price }) => ({ id: view.id, use: 'renew', charge_rule, amount_fen: price.amount_fen }) as const,
  )
  const money = await weighFor(db, caller.user_id, bought, now)
  return {
    token: await renew_quote.sign(deps, caller.user_id, {
      charge_rule,
      quantity,
      rows: priced.map(({ view, offer, price }) => ({
        id: view.id,
        price_id: offer.price_id,
        price_micro: price.price_micro,
        ...shareOf(price),
        amount_fen: price.amount_fen,
        expire_at: beforeOf(view).expire_at,
      })),
    }),
    expires_at: new Date(now.getTime() + limits.quote_valid_seconds * 1000).toISOString(),
    amount: yuanOfFen(amount_fen),
    count: priced.length,
    rows,
    balance: yuanOfFen(money.balance_fen),
    voucher: yuanOfFen(money.voucher_fen),
    balance_after: yuanOfFen(money.balance_fen - money.cash_fen),
    required: yuanOfFen(money.required_fen),
    enough: money.enough,
    real_name_passed: await hasRealName(db, caller.user_id),
    data_note: `系统盘和数据盘都不变，运行中的实例不会中断。已买的时长到期前不退款，转为按量计费时退回未用的部分。`,
  }
}

type Result = DataOf<typeof instance_money.renew>[number]

/** Renews all that was quoted, each by itself: what is refused for one is its result and costs nothing. */
export async function renew(ctx: Context, token: string, expiry: ExpiryPolicy | undefined): Promise<Result[]> {
  const { deps, caller } = ctx
  const quoted = await renew_quote.read(deps, caller.user_id, token)
  return ctx.transaction(async (tx) => {
    const rows = await lockOwnInstances(
      tx.db,
      caller.user_id,
      quoted.rows.map(({ id }) => id),
    )
    await cashBalance(tx.db, caller.user_id, { lock: true })
    const results: Result[] = []
    for (const { id, ...period } of quoted.rows)
      results.push(await renewOne(ctx, tx, { id, row: rows.get(id), quoted, period, expiry }))
    return results
  })
}

interface One {
  id: string
  row: InstanceRow | undefined
  quoted: Quoted
  period: Omit<Quoted['rows'][number], 'id'>
  expiry: ExpiryPolicy | undefined
}

async function renewOne({ deps, caller }: Context, tx: Tx, { id, row, quoted, period, expiry }: One): Promise<Result> {
  const quote_id = `${quoted.jti}:${id}`
  const placed = await findOrderOfQuote(tx.db, caller.user_id, quote_id)
  if (placed) return { id, ok: true, code: success_code, message: '', order: presentOrder(placed) }
  if (!row) return { id, ok: false, code: codes.not_found.code, message: codes.not_found.message, order: null }
  try {
    const now = deps.clock.now()
    checkRenewable(row, now)
    refuseIfChanged(row, { charge_rule: beforeOf(row).charge_rule, expire_at: period.expire_at })
    const { charge_rule, quantity } = quoted
    const order = await sellPeriod(tx, row, {
      period: { ...period, charge_rule, quantity },
      kind: 'renew',
      title: `续费 ${periodText(charge_rule, quantity)}`,
      by: { actor: 'user', actor_id: caller.user_id },
      quote_id,
    })
    if (expiry) await setPolicy(tx, (await lockInstance(tx.db, id))!, expiry)
    return { id, ok: true, code: success_code, message: '', order: presentOrder(order) }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { id, ok: false, code: error.code, message: error.message, order: null }
  }
}

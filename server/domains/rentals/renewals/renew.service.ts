import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { DiscountType } from '#contract/activities.ts'
import { resultCodes, successCode } from '#contract/codes.ts'
import type { EndpointData } from '#contract/endpoint.ts'
import type { ExpiryPolicy } from '#contract/expiry.ts'
import { type instanceMoney, RenewForm, type RenewLine, type RenewQuote } from '#contract/instance-money.ts'
import { limits } from '#contract/limits.ts'
import { formatFenAsYuan } from '#contract/money.ts'
import type { DB } from '#server/db/types.ts'
import { hasRealName } from '#server/domains/accounts/users/users.service.ts'
import { pickImagePriceShare } from '#server/domains/catalog/community/image-price.policy.ts'
import { getImagePrice } from '#server/domains/catalog/community/image-prices.service.ts'
import { computeInstancePrice, type InstancePrice } from '#server/domains/catalog/pricing/pricing.policy.ts'
import type { ProductOffer } from '#server/domains/catalog/products/products.repo.ts'
import { listOffersOnSale } from '#server/domains/catalog/products/products.service.ts'
import { getPurchaseFundsCheck } from '#server/domains/rentals/instances/funds-check.service.ts'
import type { InstanceRow, InstanceView } from '#server/domains/rentals/instances/instances.repo.ts'
import { assertInstanceActionAllowed, listOwnInstanceViews } from '#server/domains/rentals/instances/instances.service.ts'
import { lockInstance, lockOwnInstances } from '#server/domains/rentals/instances/lock.service.ts'
import { assertPrepayable, computeExpiryAfter, hasCardsAvailable } from '#server/domains/rentals/instances/prepaid.service.ts'
import { presentOrder } from '#server/domains/rentals/orders/orders.presenter.ts'
import { findOrderOfQuote } from '#server/domains/rentals/orders/orders.service.ts'
import { BigintText, createQuoteKind, imageShareFields } from '#server/domains/rentals/orders/quote-token.ts'
import {
  assertBillingUnchanged,
  formatPeriod,
  sellPeriod,
  toBillingSnapshot,
} from '#server/domains/rentals/orders/sell-period.service.ts'
import { setExpiryPolicy } from '#server/domains/rentals/renewals/expiry-policy.service.ts'
import type { Context } from '#server/http/context.ts'
import { getCashBalance } from '#server/ledger/ledger.ts'
import { Refusal } from '#server/lib/refusal.ts'
import type { Tx } from '#server/tx.ts'

const renewQuote = createQuoteKind(
  'renew-quote+jwt',
  RenewForm.omit({ ids: true }).extend({
    jti: z.string(),
    rows: z.array(
      z.object({
        id: z.string(),
        price_id: z.string(),
        price_micro: BigintText,
        ...imageShareFields,
        amount_fen: BigintText,
        expire_at: z.string().nullable(),
      }),
    ),
  }),
)
type RenewQuotePayload = Awaited<ReturnType<typeof renewQuote.read>>

function assertRenewable(row: InstanceRow, now: Date): void {
  assertInstanceActionAllowed('renew', row.status)
  if (row.charge_rule === 'hour') throw new Refusal('not_a_package')
  assertPrepayable(row, now)
}

interface PricedInstance {
  view: InstanceView
  offer: ProductOffer
  price: InstancePrice
}

/** One instance of a renewal: its price, or why it cannot be renewed. */
async function priceRenewal(
  db: Kysely<DB>,
  view: InstanceView,
  offer: ProductOffer | undefined,
  bought: { charge_rule: z.output<typeof DiscountType>; quantity: number },
  now: Date,
): Promise<PricedInstance | Refusal> {
  try {
    assertRenewable(view, now)
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
  if (!offer) return new Refusal('product_gone')
  if (!(await hasCardsAvailable(db, view)))
    return new Refusal('no_free_gpu', {
      message: '套餐到期后 GPU 已释放，主机上现在没有空闲的 GPU，请稍后再试，或转为按量计费后排队',
    })
  const image = await getImagePrice(db, view.user_id, view.image_id)
  return {
    view,
    offer,
    price: computeInstancePrice(offer, { gpu_num: view.gpu_num, data_disk: view.data_disk_gb, ...bought }, { image }),
  }
}

const emptyQuoteRow = { amount: '0.00', lines: [], expire_at: null, expire_after: null }

/** Quotes the renewal of one or more instances, and returns the token that orders all renewable ones. */
export async function quoteRenewal(
  { deps, caller }: Context,
  form: z.output<typeof RenewForm>,
): Promise<z.input<typeof RenewQuote>> {
  const db = deps.database.kysely
  const now = deps.clock.now()
  const { charge_rule: chargeRule, quantity } = form
  const ids = [...new Set(form.ids)]
  const views = await listOwnInstanceViews(db, caller.user_id, ids)
  const offers = new Map((await listOffersOnSale(db)).map((offer) => [offer.id, offer]))
  const rows: z.input<typeof RenewLine>[] = []
  const priced: PricedInstance[] = []
  for (const id of ids) {
    const view = views.find((candidate) => candidate.id === id)
    const found = view ? await priceRenewal(db, view, offers.get(view.product_id), form, now) : new Refusal('not_found')
    const nickName = view?.nick_name ?? id
    if (found instanceof Refusal) {
      const { code, message } = found
      rows.push({
        ...emptyQuoteRow,
        id,
        nick_name: nickName,
        ok: false,
        code,
        message,
        expire_at: view?.expire_at?.toISOString() ?? null,
      })
      continue
    }
    priced.push(found)
    rows.push({
      id,
      nick_name: nickName,
      ok: true,
      code: successCode,
      message: '',
      amount: formatFenAsYuan(found.price.amount_fen),
      lines: found.price.lines,
      expire_at: found.view.expire_at?.toISOString() ?? null,
      expire_after: computeExpiryAfter(found.view, chargeRule, quantity, now).toISOString(),
    })
  }
  const amountFen = priced.reduce((sum, { price }) => sum + price.amount_fen, 0n)
  const bought = priced.map(
    ({ view, price }) => ({ id: view.id, use: 'renew', charge_rule: chargeRule, amount_fen: price.amount_fen }) as const,
  )
  const money = await getPurchaseFundsCheck(db, caller.user_id, bought, now)
  return {
    token: await renewQuote.sign(deps, caller.user_id, {
      charge_rule: chargeRule,
      quantity,
      rows: priced.map(({ view, offer, price }) => ({
        id: view.id,
        price_id: offer.price_id,
        price_micro: price.price_micro,
        ...pickImagePriceShare(price),
        amount_fen: price.amount_fen,
        expire_at: toBillingSnapshot(view).expire_at,
      })),
    }),
    expires_at: new Date(now.getTime() + limits.quoteValidSeconds * 1000).toISOString(),
    amount: formatFenAsYuan(amountFen),
    count: priced.length,
    rows,
    balance: formatFenAsYuan(money.balance_fen),
    voucher: formatFenAsYuan(money.voucher_fen),
    balance_after: formatFenAsYuan(money.balance_fen - money.cash_fen),
    required: formatFenAsYuan(money.required_fen),
    enough: money.enough,
    real_name_passed: await hasRealName(db, caller.user_id),
    data_note: `系统盘和数据盘都不变，运行中的实例不会中断。已买的时长到期前不退款，转为按量计费时退回未用的部分。`,
  }
}

type Result = EndpointData<typeof instanceMoney.renew>[number]

/** Renews all quoted instances independently: a refusal becomes that instance's result and costs nothing. */
export async function renewInstances(ctx: Context, token: string, expiry: ExpiryPolicy | undefined): Promise<Result[]> {
  const { deps, caller } = ctx
  const quoted = await renewQuote.read(deps, caller.user_id, token)
  return ctx.transaction(async (tx) => {
    const rows = await lockOwnInstances(
      tx.db,
      caller.user_id,
      quoted.rows.map(({ id }) => id),
    )
    await getCashBalance(tx.db, caller.user_id, { lock: true })
    const results: Result[] = []
    for (const { id, ...period } of quoted.rows)
      results.push(await renewOne(ctx, tx, { id, row: rows.get(id), quoted, period, expiry }))
    return results
  })
}

interface RenewalItem {
  id: string
  row: InstanceRow | undefined
  quoted: RenewQuotePayload
  period: Omit<RenewQuotePayload['rows'][number], 'id'>
  expiry: ExpiryPolicy | undefined
}

async function renewOne({ deps, caller }: Context, tx: Tx, { id, row, quoted, period, expiry }: RenewalItem): Promise<Result> {
  const quoteId = `${quoted.jti}:${id}`
  const placed = await findOrderOfQuote(tx.db, caller.user_id, quoteId)
  if (placed) return { id, ok: true, code: successCode, message: '', order: presentOrder(placed) }
  if (!row) return { id, ok: false, code: resultCodes.not_found.code, message: resultCodes.not_found.message, order: null }
  try {
    const now = deps.clock.now()
    assertRenewable(row, now)
    assertBillingUnchanged(row, { charge_rule: toBillingSnapshot(row).charge_rule, expire_at: period.expire_at })
    const { charge_rule: chargeRule, quantity } = quoted
    const order = await sellPeriod(tx, row, {
      period: { ...period, charge_rule: chargeRule, quantity },
      kind: 'renew',
      title: `续费 ${formatPeriod(chargeRule, quantity)}`,
      by: { actor: 'user', actor_id: caller.user_id },
      quote_id: quoteId,
    })
    if (expiry) await setExpiryPolicy(tx, (await lockInstance(tx.db, id))!, expiry)
    return { id, ok: true, code: successCode, message: '', order: presentOrder(order) }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { id, ok: false, code: error.code, message: error.message, order: null }
  }
}

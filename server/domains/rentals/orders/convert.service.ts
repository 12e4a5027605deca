import { z } from 'zod'
import { chargeRules } from '#contract/instance.ts'
import { instanceStatusCodes } from '#contract/instance-actions.ts'
import type { ChangeQuote, ConvertBillingForm, InstanceChangeResult } from '#contract/instance-money.ts'
import { ChargeRule } from '#contract/instances.ts'
import { limits } from '#contract/limits.ts'
import { formatFenAsYuan, formatMicroAsYuan, formatMicroText } from '#contract/money.ts'
import { pickImagePriceShare } from '#server/domains/catalog/community/image-price.policy.ts'
import type { InstanceRow, InstanceView } from '#server/domains/rentals/instances/instances.repo.ts'
import { assertInstanceActionAllowed, getOwnInstance } from '#server/domains/rentals/instances/instances.service.ts'
import { assertPrepayable, computeExpiryAfter, hasCardsAvailable } from '#server/domains/rentals/instances/prepaid.service.ts'
import { applyChangeQuote } from '#server/domains/rentals/orders/apply-change-quote.service.ts'
import { formatSettleNote } from '#server/domains/rentals/orders/buy-period.service.ts'
import { presentQuotedChange } from '#server/domains/rentals/orders/change-quote.service.ts'
import {
  convertToHourly,
  formatRefundReason,
  getConversionFunds,
  listPaidPeriodRefunds,
} from '#server/domains/rentals/orders/convert-to-hourly.service.ts'
import { presentOrder } from '#server/domains/rentals/orders/orders.presenter.ts'
import { createQuoteKind, quotedPeriodFields } from '#server/domains/rentals/orders/quote-token.ts'
import {
  assertBillingUnchanged,
  formatPeriod,
  getListPrice,
  getRequiredFunds,
  sellPeriod,
  toBillingSnapshot,
} from '#server/domains/rentals/orders/sell-period.service.ts'
import type { Context } from '#server/http/context.ts'
import { Refusal } from '#server/lib/refusal.ts'

const convertQuote = createQuoteKind('convert-quote+jwt', z.object({ ...quotedPeriodFields, charge_rule: ChargeRule }))

function assertConvertible(
  row: InstanceRow,
  { charge_rule: chargeRule }: Pick<ConvertBillingForm, 'charge_rule'>,
  now: Date,
): void {
  assertInstanceActionAllowed('convert_bill', row.status)
  if (chargeRule === 'hour' && row.charge_rule === 'hour') throw new Refusal('same_billing')
  if (chargeRule !== 'hour' && row.charge_rule !== 'hour')
    throw new Refusal('same_billing', { message: '已经是套餐，要延长时长请用续费' })
  assertPrepayable(row, now)
}

/** Quotes a change of the charge rule: what it costs or refunds, and the token for the order (product §5). */
export async function quoteConversion(ctx: Context, id: string, asked: ConvertBillingForm): Promise<z.input<typeof ChangeQuote>> {
  const form = asked.charge_rule === 'hour' ? { ...asked, quantity: 1 } : asked
  const view = await getOwnInstance(ctx, id)
  assertConvertible(view, form, ctx.deps.clock.now())
  return form.charge_rule === 'hour' ? quoteHourly(ctx, view, form) : quotePackage(ctx, view, form)
}

async function quoteHourly({ deps }: Context, view: InstanceView, form: ConvertBillingForm) {
  const db = deps.database.kysely
  const now = deps.clock.now()
  const { price_id: priceId, price } = await getListPrice(db, view, form)
  const hourly = { price_id: priceId, price_micro: price.price_micro, ...pickImagePriceShare(price) }
  const parts = await listPaidPeriodRefunds(db, view, hourly, now)
  const backFen = parts.reduce((sum, part) => sum + part.back_fen, 0n)
  const hour = `¥${formatMicroText(price.price_micro)}/小时`
  return presentQuotedChange(db, view, now, {
    token: await convertQuote.sign(deps, view.user_id, {
      ...form,
      ...hourly,
      instance_id: view.id,
      amount_fen: 0n,
      before: toBillingSnapshot(view),
    }),
    pay_fen: 0n,
    back_fen: backFen,
    lines: parts.map(formatRefundReason),
    after: { charge_rule: 'hour', price_hour: formatMicroAsYuan(price.price_micro), expire_at: null },
    settle_note:
      view.status === instanceStatusCodes.running
        ? `已用时长算到确认的那一秒；从那一秒起按 ${hour} 计量，运行不中断，GPU 不变。`
        : `已用时长算到确认的那一秒；关机期间不计费，GPU 随即释放，再次开机时按 ${hour} 计量，可能需要等待。`,
    data_note: `系统盘和数据盘都不变。按量计费的实例关机满 ${limits.releaseDays} 天会被释放，从现在起重新计算。`,
    in_stock: true,
    money: await getConversionFunds(db, view, hourly, backFen, now),
  })
}

async function quotePackage({ deps }: Context, view: InstanceView, form: ConvertBillingForm) {
  if (form.charge_rule === 'hour') throw new TypeError('not a package')
  const db = deps.database.kysely
  const now = deps.clock.now()
  const { charge_rule: chargeRule, quantity } = form
  const { price_id: priceId, price } = await getListPrice(db, view, form)
  return presentQuotedChange(db, view, now, {
    token: await convertQuote.sign(deps, view.user_id, {
      charge_rule: chargeRule,
      quantity,
      price_id: priceId,
      price_micro: price.price_micro,
      ...pickImagePriceShare(price),
      amount_fen: price.amount_fen,
      instance_id: view.id,
      before: toBillingSnapshot(view),
    }),
    pay_fen: price.amount_fen,
    back_fen: 0n,
    lines: price.lines,
    after: {
      charge_rule: chargeRule,
      price_hour: formatMicroAsYuan(price.price_micro),
      expire_at: computeExpiryAfter(view, chargeRule, quantity, now).toISOString(),
    },
    settle_note: formatSettleNote(view, now),
    data_note: `系统盘和数据盘都不变，运行中的实例不会中断。到期后数据再保留 ${limits.releaseDays} 天。`,
    in_stock: await hasCardsAvailable(db, view),
    money: await getRequiredFunds(db, view, { use: 'convert', charge_rule: chargeRule, amount_fen: price.amount_fen }, now),
  })
}

/** Converts as quoted. Prices come from the quote, time is counted to this second. One quote makes one order. */
export async function convertBilling(ctx: Context, id: string, token: string): Promise<z.input<typeof InstanceChangeResult>> {
  const { deps, caller } = ctx
  return applyChangeQuote(ctx, id, convertQuote, token, async (tx, row, quoted) => {
    assertBillingUnchanged(row, quoted.before)
    assertConvertible(row, quoted, deps.clock.now())
    const { charge_rule: chargeRule, quantity, jti: quoteId } = quoted
    const by = { actor: 'user' as const, actor_id: caller.user_id }
    if (chargeRule === 'hour') {
      const { order, back_fen: backFen } = await convertToHourly(tx, row, {
        ...quoted,
        title: '转为按量计费',
        by,
        quote_id: quoteId,
      })
      return { order: presentOrder(order), back: formatFenAsYuan(backFen) }
    }
    const order = await sellPeriod(tx, row, {
      period: { ...quoted, charge_rule: chargeRule },
      kind: 'convert',
      title: `转为${chargeRules[chargeRule]} ${formatPeriod(chargeRule, quantity)}`,
      by,
      quote_id: quoteId,
    })
    return { order: presentOrder(order), back: '0.00' }
  })
}

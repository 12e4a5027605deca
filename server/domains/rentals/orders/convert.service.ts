import { z } from 'zod'
import { charge_rules } from '#contract/instance.ts'
import { status_codes } from '#contract/instance-actions.ts'
import type { Changed, ChangeQuote, ConvertForm } from '#contract/instance-money.ts'
import { ChargeRule } from '#contract/instances.ts'
import { limits } from '#contract/limits.ts'
import { yuanOfFen, yuanOfMicro } from '#contract/money.ts'
import { shareOf } from '#server/domains/catalog/community/image-price.policy.ts'
import type { InstanceRow, InstanceView } from '#server/domains/rentals/instances/instances.repo.ts'
import { ownInstance, refuseUnlessAllowed } from '#server/domains/rentals/instances/instances.service.ts'
import { lockOwnInstance } from '#server/domains/rentals/instances/lock.service.ts'
import { cardsAtHand, expiryAfter, refuseUnlessPrepayable } from '#server/domains/rentals/instances/prepaid.service.ts'
import { settleNote } from '#server/domains/rentals/orders/buy-period.service.ts'
import { presentChange } from '#server/domains/rentals/orders/change-quote.service.ts'
import { backOf, gateOf, reasonOfBack, toHourly } from '#server/domains/rentals/orders/convert-to-hourly.service.ts'
import { presentOrder } from '#server/domains/rentals/orders/orders.presenter.ts'
import { findOrderOfQuote } from '#server/domains/rentals/orders/orders.service.ts'
import { backWith } from '#server/domains/rentals/orders/paid-periods.service.ts'
import { Bigint, image_share, quoteKind } from '#server/domains/rentals/orders/quote-token.ts'
import {
  beforeOf,
  listPrice,
  periodText,
  refuseIfChanged,
  requiredFor,
  sellPeriod,
} from '#server/domains/rentals/orders/sell-period.service.ts'
import type { Context } from '#server/http/context.ts'
import { cashBalance } from '#server/ledger/ledger.ts'
import { Refusal } from '#server/lib/refusal.ts'

const convert_quote = quoteKind(
  'convert-quote+jwt',
  z.object({
    jti: z.string(),
    instance_id: z.string(),
    charge_rule: ChargeRule,
    quantity: z.number().int(),
    price_id: z.string(),
    price_micro: Bigint,
    ...image_share,
    amount_fen: Bigint,
    before: z.object({ charge_rule: ChargeRule, expire_at: z.string().nullable() }),
  }),
)

function checkConversion(row: InstanceRow, { charge_rule }: Pick<ConvertForm, 'charge_rule'>, now: Date): void {
  refuseUnlessAllowed('convert_bill', row.status)
  if (charge_rule === 'hour' && row.charge_rule === 'hour') throw new Refusal('same_billing')
  if (charge_rule !== 'hour' && row.charge_rule !== 'hour')
    throw new Refusal('same_billing', { message: '已经是套餐，要延长时长请用续费' })
  refuseUnlessPrepayable(row, now)
}

/** What it costs, or gives back, to be billed another way from now on; and the token an order names (product §5). */
export async function quoteConversion(ctx: Context, id: string, asked: ConvertForm): Promise<z.input<typeof ChangeQuote>> {
  const form = asked.charge_rule === 'hour' ? { ...asked, quantity: 1 } : asked
  const view = await ownInstance(ctx, id)
  checkConversion(view, form, ctx.deps.clock.now())
  return form.charge_rule === 'hour' ? quoteHourly(ctx, view, form) : quotePackage(ctx, view, form)
}

async function quoteHourly({ deps }: Context, view: InstanceView, form: ConvertForm) {
  const db = deps.database.kysely
  const now = deps.clock.now()
  const { price_id, price } = await listPrice(db, view, form)
  const hourly = { price_id, price_micro: price.price_micro, ...shareOf(price) }
  const parts = await backOf(db, view, hourly, now)
  const back_fen = parts.reduce((sum, part) => sum + part.back_fen, 0n)
  const hour = `¥${yuanOfMicro(price.price_micro)}/小时`
  return presentChange(db, view, now, {
    token: await convert_quote.sign(deps, view.user_id, {
      ...form,
      ...hourly,
      instance_id: view.id,
      amount_fen: 0n,
      before: beforeOf(view),
    }),
    pay_fen: 0n,
    back_fen,
    lines: parts.map(reasonOfBack),
    after: { charge_rule: 'hour', price_hour: yuanOfMicro(price.price_micro), expire_at: null },
    settle_note:
      view.status === status_codes.running
        ? `已用时长算到确认的那一秒；从那一秒起按 ${hour} 计量，运行不中断，GPU 不变。`
        : `已用时长算到确认的那一秒；关机期间不计费，GPU 随即释放，再次开机时按 ${hour} 计量，可能需要等待。`,
    data_note: `系统盘和数据盘都不变。按量计费的实例关机满 ${limits.release_days} 天会被释放，从现在起重新计算。`,
    in_stock: true,
    money: await gateOf(db, view, hourly, back_fen, now),
  })
}

async function quotePackage({ deps }: Context, view: InstanceView, form: ConvertForm) {
  if (form.charge_rule === 'hour') throw new TypeError('not a package')
  const db = deps.database.kysely
  const now = deps.clock.now()
  const { charge_rule, quantity } = form
  const { price_id, price } = await listPrice(db, view, form)
  return presentChange(db, view, now, {
    token: await convert_quote.sign(deps, view.user_id, {
      charge_rule,
      quantity,
      price_id,
      price_micro: price.price_micro,
      ...shareOf(price),
      amount_fen: price.amount_fen,
      instance_id: view.id,
      before: beforeOf(view),
    }),
    pay_fen: price.amount_fen,
    back_fen: 0n,
    lines: price.lines,
    after: {
      charge_rule,
      price_hour: yuanOfMicro(price.price_micro),
      expire_at: expiryAfter(view, charge_rule, quantity, now).toISOString(),
    },
    settle_note: settleNote(view, now),
    data_note: `系统盘和数据盘都不变，运行中的实例不会中断。到期后数据再保留 ${limits.release_days} 天。`,
    in_stock: await cardsAtHand(db, view),
    money: await requiredFor(db, view, { use: 'convert', charge_rule, amount_fen: price.amount_fen }, now),
  })
}

/** Converts as quoted. Prices are those of the quote, time is counted to this second. One quote makes one order. */
export async function convert(ctx: Context, id: string, token: string): Promise<z.input<typeof Changed>> {
  const { deps, caller } = ctx
  await ownInstance(ctx, id)
  const quoted = await convert_quote.read(deps, caller.user_id, token)
  if (quoted.instance_id !== id) throw new Refusal('quote_expired')
  return ctx.transaction(async (tx) => {
    const row = await lockOwnInstance(tx.db, caller.user_id, id)
    await cashBalance(tx.db, caller.user_id, { lock: true })
    const placed = await findOrderOfQuote(tx.db, caller.user_id, quoted.jti)
    if (placed) return { order: presentOrder(placed), back: yuanOfFen(await backWith(tx.db, placed.id)) }
    refuseIfChanged(row, quoted.before)
    checkConversion(row, quoted, deps.clock.now())
    const { charge_rule, quantity, jti: quote_id } = quoted
    const by = { actor: 'user' as const, actor_id: caller.user_id }
    if (charge_rule === 'hour') {
      const { order, back_fen } = await toHourly(tx, row, { ...quoted, title: '转为按量计费', by, quote_id })
      return { order: presentOrder(order), back: yuanOfFen(back_fen) }
    }
    const order = await sellPeriod(tx, row, {
      period: { ...quoted, charge_rule },
      kind: 'convert',
      title: `转为${charge_rules[charge_rule]} ${periodText(charge_rule, quantity)}`,
      by,
      quote_id,
    })
    return { order: presentOrder(order), back: '0.00' }
  })
}

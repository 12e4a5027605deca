import type { z } from 'zod'
import type { Coupon, CouponFit, coupons } from '#contract/coupons.ts'
import { fenOfYuan, yuanOfFen } from '#contract/money.ts'
import { getOffer } from '#server/domains/catalog/products/products.service.ts'
import { type Purchase, reasonsAgainst } from '#server/domains/money/coupons/apply-coupon.service.ts'
import { presentCoupon } from '#server/domains/money/coupons/coupons.presenter.ts'
import { type CouponRow, couponsRepo } from '#server/domains/money/coupons/coupons.repo.ts'
import { discountOf, isVoucher } from '#server/domains/money/coupons/terms.policy.ts'
import type { Context } from '#server/http/context.ts'
import { opaqueId } from '#server/lib/ids.ts'
import { Refusal } from '#server/lib/refusal.ts'

const repoOf = ({ deps }: Context) => couponsRepo(deps.database.kysely, deps.clock.now())

export async function listCoupons(ctx: Context, query: Parameters<ReturnType<typeof couponsRepo>['list']>[1]) {
  const names = await repoOf(ctx).names()
  const { items, total } = await repoOf(ctx).list(ctx.caller.user_id, query)
  return { items: items.map((row) => presentCoupon(row, names)), total }
}

async function ownCoupon(ctx: Context, id: string): Promise<CouponRow> {
  const row = await repoOf(ctx).find(ctx.caller.user_id, id)
  if (!row) throw new Refusal('not_found')
  return row
}

export const getCoupon = async (ctx: Context, id: string): Promise<Coupon> =>
  presentCoupon(await ownCoupon(ctx, id), await repoOf(ctx).names())

/** What a voucher was filled with and what it paid for; a coupon has no account, its order says it all. */
export async function listCouponEntries(
  ctx: Context,
  id: string,
  query: Parameters<ReturnType<typeof couponsRepo>['entries']>[1],
) {
  await ownCoupon(ctx, id)
  const { items, total } = await repoOf(ctx).entries(id, query)
  return {
    items: items.map((row) => ({
      id: opaqueId(ctx.deps.keys.row_ids, 'entry', row.id),
      title: row.title,
      amount: yuanOfFen(row.amount_fen),
      balance_after: yuanOfFen(row.balance_after_fen),
      at: row.at.toISOString(),
      order_id: row.kind === 'order' || row.kind === 'refund' ? row.ref : null,
      instance_id: row.kind === 'usage' ? row.ref : null,
    })),
    total,
  }
}

const savesOf = (row: CouponRow, { amount_fen, use }: Purchase): bigint => {
  if (!isVoucher(row.kind)) return discountOf(row, amount_fen)
  const left_fen = row.remaining_fen ?? 0n
  return use === 'usage' || left_fen < amount_fen ? left_fen : amount_fen
}

/** Everything held that has time left, the usable first, each with what it saves or why it cannot be used here. */
export async function fitCoupons(
  ctx: Context,
  { amount, product_id, ...asked }: z.output<(typeof coupons.fit)['query']>,
): Promise<CouponFit[]> {
  const { region_id } = await getOffer(ctx, product_id)
  const purchase: Purchase = { ...asked, product_id, region_id, amount_fen: fenOfYuan(amount) }
  const names = await repoOf(ctx).names()
  const fits = (await repoOf(ctx).alive(ctx.caller.user_id))
    .filter(({ state }) => state !== 'used_up')
    .map((row) => {
      const why_not = reasonsAgainst(row, purchase, names)
      const saves_fen = why_not.length === 0 ? savesOf(row, purchase) : 0n
      return { coupon: presentCoupon(row, names), fits: why_not.length === 0, saves_fen, why_not }
    })
    .sort((a, b) => Number(b.fits) - Number(a.fits) || Number(b.saves_fen - a.saves_fen))
  return fits.map(({ saves_fen, ...fit }) => ({ ...fit, saves: yuanOfFen(saves_fen) }))
}

import type { z } from 'zod'
import type { Coupon, CouponFit, coupons } from '#contract/coupons.ts'
import { formatFenAsYuan, parseYuanToFen } from '#contract/money.ts'
import { getProductOffer } from '#server/domains/catalog/products/products.service.ts'
import { type CouponPurchase, listCouponObstacles } from '#server/domains/money/coupons/apply-coupon.service.ts'
import { presentCoupon } from '#server/domains/money/coupons/coupons.presenter.ts'
import { type CouponRow, couponsRepo } from '#server/domains/money/coupons/coupons.repo.ts'
import { computeCouponDiscount, isVoucher } from '#server/domains/money/coupons/terms.policy.ts'
import type { Context } from '#server/http/context.ts'
import { toOpaqueId } from '#server/lib/ids.ts'
import { Refusal } from '#server/lib/refusal.ts'

const getRepo = ({ deps }: Context) => couponsRepo(deps.database.kysely, deps.clock.now())

export async function listCoupons(ctx: Context, query: Parameters<ReturnType<typeof couponsRepo>['list']>[1]) {
  const names = await getRepo(ctx).names()
  const { items, total } = await getRepo(ctx).list(ctx.caller.user_id, query)
  return { items: items.map((row) => presentCoupon(row, names)), total }
}

async function getOwnCoupon(ctx: Context, id: string): Promise<CouponRow> {
  const row = await getRepo(ctx).find(ctx.caller.user_id, id)
  if (!row) throw new Refusal('not_found')
  return row
}

export const getCoupon = async (ctx: Context, id: string): Promise<Coupon> =>
  presentCoupon(await getOwnCoupon(ctx, id), await getRepo(ctx).names())

/** Lists the top-ups and payments of a voucher; a coupon has no account, its order tells everything. */
export async function listCouponEntries(
  ctx: Context,
  id: string,
  query: Parameters<ReturnType<typeof couponsRepo>['entries']>[1],
) {
  await getOwnCoupon(ctx, id)
  const { items, total } = await getRepo(ctx).entries(id, query)
  return {
    items: items.map((row) => ({
      id: toOpaqueId(ctx.deps.keys.row_ids, 'entry', row.id),
      title: row.title,
      amount: formatFenAsYuan(row.amount_fen),
      balance_after: formatFenAsYuan(row.balance_after_fen),
      at: row.at.toISOString(),
      order_id: row.kind === 'order' || row.kind === 'refund' ? row.ref : null,
      instance_id: row.kind === 'usage' ? row.ref : null,
    })),
    total,
  }
}

const computeSavingFen = (row: CouponRow, { amount_fen: amountFen, use }: CouponPurchase): bigint => {
  if (!isVoucher(row.kind)) return computeCouponDiscount(row, amountFen)
  const leftFen = row.remaining_fen ?? 0n
  return use === 'usage' || leftFen < amountFen ? leftFen : amountFen
}

/** Lists all unexpired coupons, usable ones first, each with its saving or why it cannot be used here. */
export async function listFittingCoupons(
  ctx: Context,
  { amount, product_id: productId, ...asked }: z.output<(typeof coupons.fit)['query']>,
): Promise<CouponFit[]> {
  const { region_id: regionId } = await getProductOffer(ctx, productId)
  const purchase: CouponPurchase = { ...asked, product_id: productId, region_id: regionId, amount_fen: parseYuanToFen(amount) }
  const names = await getRepo(ctx).names()
  const fits = (await getRepo(ctx).alive(ctx.caller.user_id))
    .filter(({ state }) => state !== 'used_up')
    .map((row) => {
      const whyNot = listCouponObstacles(row, purchase, names)
      const savesFen = whyNot.length === 0 ? computeSavingFen(row, purchase) : 0n
      return { coupon: presentCoupon(row, names), fits: whyNot.length === 0, saves_fen: savesFen, why_not: whyNot }
    })
    .sort((a, b) => Number(b.fits) - Number(a.fits) || Number(b.saves_fen - a.saves_fen))
  return fits.map(({ saves_fen: savesFen, ...fit }) => ({ ...fit, saves: formatFenAsYuan(savesFen) }))
}

import type { Kysely, Transaction } from 'kysely'
import { type CouponKind, type CouponScope, type CouponSource, couponKinds } from '#contract/coupons.ts'
import { limits } from '#contract/limits.ts'
import { formatFenAsYuan, parseYuanToFen } from '#contract/money.ts'
import type { CampaignState, CouponCampaign, CampaignForm as Form, HeldCoupon } from '#contract/operator/coupons.ts'
import type { DB } from '#server/db/types.ts'
import type { Deps } from '#server/deps.ts'
import { isFinanceOperatorAccount } from '#server/domains/accounts/operator-limits/operator-limits.service.ts'
import { clearArrears } from '#server/domains/money/billing/arrears.service.ts'
import { type CampaignRow, type CampaignView, campaignsRepo } from '#server/domains/money/coupons/campaigns.repo.ts'
import { computeCouponCode, hashCouponCode } from '#server/domains/money/coupons/coupon-codes.ts'
import { formatCouponMoment, formatCouponValidity } from '#server/domains/money/coupons/coupon-validity.ts'
import { parseCouponScope, presentCoupon } from '#server/domains/money/coupons/coupons.presenter.ts'
import { couponsRepo } from '#server/domains/money/coupons/coupons.repo.ts'
import { findCampaignObstacle, grantCoupon } from '#server/domains/money/coupons/give-coupon.service.ts'
import { formatCouponScope, type ScopeNames } from '#server/domains/money/coupons/scope.policy.ts'
import { formatCouponTerms, isVoucher } from '#server/domains/money/coupons/terms.policy.ts'
import { notifyUser } from '#server/domains/notify/notifications/notifications.service.ts'
import type { Context } from '#server/http/context.ts'
import { buildCsvDownload } from '#server/http/csv.ts'
import type { Download } from '#server/http/download.ts'
import { newId } from '#server/lib/ids.ts'
import { createFieldRefusal, Refusal } from '#server/lib/refusal.ts'
import type { Tx } from '#server/tx.ts'

function computeState(row: CampaignRow, now: Date): CampaignState {
  if (row.stopped_at) return 'stopped'
  if (row.ends_at && row.ends_at <= now) return 'over'
  if (row.taken >= row.quota) return 'gone'
  return row.starts_at && row.starts_at > now ? 'upcoming' : 'running'
}

const present = (row: CampaignView, names: ScopeNames, now: Date): CouponCampaign => ({
  id: row.id,
  name: row.name,
  kind: row.kind as CouponKind,
  state: row.how === 'open' && row.stopped_at && row.pending > 0 ? 'waiting' : computeState(row, now),
  terms: formatCouponTerms(row),
  scope: formatCouponScope(parseCouponScope(row), names),
  scope_ids: parseCouponScope(row),
  how: row.how as CouponSource,
  validity: formatCouponValidity(row),
  quota: row.quota,
  taken: row.taken,
  per_user: row.per_user,
  codes: row.codes,
  pending: row.pending,
  given: formatFenAsYuan((row.face_fen ?? 0n) * BigInt(row.taken)),
  used: formatFenAsYuan(row.used_fen),
  created_by: row.created_by_name,
  created_at: row.created_at.toISOString(),
})

/** Loads a campaign as finance sees it. */
export async function loadCampaign(db: Kysely<DB>, id: string, now: Date): Promise<CouponCampaign> {
  const row = await campaignsRepo(db).view(id)
  if (!row) throw new Refusal('not_found')
  return present(row, await couponsRepo(db, now).names(), now)
}

export async function listCampaigns({ deps }: Context, query: Parameters<ReturnType<typeof campaignsRepo>['page']>[0]) {
  const db = deps.database.kysely
  const now = deps.clock.now()
  const names = await couponsRepo(db, now).names()
  const { items, total } = await campaignsRepo(db).page(query)
  return { items: items.map((row) => present(row, names, now)), total }
}

export const getCampaign = ({ deps }: Context, id: string) => loadCampaign(deps.database.kysely, id, deps.clock.now())

const emptyToNull = <Item>(items: Item[]): Item[] | null => (items.length > 0 ? items : null)

const parseScope = ({ uses, product_ids: productIds, region_ids: regionIds, charge_rules: chargeRules }: Form): CouponScope => ({
  uses: emptyToNull(uses),
  product_ids: emptyToNull(productIds),
  region_ids: emptyToNull(regionIds),
  charge_rules: emptyToNull(chargeRules),
})

/** Refuses if the form names a product or region that does not exist. */
export async function assertPlacesExist(
  trx: Transaction<DB>,
  { product_ids: productIds, region_ids: regionIds }: Form,
): Promise<void> {
  const repo = campaignsRepo(trx)
  if (productIds.length > 0 && (await repo.knownProducts(productIds)).length < new Set(productIds).size)
    throw createFieldRefusal('not_found', 'product_ids', '有产品不存在')
  if (regionIds.length > 0 && (await repo.knownRegions(regionIds)).length < new Set(regionIds).size)
    throw createFieldRefusal('not_found', 'region_ids', '有地域不存在')
}

/** Returns the terms from a form; fields of other coupon kinds are dropped. */
export const toCampaignTerms = ({ kind, face, threshold, reduction, percent, cap }: Form) => ({
  kind,
  face_fen: kind === 'voucher' ? parseYuanToFen(face!) : null,
  threshold_fen: kind === 'voucher' ? null : parseYuanToFen(threshold!),
  reduction_fen: kind === 'reduction' ? parseYuanToFen(reduction!) : null,
  percent: kind === 'discount' ? percent! : null,
  cap_fen: kind === 'discount' && cap ? parseYuanToFen(cap) : null,
})

/** Inserts a campaign whose terms were checked; returns its id. */
export async function createCouponCampaign(trx: Transaction<DB>, form: Form, createdBy: string, now: Date): Promise<string> {
  const id = newId('campaign')
  const byDates = form.validity === 'dates'
  await campaignsRepo(trx).insert({
    ...toCampaignTerms(form),
    id,
    name: form.name,
    scope: JSON.stringify(parseScope(form)),
    how: form.how,
    quota: form.quota,
    per_user: form.per_user,
    starts_at: byDates ? new Date(form.starts_at!) : null,
    ends_at: byDates ? new Date(form.ends_at!) : null,
    valid_days: byDates ? null : form.valid_days!,
    created_by: createdBy,
    created_at: now,
  })
  return id
}

/** Returns the maximum worth of one coupon; for a discount without a cap, the highest worth any coupon may have. */
export const computeMaxWorthFen = ({
  face_fen: faceFen,
  reduction_fen: reductionFen,
  cap_fen: capFen,
}: Pick<CampaignRow, 'face_fen' | 'reduction_fen' | 'cap_fen'>) =>
  faceFen ?? reductionFen ?? capFen ?? BigInt(limits.couponAmountMaxFen)

export async function lockCampaign(trx: Transaction<DB>, id: string): Promise<CampaignRow> {
  const row = await campaignsRepo(trx).lock(id)
  if (!row) throw new Refusal('not_found')
  return row
}

export const stopCampaign = (ctx: Context, id: string): Promise<CouponCampaign> =>
  ctx.transaction(async (tx) => {
    const now = ctx.deps.clock.now()
    const row = await lockCampaign(tx.db, id)
    if (row.stopped_at) throw new Refusal('nothing_to_change')
    await campaignsRepo(tx.db).stop(id, now)
    ctx.audit({ before: { state: computeState(row, now) }, after: { state: 'stopped' } })
    return loadCampaign(tx.db, id, now)
  })

/** Blocks grants from a new campaign until `startCampaign`. */
export const pauseCampaign = (trx: Transaction<DB>, id: string, now: Date) => campaignsRepo(trx).stop(id, now)

export const startCampaign = (trx: Transaction<DB>, id: string) => campaignsRepo(trx).begin(id)

export const countCouponCodes = (trx: Transaction<DB>, id: string): Promise<number> => campaignsRepo(trx).countCodes(id)

/** Returns how many codes a locked campaign has; refuses if `count` more do not fit. */
export async function assertRoomForCodes(trx: Transaction<DB>, row: CampaignRow, count: number): Promise<number> {
  if (row.how !== 'code') throw new Refusal('action_not_allowed', { message: '这个批次不用兑换码' })
  if (row.stopped_at) throw new Refusal('campaign_stopped')
  const made = await countCouponCodes(trx, row.id)
  if (made + count > row.quota)
    throw createFieldRefusal('invalid', 'count', `总数量 ${row.quota}，最多还能生成 ${row.quota - made} 个`)
  return made
}

/** Creates `count` more codes if the quota allows; returns how many existed before. */
export async function createCouponCodes(
  trx: Transaction<DB>,
  { keys }: Pick<Deps, 'keys'>,
  row: CampaignRow,
  count: number,
): Promise<number> {
  const made = await assertRoomForCodes(trx, row, count)
  const hashOf = (n: number) => hashCouponCode(computeCouponCode(keys.coupon_codes, row.id, n))
  await campaignsRepo(trx).insertCodes(
    Array.from({ length: count }, (_, nth) => ({ hash: hashOf(made + nth + 1), campaign_id: row.id, n: made + nth + 1 })),
  )
  return made
}

/** Tells whether the key produced the existing codes; without codes, any key is accepted. */
export async function isCouponCodeKey(db: Kysely<DB>, key: Buffer): Promise<boolean> {
  const code = await campaignsRepo(db).someCode()
  return !code || code.hash === hashCouponCode(computeCouponCode(key, code.campaign_id, code.n))
}

/** Exports the codes of a campaign as CSV, each with its redemption time. */
export async function downloadCouponCodes({ deps }: Context, id: string): Promise<Download> {
  const db = deps.database.kysely
  const { name } = await loadCampaign(db, id, deps.clock.now())
  const lines = (await campaignsRepo(db).codes(id)).map(({ n, claimed_at: claimedAt }) => [
    computeCouponCode(deps.keys.coupon_codes, id, n),
    claimedAt ? formatCouponMoment(claimedAt) : '',
  ])
  return buildCsvDownload(`${name} 兑换码.csv`, ['兑换码', '兑换时间'], [lines])
}

/** Resolves the users named by phone or id who may each get one from a locked campaign; refuses all if one is not eligible. */
export async function resolveCampaignReceivers(
  trx: Transaction<DB>,
  row: CampaignRow,
  text: string,
  now: Date,
): Promise<string[]> {
  const named = [...new Set(text.split(/[\s,，;；、]+/).filter(Boolean))]
  if (named.length > limits.couponGrantMax) throw createFieldRefusal('invalid', 'users', `一次最多 ${limits.couponGrantMax} 人`)
  if (row.how !== 'grant') throw new Refusal('action_not_allowed', { message: '这个批次不由平台发放' })
  const closed = findCampaignObstacle(row, now)
  if (closed) throw new Refusal('coupon_gone', { message: `该批次${closed}` })
  const found = await campaignsRepo(trx).usersOf(named)
  const unknown = named.filter((name) => !found.some(({ id, phone }) => name === id || name === phone))
  if (unknown.length > 0) throw createFieldRefusal('invalid', 'users', `没有这些用户：${unknown.slice(0, 5).join('、')}`)
  if (row.taken + found.length > row.quota) throw createFieldRefusal('invalid', 'users', `只剩 ${row.quota - row.taken} 张`)
  for (const { id } of found)
    if (await isFinanceOperatorAccount(trx, id)) throw createFieldRefusal('forbidden', 'users', `有发放权限的账号不能收：${id}`)
  return found.map(({ id }) => id).toSorted()
}

/** Gives each receiver one from a locked campaign; gives none if one receiver has reached their limit. */
export async function grantCoupons(tx: Tx, row: CampaignRow, users: readonly string[]): Promise<void> {
  for (const userId of users) {
    await grantCoupon(tx, row, userId).catch((error: unknown) => {
      if (error instanceof Refusal && error.name_of_code === 'coupon_limit')
        throw createFieldRefusal('coupon_limit', 'users', `用户 ${userId} 已领满 ${row.per_user} 张`)
      throw error
    })
    await clearArrears(tx.db, userId, tx.now())
    await notifyUser(tx, {
      user_id: userId,
      class: 'activity',
      title: `收到一张${couponKinds[row.kind as CouponKind]}：${row.name}`,
      content: `${formatCouponTerms(row)}，${formatCouponValidity(row)}。${isVoucher(row.kind) ? '付费时自动抵扣。' : '下单时选用。'}`,
      link: '/console/cost/coupon',
    })
  }
}

export async function listHeldCoupons({ deps }: Context, query: Parameters<ReturnType<typeof couponsRepo>['held']>[0]) {
  const repo = couponsRepo(deps.database.kysely, deps.clock.now())
  const names = await repo.names()
  const { items, total } = await repo.held(query)
  return {
    items: items.map(
      (row): HeldCoupon => ({
        ...presentCoupon(row, names),
        campaign_id: row.campaign_id,
        owner: { id: row.user_id, nickname: row.nickname },
      }),
    ),
    total,
  }
}

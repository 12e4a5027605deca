import type { Kysely, Transaction } from 'kysely'
import { computeCarry } from '#contract/money.ts'
import type { DB } from '#server/db/types.ts'
import { chunkSizes } from '#server/domains/money/billing/chunk-size.policy.ts'
import { readMeter } from '#server/domains/money/billing/metering.ts'
import { type SegmentRow, segmentsRepo } from '#server/domains/money/billing/segments.repo.ts'
import { type DueUser, type SweepPosition, settlementRepo } from '#server/domains/money/billing/settlement.repo.ts'
import { allocateUsageVouchers } from '#server/domains/money/billing/voucher-use.service.ts'
import { coverUsageFromMaster } from '#server/domains/money/sub-accounts/cover-usage.service.ts'
import { lockVouchersOfUsers } from '#server/ledger/vouchers.ts'

const settleIntervalMs = 3_600_000

/** Starts metering an instance that was seen running (product §5: billing starts at 运行中). */
export async function openSegment(
  trx: Transaction<DB>,
  instance: Pick<SegmentRow, 'user_id' | 'price_micro' | 'image_price_micro' | 'image_version_id'> & {
    id: string
    carry: bigint
  },
  at: Date,
): Promise<void> {
  await segmentsRepo(trx).open({
    instance_id: instance.id,
    user_id: instance.user_id,
    price_micro: instance.price_micro,
    image_price_micro: instance.image_price_micro,
    image_version_id: instance.image_version_id,
    carry_in: instance.carry,
    at,
    next_bill_at: new Date(at.getTime() + settleIntervalMs),
  })
}

/** Titles of usage postings, for `format()`; a later rename does not change them, and the id identifies the instance. */
const usageTitle = { one: '按量扣费 · %s（%s）', many: '按量扣费 · %s（%s）等 %s 台实例' }

/**
 * Posts the unpaid usage seen on locked segments: one ledger transaction per user and call, one charge row per segment. The amount
 * depends only on the seconds seen, so any number and timing of settlements gives the same sum. Does not read the meters, because
 * settling does not tell whether an instance still runs.
 */
async function settleSegments(trx: Transaction<DB>, due: readonly DueUser[], now: Date, ending: boolean): Promise<void> {
  if (due.length === 0) return
  const masters = new Map(due.flatMap((row) => (row.master_id === null ? [] : [[row.user_id, row.master_id]])))
  const vouchers = await lockVouchersOfUsers(trx, [...new Set([...due.map((row) => row.user_id), ...masters.values()])])
  const holders = new Set(vouchers.map((voucher) => voucher.user_id))
  const withVouchers = due.filter((user) => holders.has(user.user_id))
  const repo = settlementRepo(trx)
  const transactions = await repo.settle({
    due,
    shares: withVouchers.length > 0 ? await allocateUsageVouchers(trx, await repo.list(withVouchers), vouchers, now) : [],
    title: usageTitle,
    at: now,
    next_bill_at: new Date(now.getTime() + settleIntervalMs),
    ending,
  })
  const charged = new Map([...masters].filter(([userId]) => transactions.has(userId)))
  await coverUsageFromMaster(trx, charged, { key: (userId) => String(transactions.get(userId)), at: now })
}

async function settleAndClose(trx: Transaction<DB>, row: SegmentRow, now: Date): Promise<void> {
  await settleSegments(trx, await settlementRepo(trx).lockOne(row.id), now, true)
  await segmentsRepo(trx).setCarry(row.instance_id, computeCarry(row.price_micro, row.seen_s, row.carry_in))
}

/**
 * Stops metering and settles to the second, or up to when an unseen instance was last seen; a remainder below 1 fen carries over
 * to the next run. No-op if nothing runs.
 */
export async function closeSegment(trx: Transaction<DB>, instanceId: string, now: Date): Promise<void> {
  const row = await segmentsRepo(trx).findOpen(instanceId)
  if (!row) return
  const read = { ...row, ...readMeter(row, now) }
  await segmentsRepo(trx).saveMeters([read])
  await settleAndClose(trx, read, now)
}

/** Closes the segment at the last reading without billing the time since; for lost instances. */
export async function closeSegmentAsSeen(trx: Transaction<DB>, instanceId: string, now: Date): Promise<void> {
  const row = await segmentsRepo(trx).findOpen(instanceId)
  if (row) await settleAndClose(trx, row, now)
}

/** Reads the meters of instances seen running at these moments, in order; a paused meter resumes from the first. */
export async function markMetersSeen(trx: Transaction<DB>, instanceIds: readonly string[], ...moments: Date[]): Promise<void> {
  const repo = segmentsRepo(trx)
  const see = (row: SegmentRow, at: Date): SegmentRow => ({
    ...row,
    ...(row.unseen ? { unseen: false, seen_at: at } : readMeter(row, at)),
  })
  const rows = await repo.openOf(instanceIds)
  await repo.saveMeters(rows.map((row) => moments.reduce(see, row)))
}

/** Pauses the meters of unseen instances at their last reading. */
export const markMetersUnseen = (trx: Transaction<DB>, instanceIds: readonly string[]): Promise<void> =>
  segmentsRepo(trx).markUnseen(instanceIds)

/**
 * Settles at most `limit` of the segments that are due, from `after` on. Returns whose were settled, and where to go on; without
 * it, nothing is left.
 */
export async function settleDueSegments(
  trx: Transaction<DB>,
  { now, after, limit = chunkSizes.most }: { now: Date; after?: SweepPosition; limit?: number },
): Promise<{ users: Set<string>; next?: SweepPosition }> {
  const horizon = new Date(now.getTime() + 2 * settleIntervalMs)
  const due = await settlementRepo(trx).lockDue({ now, horizon, limit, ...(after && { after }) })
  await settlementRepo(trx).planInMemory()
  await settleSegments(trx, due, now, false)
  const last = due.at(-1)
  const isFull = due.reduce((sum, { segments }) => sum + segments, 0) === limit
  return {
    users: new Set(due.map((row) => row.user_id)),
    ...(last && isFull && { next: { user_id: last.user_id, id: last.last_id } }),
  }
}

/** Settles everything a user's instances were seen to use until now. */
export async function settleUserSegments(trx: Transaction<DB>, userId: string, now: Date): Promise<void> {
  await settleSegments(trx, await settlementRepo(trx).lockOfUser(userId), now, false)
}

/** Returns the metered cost so far in fen by instance id, settled or not. */
export async function getMeteredFen(db: Kysely<DB>, instanceIds: readonly string[], now: Date): Promise<Map<string, bigint>> {
  if (instanceIds.length === 0) return new Map()
  const rows = await segmentsRepo(db).sumByInstance(instanceIds, now)
  return new Map(rows.map(({ instance_id: id, fen }) => [id, fen]))
}

import { createHash } from 'node:crypto'
import type { Kysely, Transaction } from 'kysely'
import { computeCarry, computeRunCharge } from '#contract/money.ts'
import type { DB } from '#server/db/types.ts'
import { computeAccruedFen, readMeter } from '#server/domains/money/billing/metering.ts'
import { type SegmentRow, segmentsRepo } from '#server/domains/money/billing/segments.repo.ts'
import { allocateUsageVouchers, type ChargedSegment } from '#server/domains/money/billing/voucher-use.service.ts'
import { coverUsageFromMaster, getMasters } from '#server/domains/money/sub-accounts/cover-usage.service.ts'
import { type Posting, recordPostings } from '#server/ledger/ledger.ts'
import type { ChargeAllocation } from '#server/ledger/voucher-allocation.ts'
import { lockVouchersOfUsers, sumVoucherPart, toPaymentMovements } from '#server/ledger/vouchers.ts'

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

/**
 * Posts the unpaid usage seen on each segment: one ledger transaction per user and call, one charge row per segment. The amount
 * depends only on the seconds seen, so any number and timing of settlements gives the same sum. Does not read the meters, because
 * settling does not tell whether an instance still runs.
 */
async function settleSegments(
  trx: Transaction<DB>,
  segments: readonly SegmentRow[],
  now: Date,
  ending: boolean,
): Promise<SegmentRow[]> {
  const settled = segments.map((row) => {
    const total = computeRunCharge(row.price_micro, row.seen_s, row.carry_in)
    return {
      ...row,
      billed_s: row.seen_s,
      billed_fen: total,
      next_bill_at: new Date(now.getTime() + settleIntervalMs),
      ended_at: ending ? now : null,
      from_s: row.billed_s,
      fen: total - row.billed_fen,
    }
  })
  await segmentsRepo(trx).save(settled)
  const byUser = new Map<string, typeof settled>()
  for (const row of settled) if (row.fen > 0n) byUser.set(row.user_id, [...(byUser.get(row.user_id) ?? []), row])
  const users = [...byUser.keys()]
  const masters = await getMasters(trx, users)
  if (masters.size > 0) await lockVouchersOfUsers(trx, [...users, ...masters.values()])
  const charged = [...byUser.values()].flat()
  const burnt = await allocateUsageVouchers(trx, charged, now)
  const names = await segmentsRepo(trx).namesOf(charged.map(({ instance_id: instanceId }) => instanceId))
  const posted = await recordPostings(
    trx,
    users.map((user) => buildUsagePosting(user, byUser.get(user)!, { burnt, names, at: now })),
  )
  if (posted.includes(undefined)) throw new Error('a usage charge was posted twice')
  const transactions = new Map(users.map((user, position) => [user, posted[position]!]))
  await segmentsRepo(trx).insertCharges(
    settled
      .filter((row) => row.billed_s > row.from_s)
      .map((row) => ({
        segment_id: row.id,
        from_s: row.from_s,
        to_s: row.billed_s,
        fen: row.fen,
        voucher_fen: row.fen > 0n ? sumVoucherPart(burnt.get(row.id)!) : 0n,
        transaction_id: row.fen > 0n ? transactions.get(row.user_id)! : null,
        at: now,
      })),
  )
  await coverUsageFromMaster(trx, masters, { key: (user) => String(transactions.get(user)), at: now })
  return settled
}

/** Uses the current names, as order titles do: a later rename does not change postings, and the id identifies the instance. */
function formatUsageTitle(own: readonly ChargedSegment[], names: ReadonlyMap<string, string>): string {
  const { instance_id: instanceId } = own[0]!
  const others = own.length > 1 ? `等 ${own.length} 台实例` : ''
  return `按量扣费 · ${names.get(instanceId)!}（${instanceId}）${others}`
}

/** Builds one posting for everything a user's segments have used since they were billed up to `from_s`. */
function buildUsagePosting(
  user: string,
  own: readonly ChargedSegment[],
  { burnt, names, at }: { burnt: ReadonlyMap<bigint, ChargeAllocation>; names: ReadonlyMap<string, string>; at: Date },
): Posting {
  const parts = own.map((row) => `${row.id}@${row.from_s}`).join()
  return {
    idem: `usage:${createHash('sha256').update(parts).digest('hex')}`,
    kind: 'usage',
    title: formatUsageTitle(own, names),
    ref: own[0]!.instance_id,
    at,
    movements: toPaymentMovements(
      user,
      own.map((row) => burnt.get(row.id)!),
      'revenue',
    ),
  }
}

async function settleAndClose(trx: Transaction<DB>, row: SegmentRow, now: Date): Promise<void> {
  await settleSegments(trx, [row], now, true)
  await segmentsRepo(trx).setCarry(row.instance_id, computeCarry(row.price_micro, row.seen_s, row.carry_in))
}

/**
 * Stops metering and settles to the second, or up to when an unseen instance was last seen; a remainder below 1 fen carries over
 * to the next run. No-op if nothing runs.
 */
export async function closeSegment(trx: Transaction<DB>, instanceId: string, now: Date): Promise<void> {
  const row = await segmentsRepo(trx).findOpen(instanceId)
  if (row) await settleAndClose(trx, { ...row, ...readMeter(row, now) }, now)
}

/** Closes the segment at the last reading without billing the time since; for lost instances. */
export async function closeSegmentAsSeen(trx: Transaction<DB>, instanceId: string, now: Date): Promise<void> {
  const row = await segmentsRepo(trx).findOpen(instanceId)
  if (row) await settleAndClose(trx, row, now)
}

/** Reads the meters of instances just seen running; a paused meter resumes from now. */
export async function markMetersSeen(trx: Transaction<DB>, instanceIds: readonly string[], now: Date): Promise<void> {
  const repo = segmentsRepo(trx)
  const rows = await repo.openOf(instanceIds)
  await repo.save(rows.map((row) => ({ ...row, ...(row.unseen ? { unseen: false, seen_at: now } : readMeter(row, now)) })))
}

/** Pauses the meters of unseen instances at their last reading. */
export const markMetersUnseen = (trx: Transaction<DB>, instanceIds: readonly string[]): Promise<void> =>
  segmentsRepo(trx).markUnseen(instanceIds)

const settleChunkSize = 500

/** Settles one chunk of due segments; call again while `more` is true. */
export async function settleDueSegments(trx: Transaction<DB>, now: Date): Promise<{ settled: SegmentRow[]; more: boolean }> {
  const due = await segmentsRepo(trx).lockDue(now, new Date(now.getTime() + 2 * settleIntervalMs), settleChunkSize)
  return { settled: await settleSegments(trx, due, now, false), more: due.length === settleChunkSize }
}

/** Settles everything a user's instances were seen to use until now. */
export async function settleUserSegments(trx: Transaction<DB>, userId: string, now: Date): Promise<void> {
  await settleSegments(trx, await segmentsRepo(trx).lockOfUser(userId), now, false)
}

/** Returns the metered cost so far in fen by instance id, settled or not. */
export async function getMeteredFen(db: Kysely<DB>, instanceIds: readonly string[], now: Date): Promise<Map<string, bigint>> {
  const sums = new Map<string, bigint>()
  for (const row of await segmentsRepo(db).ofInstances(instanceIds)) {
    const fen = row.billed_fen + (row.ended_at ? 0n : computeAccruedFen(row, now))
    sums.set(row.instance_id, fen + (sums.get(row.instance_id) ?? 0n))
  }
  return sums
}

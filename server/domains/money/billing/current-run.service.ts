import type { Transaction } from 'kysely'
import type { DB } from '#server/db/types.ts'
import { readMeter } from '#server/domains/money/billing/metering.ts'
import { type SegmentRow, segmentsRepo } from '#server/domains/money/billing/segments.repo.ts'

export interface MeteredRun {
  /** Cost of its ended segments, in fen. */
  ended_fen: bigint
  /** The open segment, with its meter read now. */
  open: SegmentRow | undefined
}

/** Returns the current run of an instance: its segments with an id greater than `after`. */
export async function getMeteredRun(
  db: Parameters<typeof segmentsRepo>[0],
  instanceId: string,
  after: bigint,
  now: Date,
): Promise<MeteredRun> {
  const rows = await segmentsRepo(db).ofRun(instanceId, after)
  const open = rows.find((row) => row.ended_at === null)
  return {
    ended_fen: rows.filter((row) => row.ended_at !== null).reduce((sum, row) => sum + row.billed_fen, 0n),
    open: open && { ...open, ...readMeter(open, now) },
  }
}

/**
 * Caps billing of the running segment at `limit_s` seconds, even if it is stopped late; null lifts the cap. Time already beyond
 * an earlier cap stays unbilled. Returns the updated segment.
 */
export async function setSegmentLimit(
  trx: Transaction<DB>,
  instanceId: string,
  limitS: bigint | null,
  now: Date,
): Promise<SegmentRow | undefined> {
  const row = await segmentsRepo(trx).findOpen(instanceId)
  if (!row) return undefined
  if (row.limit_s === limitS) return { ...row, ...readMeter(row, now) }
  const read = readMeter(row, now)
  const reached = row.limit_s !== null && read.seen_s >= row.limit_s
  const limited = { ...row, ...(reached && read), limit_s: limitS }
  await segmentsRepo(trx).limit(limited)
  return { ...limited, ...readMeter(limited, now) }
}

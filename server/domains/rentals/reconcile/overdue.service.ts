import type { Kysely } from 'kysely'
import type { DB } from '#server/db/types.ts'
import type { Deps } from '#server/deps.ts'
import { computeOverduePart, toMachineState } from '#server/domains/rentals/instances/instances.machine.ts'
import type { InstanceRow } from '#server/domains/rentals/instances/instances.repo.ts'
import { timelineRepo } from '#server/domains/rentals/instances/timeline.repo.ts'

/** The class of a start that took too long, among those of the driver. */
export const overdueReason = 'TimedOut'

const startTimedOut = '启动超时，已停止尝试。'

export const getPullPatienceMinutes = ({ config }: Pick<Deps, 'config'>): number => config.pull_patience_ms / 60_000

/**
 * Returns why an overdue start is given up; undefined if it is not overdue. `movedAt`: last progress of the current try, which
 * counts while the try runs; afterwards only progress beyond earlier tries counts.
 */
export async function findOverdueReason(
  deps: Pick<Deps, 'clock' | 'config'>,
  db: Kysely<DB>,
  row: InstanceRow,
  movedAt?: Date,
): Promise<string | undefined> {
  const now = deps.clock.now()
  const image = await timelineRepo(db).imageStep(row.id, row.boot)
  const known = image && { ...image, progress_at: movedAt ?? image.progress_at }
  const late = computeOverduePart({ ...row, ...toMachineState(row) }, known, { now, patience_ms: deps.config.pull_patience_ms })
  if (late !== 'image') return late && startTimedOut
  const last = image?.last_error ? `最后一次失败的原因：${image.last_error}` : ''
  return `镜像连续 ${getPullPatienceMinutes(deps)} 分钟没有进展，已停止拉取。${last}`
}

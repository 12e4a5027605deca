import type { Kysely } from 'kysely'
import type { DB } from '#server/db/types.ts'
import type { Deps } from '#server/deps.ts'
import { overdue, stateOf } from '#server/domains/rentals/instances/instances.machine.ts'
import type { InstanceRow } from '#server/domains/rentals/instances/instances.repo.ts'
import { timelineRepo } from '#server/domains/rentals/instances/timeline.repo.ts'

const start_timed_out = '启动超时，已停止尝试。'

export const patienceMinutes = ({ config }: Pick<Deps, 'config'>): number => config.pull_patience_ms / 60_000

/**
 * Why a start is given up, if it has taken longer than it may. `moved_at`: when the try under way last came any further,
 * which counts for as long as it goes on; what it brought beyond earlier tries counts after it as well.
 */
export async function whyOverdue(
  deps: Pick<Deps, 'clock' | 'config'>,
  db: Kysely<DB>,
  row: InstanceRow,
  moved_at?: Date,
): Promise<string | undefined> {
  const now = deps.clock.now()
  const image = await timelineRepo(db).imageStep(row.id, row.boot)
  const known = image && { ...image, progress_at: moved_at ?? image.progress_at }
  const late = overdue({ ...row, ...stateOf(row) }, known, { now, patience_ms: deps.config.pull_patience_ms })
  if (late !== 'image') return late && start_timed_out
  const last = image?.last_error ? `最后一次失败的原因：${image.last_error}` : ''
  return `镜像连续 ${patienceMinutes(deps)} 分钟没有进展，已停止拉取。${last}`
}

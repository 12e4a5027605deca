import type { Deps } from '#server/deps.ts'
import { publishChange } from '#server/domains/notify/notifications/stream-outbox.ts'
import type { InstanceRow } from '#server/domains/rentals/instances/instances.repo.ts'
import { timelineRepo } from '#server/domains/rentals/instances/timeline.repo.ts'
import { recordTimelineEvent } from '#server/domains/rentals/instances/timeline.service.ts'
import { computeRetryTime } from '#server/domains/rentals/reconcile/lease.ts'
import { getPullPatienceMinutes } from '#server/domains/rentals/reconcile/overdue.service.ts'
import { runUntilSuperseded } from '#server/domains/rentals/reconcile/run-until-superseded.ts'
import { findCausingRequest } from '#server/http/audit.repo.ts'
import { DriverError, PullFailed } from '#server/ports/driver-errors.ts'
import type { PullProgress } from '#server/ports/image-pull.ts'
import { inTransaction } from '#server/tx.ts'

/** Throttle for progress: a new whole percent at most once a second, smaller progress every ten seconds. */
const percentEveryMs = 1_000
const bytesEveryMs = 10_000

const failedPullTitle = '镜像拉取失败'
/** The same failure within this time is not recorded on the timeline again. */
const recordAgainAfterMs = 10 * 60_000

/** Ensures that the image of a start is present, for as long as the start is wanted; records progress and failed tries. */
export async function ensureInstanceImage(deps: Deps, row: InstanceRow, image: string, stopping?: AbortSignal): Promise<void> {
  const progress = new PullProgressWriter(deps, row)
  let unwanted = false
  try {
    await runUntilSuperseded(deps, row, { stopping, movedAt: () => progress.moved_at }, (signal) => {
      signal.addEventListener('abort', () => {
        unwanted = true
      })
      return deps.compute.ensureImage(row.host_id, image, (now) => progress.note(now), signal)
    })
  } catch (error) {
    await progress.written()
    if (!unwanted && error instanceof DriverError && error.retryable) await recordFailedPull(deps, row, error)
    throw error
  }
  await progress.written()
}

/** Stores and streams pull progress, in order and throttled. */
class PullProgressWriter {
  readonly #deps: Deps
  readonly #row: InstanceRow
  #last = { percent: -1, at_ms: Number.NEGATIVE_INFINITY }
  #writing: Promise<void> = Promise.resolve()
  /** When the engine last reported download or unpack progress. */
  moved_at: Date | undefined

  constructor(deps: Deps, row: InstanceRow) {
    this.#deps = deps
    this.#row = row
  }

  note(progress: PullProgress): void {
    const now = this.#deps.clock.now()
    this.moved_at = now
    const { percent, at_ms: atMs } = this.#last
    const everyMs = progress.percent > percent ? percentEveryMs : bytesEveryMs
    const silentMs = now.getTime() - atMs
    if (progress.percent < 100 && silentMs >= 0 && silentMs < everyMs) return
    this.#last = { percent: progress.percent, at_ms: now.getTime() }
    this.#writing = this.#writing.then(() => this.#write(progress, now))
  }

  written(): Promise<void> {
    return this.#writing
  }

  async #write(progress: PullProgress, at: Date): Promise<void> {
    const { database, log } = this.#deps
    const { id, boot, user_id: userId } = this.#row
    const noteAndPublish = () =>
      inTransaction(this.#deps, async (tx) => {
        const further = await timelineRepo(tx.db).noteProgress(id, boot, progress, at)
        if (further) await publishChange(tx, { user_id: userId, resource: 'instances', id })
      })
    // 100 percent is published with the following step.
    const noting = progress.percent < 100 ? noteAndPublish() : timelineRepo(database.kysely).noteProgress(id, boot, progress, at)
    await noting.catch((error) => log.warn({ err: error, instance: id }, 'image progress not stored'))
  }
}

async function recordFailedPull(deps: Deps, row: InstanceRow, error: DriverError): Promise<void> {
  const { id, boot, user_id: userId } = row
  const now = deps.clock.now()
  deps.log.warn({ err: error, instance: id, ...(await findCausingRequest(deps.database.kysely, id)) }, 'image not pulled')
  const lastError = error instanceof PullFailed ? error.user_message : '计算节点暂时无法连接。'
  const detail = `${lastError}平台会自动重试，连续 ${getPullPatienceMinutes(deps)} 分钟没有进展才停止，期间不计费。`
  await inTransaction(deps, async (tx) => {
    const before = await timelineRepo(tx.db).imageStep(id, boot)
    await timelineRepo(tx.db).noteFailedTry(id, boot, { last_error: lastError, detail, retry_at: computeRetryTime(deps, row) })
    const told =
      before?.last_error === lastError ||
      (await timelineRepo(tx.db).wasNoted(id, failedPullTitle, new Date(now.getTime() - recordAgainAfterMs)))
    if (!told) await recordTimelineEvent(tx.db, id, { at: now, actor: 'system', title: failedPullTitle, detail })
    await publishChange(tx, { user_id: userId, resource: 'instances', id })
  })
}

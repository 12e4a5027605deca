import type { Deps } from '#server/deps.ts'
import { publishChange } from '#server/domains/notify/notifications/stream-outbox.ts'
import { getHostCapabilities } from '#server/domains/rentals/capacity/hosts.service.ts'
import { buildInstanceSpec, loadBootFacts, toBootedInstanceRef } from '#server/domains/rentals/instances/instance-spec.ts'
import { type InstanceRow, instancesRepo } from '#server/domains/rentals/instances/instances.repo.ts'
import { timelineRepo } from '#server/domains/rentals/instances/timeline.repo.ts'
import { failInstance } from '#server/domains/rentals/reconcile/apply-observed.ts'
import { wakeWorkers } from '#server/domains/rentals/reconcile/wake-workers.service.ts'
import type { TaskKind } from '#server/domains/rentals/tasks/task-kind.ts'
import { getImageRow, markImageFailed, markImageSaved } from '#server/domains/storage/private-images/private-images.service.ts'
import type { Tx } from '#server/tx.ts'

/** Writes the copy progress to the boot steps of the clone. */
async function createStepReporter({ database, clock, log }: Deps, clone: InstanceRow) {
  const timeline = timelineRepo(database.kysely)
  await database.transaction((trx) => timelineRepo(trx).beginStep(clone.id, clone.boot, 'image', clock.now()))
  return (what: string) => (percent: number) => {
    timeline
      .noteStep(clone.id, clone.boot, 'image', `${what} ${Math.round(percent)}%`)
      .catch((error) => log.warn({ err: error }, 'clone progress not stored'))
  }
}

/** Ends the clone's wait; the reconciler takes over. */
async function releaseClone(tx: Tx, id: string): Promise<InstanceRow> {
  const now = tx.now()
  const repo = instancesRepo(tx.db)
  await repo.lock(id)
  await repo.update(id, { waits_for: null, phase_since: now, next_reconcile_at: now })
  const clone = (await repo.lock(id))!
  await publishChange(tx, { user_id: clone.user_id, resource: 'instances', id })
  wakeWorkers(tx)
  return clone
}

/**
 * Copies the system disk, and on request the data disk, to the clone that waits for them. If the clone was released meanwhile, it
 * is removed after this task, when nothing is being created for it any more.
 */
export const cloneTask: TaskKind = {
  done: '克隆完成',
  failed: '克隆没有完成',
  run: async (deps, row, task, onPercent) => {
    const { database, compute } = deps
    const clone = (await instancesRepo(database.kysely).find(task.clone_id!))!
    const note = await createStepReporter(deps, clone)
    const image = await getImageRow(database.kysely, task.image_id!)
    const share = task.copy_data ? 0.5 : 1
    const onSystem = note('复制系统盘')
    const { size_mb: sizeMb } = await compute.snapshot(toBootedInstanceRef(deps, row), image.reference, (percent) => {
      onSystem(percent)
      onPercent(percent * share)
    })
    const onData = note('复制数据盘')
    if (task.copy_data)
      await compute.copyDataDisk(
        toBootedInstanceRef(deps, row),
        await buildInstanceSpec(deps, clone, await loadBootFacts(deps, clone.id)),
        (percent) => {
          onData(percent)
          onPercent(50 + percent * share)
        },
      )
    return async (tx) => {
      const { shares_images: shared } = await getHostCapabilities(tx.db, row.host_id)
      await markImageSaved(tx.db, image.id, sizeMb, shared ? null : row.host_id)
      await releaseClone(tx, clone.id)
    }
  },
  clear: async ({ database, compute }, _, task) => {
    const { reference } = await getImageRow(database.kysely, task.image_id!)
    await compute.removeImage(reference)
  },
  givenUp: (task, why) => async (tx) => {
    await markImageFailed(tx.db, task.image_id!)
    const clone = await releaseClone(tx, task.clone_id!)
    if (clone.desired === 'running') await failInstance(tx, clone, `克隆没有完成：${why}`)
  },
}

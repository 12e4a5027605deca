import type { Kysely, Transaction } from 'kysely'
import { instanceStatusCodes } from '#contract/instance-actions.ts'
import type { CreateInstanceForm } from '#contract/orders.ts'
import type { DB } from '#server/db/types.ts'
import type { ProductPlace } from '#server/domains/rentals/capacity/gpu-placement.repo.ts'
import { createCapabilityRefusal, getHostCapabilities } from '#server/domains/rentals/capacity/hosts.service.ts'
import { type InstanceRow, instancesRepo } from '#server/domains/rentals/instances/instances.repo.ts'
import { assertInstanceActionAllowed } from '#server/domains/rentals/instances/instances.service.ts'
import { startInstanceTask } from '#server/domains/rentals/tasks/begin-task.ts'
import { createSavingImage, getImageRow, type ImageRow } from '#server/domains/storage/private-images/private-images.service.ts'
import { createFieldRefusal, Refusal } from '#server/lib/refusal.ts'
import type { Tx } from '#server/tx.ts'

/** Locks the source instance of a clone; throws if it cannot be cloned now. */
export async function lockCloneSource(trx: Transaction<DB>, userId: string, id: string): Promise<InstanceRow> {
  const source = await instancesRepo(trx).lockOwn(userId, id)
  if (!source) throw new Refusal('quote_changed', { message: '要克隆的实例已被释放' })
  assertInstanceActionAllowed('clone', source.status)
  if (source.booted_generation !== source.generation) throw new Refusal('never_booted')
  if (!(await getHostCapabilities(trx, source.host_id)).saves_images) throw createCapabilityRefusal('saves_images')
  return source
}

/** Returns what a clone would boot from, and where; throws at the form field that does not fit the source instance. */
export async function getCloneImage(
  db: Kysely<DB>,
  userId: string,
  form: Pick<CreateInstanceForm, 'product_id' | 'data_disk'> & { clone: NonNullable<CreateInstanceForm['clone']> },
): Promise<{ image: ImageRow; room: CloneRoom }> {
  const source = await instancesRepo(db).findView(userId, form.clone.instance_id)
  if (!source) throw createFieldRefusal('not_found', 'clone', '要克隆的实例不存在')
  assertInstanceActionAllowed('clone', source.status)
  if (source.booted_generation !== source.generation) throw new Refusal('never_booted')
  if (!source.capabilities.saves_images) throw createCapabilityRefusal('saves_images')
  if (source.product_id !== form.product_id) throw createFieldRefusal('invalid', 'product_id', '克隆须与原实例同一产品')
  if (form.clone.copy_data && form.data_disk < source.data_disk_gb)
    throw createFieldRefusal('invalid', 'data_disk', `复制数据时数据盘不能小于原来的 ${source.data_disk_gb} GB`)
  const room = await findCloneRoom(db, source.host_id, form.clone.copy_data)
  return { image: await getImageRow(db, source.image_id), room }
}

/** The only host on which a clone can be, or one whose disks its host must be able to take; neither: any will do. */
export type CloneRoom = Pick<ProductPlace, 'host_id' | 'takes_disks_of'>

/** Returns where a clone can be: its image and the copied data may be unable to leave the host, or to arrive at others. */
export async function findCloneRoom(db: Kysely<DB>, hostId: string, copyData: boolean): Promise<CloneRoom> {
  const { shares_images: sharesImages, moves_disks: movesDisks } = await getHostCapabilities(db, hostId)
  if (!sharesImages || (copyData && !movesDisks)) return { host_id: hostId }
  return copyData ? { takes_disks_of: hostId } : {}
}

/**
 * Makes a new instance wait for the disks of its source; the source has the status "saving" until they are copied (product §4).
 */
export async function startClone(
  tx: Tx,
  { source, clone, copy_data: copyData }: { source: InstanceRow; clone: { id: string; nick_name: string }; copy_data: boolean },
): Promise<void> {
  const { name, version } = await getImageRow(tx.db, source.image_id)
  const image = { kind: 'clone' as const, owner_id: source.user_id, name, version, source }
  const imageId = await createSavingImage(tx.db, tx.now(), image)
  const task = { kind: 'clone' as const, image_id: imageId, clone_id: clone.id, copy_data: copyData }
  const taskId = await startInstanceTask(tx, source, task, {
    to: instanceStatusCodes.saving,
    by: { actor: 'user', actor_id: source.user_id },
    title: '克隆',
    detail: `新实例 ${clone.nick_name}${copyData ? '，连同数据盘' : ''}`,
  })
  await instancesRepo(tx.db).update(clone.id, { image_id: imageId, waits_for: taskId, next_reconcile_at: null })
}

import { notifyUser } from '#server/domains/notify/notifications/notifications.service.ts'
import { publishChange } from '#server/domains/notify/notifications/stream-outbox.ts'
import { getHostCapabilities } from '#server/domains/rentals/capacity/hosts.service.ts'
import { toBootedInstanceRef } from '#server/domains/rentals/instances/instance-spec.ts'
import type { InstanceRow } from '#server/domains/rentals/instances/instances.repo.ts'
import type { TaskKind } from '#server/domains/rentals/tasks/task-kind.ts'
import { getImageRow, markImageFailed, markImageSaved } from '#server/domains/storage/private-images/private-images.service.ts'
import type { Tx } from '#server/tx.ts'

/** Saves the system disk as a private image; metering continues while the instance runs (product §4). */
export const saveImageTask: TaskKind = {
  done: '镜像已保存',
  failed: '镜像没有保存成功',
  run: async (deps, instance, task, onPercent) => {
    const image = await getImageRow(deps.database.kysely, task.image_id!)
    const { size_mb: sizeMb } = await deps.compute.snapshot(toBootedInstanceRef(deps, instance), image.reference, onPercent)
    return async (tx, row) => {
      const { shares_images: shared } = await getHostCapabilities(tx.db, row.host_id)
      await markImageSaved(tx.db, image.id, sizeMb, shared ? null : row.host_id)
      await notifyOwner(tx, row, image.id, {
        title: `镜像「${image.name}」已保存`,
        content: `取自实例 ${row.nick_name} 的系统盘，现在可以用它创建实例或更换镜像。${shared ? '' : '它只能在保存它的主机上使用。'}`,
        link: '/console/image/private-image',
      })
    }
  },
  further:
    (task) =>
    (tx, { user_id: userId }) =>
      publishChange(tx, { user_id: userId, resource: 'private_images', id: task.image_id! }),
  clear: async ({ database, compute }, _, task) => {
    const { reference } = await getImageRow(database.kysely, task.image_id!)
    await compute.removeImage(reference)
  },
  givenUp: (task, why) => async (tx, row) => {
    await markImageFailed(tx.db, task.image_id!)
    const { id, name } = await getImageRow(tx.db, task.image_id!)
    await notifyOwner(tx, row, id, {
      title: `镜像「${name}」没有保存成功`,
      content: `${why}实例 ${row.nick_name} 已恢复到之前的状态，数据没有变化，可以再试一次。`,
      link: `/console/container-instance/detail/${row.id}`,
    })
  },
}

async function notifyOwner(
  tx: Tx,
  { user_id: userId }: InstanceRow,
  imageId: string,
  text: { title: string; content: string; link: string },
): Promise<void> {
  await publishChange(tx, { user_id: userId, resource: 'private_images', id: imageId })
  await notifyUser(tx, { user_id: userId, class: 'system', ...text })
}

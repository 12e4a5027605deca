import { notifyUser } from '#server/domains/notify/notifications/notifications.service.ts'
import { publishChange } from '#server/domains/notify/notifications/stream-outbox.ts'
import { releaseCards } from '#server/domains/rentals/capacity/release-cards.service.ts'
import { toMovingInstance } from '#server/domains/rentals/instances/instance-spec.ts'
import { type InstanceRow, instancesRepo } from '#server/domains/rentals/instances/instances.repo.ts'
import { startInstance } from '#server/domains/rentals/instances/power.service.ts'
import { releaseCardsAndPublish } from '#server/domains/rentals/reconcile/apply-observed.ts'
import type { TaskKind } from '#server/domains/rentals/tasks/task-kind.ts'
import { Refusal } from '#server/lib/refusal.ts'
import type { Tx } from '#server/tx.ts'

/** Moves the disks to another host on which cards are leased; then frees the cards of the old host (product §4). */
export const migrateTask: TaskKind = {
  done: '迁移完成',
  failed: '迁移没有完成',
  run: async (deps, instance, task, onPercent) => {
    await deps.compute.relocate(toMovingInstance(deps, instance), task.host_id!, onPercent)
    return async (tx, row) => {
      await instancesRepo(tx.db).update(row.id, { host_id: task.host_id! })
      await releaseCards(tx, row, { but: task.host_id! })
      const moved = (await instancesRepo(tx.db).lock(row.id))!
      const refused = task.boot_after ? await tryStart(tx, moved) : undefined
      const booting = task.boot_after && refused === undefined
      if (!booting && row.charge_rule === 'hour') await releaseCardsAndPublish(tx, moved)
      const what = refused ? `，但没有开机：${refused}` : booting ? '，正在开机' : ''
      await notifyOwner(tx, row, '已迁移', `系统盘和数据盘都已搬到新的主机${what}。`)
    }
  },
  // Moves everything back: a partly moved instance counts as not moved only when all of its disks are back.
  clear: (deps, row) => deps.compute.relocate(toMovingInstance(deps, row), row.host_id, () => undefined),
  givenUp: (task, why) => async (tx, row) => {
    await releaseCards(tx, row, { on: task.host_id! })
    await notifyOwner(tx, row, '没有迁移成功', `${why}实例仍在原来的主机上，数据没有变化。`)
  },
}

/** Boots the instance; returns the reason if it is refused. */
const tryStart = (tx: Tx, row: InstanceRow): Promise<string | undefined> =>
  startInstance(tx, row, { actor: 'system' }).then(
    () => undefined,
    (error: unknown) => {
      if (error instanceof Refusal) return error.message
      throw error
    },
  )

async function notifyOwner(
  tx: Tx,
  { id, user_id: userId, nick_name: nickName, product_id: productId }: InstanceRow,
  what: string,
  content: string,
): Promise<void> {
  await publishChange(tx, { user_id: null, resource: 'products', id: productId })
  const link = `/console/container-instance/detail/${id}`
  await notifyUser(tx, { user_id: userId, class: 'system', title: `实例 ${nickName} ${what}`, content, link })
}

import type { z } from 'zod'
import { instanceStatusCodes } from '#contract/instance-actions.ts'
import type { InstanceMounts } from '#contract/instance-datasets.ts'
import { publishChange } from '#server/domains/notify/notifications/stream-outbox.ts'
import { createCapabilityRefusal, getHostCapabilities } from '#server/domains/rentals/capacity/hosts.service.ts'
import { type InstanceRow, instancesRepo } from '#server/domains/rentals/instances/instances.repo.ts'
import { getOwnInstance } from '#server/domains/rentals/instances/instances.service.ts'
import { timelineRepo } from '#server/domains/rentals/instances/timeline.repo.ts'
import { listInstanceMounts, updateMounts } from '#server/domains/storage/datasets/mounts.service.ts'
import type { Context } from '#server/http/context.ts'
import { Refusal } from '#server/lib/refusal.ts'

type Mounts = z.input<typeof InstanceMounts>

const { running, shut_down: shutDown, abnormal } = instanceStatusCodes
/** During a boot it is unclear whether a change still takes effect, so it is refused. */
const settledStatuses: readonly number[] = [running, shutDown, abnormal]

type Row = Pick<InstanceRow, 'id' | 'user_id' | 'region_id' | 'status' | 'started_at' | 'mounts_changed_at'>

const toMountState = ({
  id,
  user_id: userId,
  region_id: regionId,
  status,
  started_at: startedAt,
  mounts_changed_at: mountsChangedAt,
}: Row) => ({
  id,
  user_id: userId,
  region_id: regionId,
  at_next_boot: status === running && startedAt !== null && mountsChangedAt !== null && mountsChangedAt >= startedAt,
})

export async function getInstanceMounts(ctx: Context, id: string): Promise<Mounts> {
  const { deps } = ctx
  const row = await getOwnInstance(ctx, id)
  const { mounts_files: mountsFiles } = await getHostCapabilities(deps.database.kysely, row.host_id)
  return listInstanceMounts(deps.database.kysely, deps, { ...toMountState(row), mounts_files: mountsFiles })
}

/** Sets the mounted datasets; a running instance keeps its current ones until its next boot (product §7). */
export const setInstanceMounts = (ctx: Context, id: string, versionIds: readonly string[]): Promise<Mounts> =>
  ctx.transaction(async (tx) => {
    const { deps, caller } = ctx
    const row = await instancesRepo(tx.db).lockOwn(caller.user_id, id)
    if (!row) throw new Refusal('not_found')
    if (!settledStatuses.includes(row.status))
      throw new Refusal('action_not_allowed', { message: '当前状态不能更改挂载，请稍候' })
    const { mounts_files: mountsFiles } = await getHostCapabilities(tx.db, row.host_id)
    if (!mountsFiles && versionIds.length > 0) throw createCapabilityRefusal('mounts_files')
    const at = deps.clock.now()
    await updateMounts(tx.db, { instance_id: id, user_id: row.user_id, ids: versionIds, at, field: 'version_ids' })
    await instancesRepo(tx.db).update(id, { mounts_changed_at: at })
    const state = { ...toMountState({ ...row, mounts_changed_at: at }), mounts_files: mountsFiles }
    const mounts = await listInstanceMounts(tx.db, deps, state)
    await timelineRepo(tx.db).addEvent({
      instance_id: id,
      at,
      actor: 'user',
      actor_id: caller.user_id,
      kind: 'disk',
      title: '更改挂载的数据集',
      detail: `${mounts.data_sets.map(({ mount_path: mountPath }) => mountPath).join('、') || '无'}，下次开机时生效`,
    })
    await publishChange(tx, { user_id: row.user_id, resource: 'instances', id })
    return mounts
  })

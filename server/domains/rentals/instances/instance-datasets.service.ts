import type { z } from 'zod'
import { status_codes } from '#contract/instance-actions.ts'
import type { InstanceMounts } from '#contract/instance-datasets.ts'
import { publishChange } from '#server/domains/notify/notifications/stream-outbox.ts'
import { type InstanceRow, instancesRepo } from '#server/domains/rentals/instances/instances.repo.ts'
import { ownInstance } from '#server/domains/rentals/instances/instances.service.ts'
import { timelineRepo } from '#server/domains/rentals/instances/timeline.repo.ts'
import { chooseMounts, showMounts } from '#server/domains/storage/datasets/mounts.service.ts'
import type { Context } from '#server/http/context.ts'
import { Refusal } from '#server/lib/refusal.ts'

type Mounts = z.input<typeof InstanceMounts>

const { running, shut_down, abnormal } = status_codes
/** While it boots, nobody could say whether a choice came in time. */
const settled: readonly number[] = [running, shut_down, abnormal]

type Row = Pick<InstanceRow, 'id' | 'user_id' | 'region_id' | 'status' | 'started_at' | 'mounts_changed_at'>

const stateOf = ({ id, user_id, region_id, status, started_at, mounts_changed_at }: Row) => ({
  id,
  user_id,
  region_id,
  at_next_boot: status === running && started_at !== null && mounts_changed_at !== null && mounts_changed_at >= started_at,
})

export async function getMounts(ctx: Context, id: string): Promise<Mounts> {
  const { deps } = ctx
  return showMounts(deps.database.kysely, deps, stateOf(await ownInstance(ctx, id)))
}

/** Chooses anew; what runs keeps what it has until its next boot (product §7). */
export const setMounts = (ctx: Context, id: string, version_ids: readonly string[]): Promise<Mounts> =>
  ctx.transaction(async (tx) => {
    const { deps, caller } = ctx
    const row = await instancesRepo(tx.db).lockOwn(caller.user_id, id)
    if (!row) throw new Refusal('not_found')
    if (!settled.includes(row.status)) throw new Refusal('action_not_allowed', { message: '当前状态不能更改挂载，请稍候' })
    const at = deps.clock.now()
    await chooseMounts(tx.db, { instance_id: id, user_id: row.user_id, ids: version_ids, at, field: 'version_ids' })
    await instancesRepo(tx.db).update(id, { mounts_changed_at: at })
    const mounts = await showMounts(tx.db, deps, stateOf({ ...row, mounts_changed_at: at }))
    await timelineRepo(tx.db).addEvent({
      instance_id: id,
      at,
      actor: 'user',
      actor_id: caller.user_id,
      kind: 'disk',
      title: '更改挂载的数据集',
      detail: `${mounts.data_sets.map(({ mount_path }) => mount_path).join('、') || '无'}，下次开机时生效`,
    })
    await publishChange(tx, { user_id: row.user_id, resource: 'instances', id })
    return mounts
  })

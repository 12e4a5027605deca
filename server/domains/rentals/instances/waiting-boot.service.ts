import type { Transaction } from 'kysely'
import type { DiskKind } from '#contract/instances.ts'
import type { DB } from '#server/db/types.ts'
import type { Deps } from '#server/deps.ts'
import { assertGpuQuota, assertGpusPossible } from '#server/domains/money/sub-accounts/limits.service.ts'
import { publishChange } from '#server/domains/notify/notifications/stream-outbox.ts'
import { gpusRepo } from '#server/domains/rentals/capacity/gpu-placement.repo.ts'
import { type InstanceRow, instancesRepo } from '#server/domains/rentals/instances/instances.repo.ts'
import { assertInstanceActionAllowed } from '#server/domains/rentals/instances/instances.service.ts'
import {
  acceptDiskLoss,
  assertCanBoot,
  assertDiskLossAccepted,
  assertPackageUsable,
  performPowerAction,
} from '#server/domains/rentals/instances/power.service.ts'
import { type NewInstanceEvent, timelineRepo } from '#server/domains/rentals/instances/timeline.repo.ts'
import { wakeWorkers } from '#server/domains/rentals/reconcile/wake-workers.service.ts'
import { Refusal } from '#server/lib/refusal.ts'
import type { Tx } from '#server/tx.ts'

async function lockUnreleased(trx: Transaction<DB>, id: string): Promise<InstanceRow> {
  const row = await instancesRepo(trx).lock(id)
  if (!row || row.released_at) throw new Refusal('not_found')
  return row
}

/** Locks an own instance that could boot if its host had free cards; throws if waiting makes no sense. */
export async function lockInstanceToWait(
  trx: Transaction<DB>,
  deps: Deps,
  { user_id: userId, id, accept_lost: acceptLost }: { user_id: string; id: string; accept_lost: readonly DiskKind[] | undefined },
): Promise<InstanceRow> {
  const found = await instancesRepo(trx).lockOwn(userId, id)
  if (!found) throw new Refusal('not_found')
  assertInstanceActionAllowed('start', found.status)
  // Disk loss must be accepted now, because nobody can be asked when the instance's turn comes.
  const row = await acceptDiskLoss(trx, found, acceptLost)
  assertDiskLossAccepted(row)
  await assertPackageUsable(trx, deps, row)
  await assertGpusPossible(trx, userId, row.gpu_num)
  if ((await gpusRepo(trx).of(id)).length > 0)
    throw new Refusal('action_not_allowed', { message: 'GPU 已为这台实例保留，直接开机即可' })
  return row
}

const recordEvent = (
  trx: Transaction<DB>,
  deps: Deps,
  id: string,
  by: Pick<NewInstanceEvent, 'actor' | 'actor_id'>,
  title: string,
) => timelineRepo(trx).addEvent({ instance_id: id, at: deps.clock.now(), ...by, kind: 'queue', title })

/** Records on the timeline that an instance has joined the queue. */
export const recordQueueWait = (trx: Transaction<DB>, deps: Deps, { id, user_id: userId }: InstanceRow): Promise<unknown> =>
  recordEvent(trx, deps, id, { actor: 'user', actor_id: userId }, '开始排队开机')

/** Throws if a waiting instance could not boot even with free cards. Returns its price per hour, in micro-yuan. */
export async function assertWaitingBoot(trx: Transaction<DB>, deps: Deps, id: string): Promise<bigint> {
  const row = await instancesRepo(trx).find(id)
  if (!row || row.released_at) throw new Refusal('not_found')
  assertInstanceActionAllowed('start', row.status)
  await assertCanBoot(trx, deps, row, 'gpu')
  await assertGpuQuota(trx, row.user_id, { gpu_num: row.gpu_num, instance_id: row.id })
  return row.price_micro
}

/** Boots an instance whose turn has come, by the same rules as its owner's click; throws before it writes. */
export async function bootWaitingInstance(tx: Tx, id: string): Promise<void> {
  const row = await lockUnreleased(tx.db, id)
  await performPowerAction(tx, row, { actor: 'system' }, 'start')
  await recordEvent(tx.db, tx.deps, id, { actor: 'system' }, '排队轮到，已分到 GPU')
  await publishChange(tx, { user_id: row.user_id, resource: 'wallet', id: null })
  wakeWorkers(tx)
}

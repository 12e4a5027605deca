import { limits } from '#contract/limits.ts'
import { yuanOfMicro } from '#contract/money.ts'
import { refuseBeyondLimits } from '#server/domains/money/sub-accounts/limits.service.ts'
import { publishChange } from '#server/domains/notify/notifications/stream-outbox.ts'
import { change } from '#server/domains/rentals/instances/change-own-instance.ts'
import { type InstanceRow, instancesRepo } from '#server/domains/rentals/instances/instances.repo.ts'
import { ownInstance, refuseUnlessAllowed } from '#server/domains/rentals/instances/instances.service.ts'
import { timelineRepo } from '#server/domains/rentals/instances/timeline.repo.ts'
import type { Context } from '#server/http/context.ts'
import { Refusal, refuseField } from '#server/lib/refusal.ts'

type Disk = Pick<InstanceRow, 'status' | 'charge_rule' | 'data_disk_gb' | 'price_micro'>

/** Price per hour with a larger data disk; refuses what cannot be grown, or would not grow (docs/decisions/021). */
function priceWith(row: Disk, data_disk: number): bigint {
  refuseUnlessAllowed('resize_disk', row.status)
  if (row.charge_rule !== 'hour') throw new Refusal('package_disk')
  if (data_disk <= row.data_disk_gb) throw refuseField('invalid', 'data_disk', `须大于现在的 ${row.data_disk_gb} GB，不能缩小`)
  // All beyond the free part is paid for, and no disk is smaller than that.
  return row.price_micro + BigInt(data_disk - row.data_disk_gb) * BigInt(limits.data_disk_price_micro_per_gb_hour)
}

/** What an hour costs now, and what it would cost with a data disk of `data_disk` GB. */
export async function quoteDisk(ctx: Context, id: string, data_disk: number) {
  const row = await ownInstance(ctx, id)
  return { price_hour: yuanOfMicro(row.price_micro), new_price_hour: yuanOfMicro(priceWith(row, data_disk)) }
}

/** Grows the data disk at the price that was quoted; both hold from the next boot (product §4). */
export const growDisk = (
  ctx: Context,
  id: string,
  { data_disk, new_price_hour }: { data_disk: number; new_price_hour: string },
) =>
  change(ctx, id, async (tx, row, by) => {
    const price_micro = priceWith(row, data_disk)
    if (yuanOfMicro(price_micro) !== new_price_hour) throw new Refusal('quote_changed')
    await refuseBeyondLimits(tx.db, row.user_id, { price_micro, new_instance: false })
    await instancesRepo(tx.db).update(id, { data_disk_gb: data_disk, price_micro })
    await timelineRepo(tx.db).addEvent({
      instance_id: id,
      at: ctx.deps.clock.now(),
      ...by,
      kind: 'disk',
      title: '扩容数据盘',
      detail: `${row.data_disk_gb} GB → ${data_disk} GB，下次开机起每小时 ¥${new_price_hour}`,
    })
    await publishChange(tx, { user_id: row.user_id, resource: 'instances', id })
  })
